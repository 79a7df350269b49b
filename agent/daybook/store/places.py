"""Where a store is: opens the database and the Chroma there, or copies it to another place."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, tzinfo
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Column, Connection, String, Table, delete, func, insert, make_url, select, text
from sqlalchemy.exc import ArgumentError

from daybook.conversation.errors import BadInput, BadSettings, StoreError, UnknownItem
from daybook.conversation.extras import install
from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Embedder
from daybook.settings import Keying
from daybook.store.chroma import ChromaServer
from daybook.store.chroma_directory import ChromaDirectory
from daybook.store.forgetting.cascade import CLEANUP
from daybook.store.indexing import Indexer, IndexTable, Progress
from daybook.store.memory_store import Store
from daybook.store.owner_index import Limits
from daybook.store.private_files import make_private_directory, make_private_file
from daybook.store.round_queries import RoundQueries
from daybook.store.search_index import ApproximateIndex
from daybook.store.sql.columns import Garbled, Json, Moment, Verbatim, escaped
from daybook.store.sql.database import ENCRYPTED, FILE, Database, schema_version, sqlite_url
from daybook.store.sql.sql_tables import indexes, meta, metadata, read_metas

EXACT_LIMIT = 500_000
"""Keys that an owner may have and still be compared one by one: 768 MB at 384 dimensions."""
MEMORY = 1_000_000_000
"""Bytes that indexes in memory may take together."""
_EXAMPLES = "postgresql+psycopg://USER:PASSWORD@HOST/NAME or sqlite:///PATH"


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where a store is."""

    data_dir: Path
    database_url: str | None = None
    """Of the SQL database; a file in the data directory where it is None."""
    chroma_url: str | None = None
    """Of a Chroma server; a folder in the data directory where it is None."""


def open_store(
    place: StorePlace | Path,
    *,
    embedder: Embedder,
    keying: Keying,
    analyzer: Analyzer,
    exact_limit: int | None = EXACT_LIMIT,
    memory: int = MEMORY,
    zone: tzinfo = UTC,
) -> Store:
    """Open a store; a missing data directory is made, for its user alone.

    Chroma is opened when first needed. Cleanup tasks left by an interrupted forgetting are completed.

    Args:
        place: where it is; a path is that of the data directory.
        embedder: of keys and questions.
        keying: which keys a round has.
        analyzer: divides texts into sentences and words.
        exact_limit: keys up to which an owner's rounds are scored exactly, beyond it Chroma finds them; None
            for always.
        memory: bytes that indexes in memory may take together; with a limit of keys, an owner whose vectors
            take more is left to Chroma too.
        zone: in which the days of owners begin who have no zone of their own.

    Raises:
        StoreError: the directory cannot be written, or the database is damaged or cannot be reached.
        BadSettings: the database URL is none.
    """
    place = StorePlace(place) if isinstance(place, Path) else place
    url = store_url(place)
    try:
        make_private_directory(place.data_dir)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{place.data_dir}: cannot be made a data directory ({reason})") from error
    database = open_database(url)
    database.zone = zone
    table = IndexTable(database)
    chroma = (
        ChromaServer(place.chroma_url) if place.chroma_url else ChromaDirectory(place.data_dir / "chroma")
    )
    return Store(
        place.data_dir,
        database,
        Indexer(table, RoundQueries(database), embedder, keying, analyzer),
        ApproximateIndex(chroma, table),
        Limits(exact_limit, memory),
    )


def open_database(url: URL) -> Database:
    """Open a database at the newest schema; a missing file is made, for its user alone.

    Raises:
        StoreError: it cannot be made or opened, or it is damaged.
    """
    if url.get_backend_name() == "sqlite":
        path = Path(str(url.database))
        try:
            make_private_directory(path.parent)
            make_private_file(path)
        except OSError as error:
            raise StoreError(f"{path}: cannot be made ({error.strerror or error})") from error
    return Database(url)


def database_url(text: str, source: str = "DAYBOOK_DATABASE_URL") -> URL:
    """Read a database's URL; errors name its setting, `source`, but never show it: it may hold a password.

    Raises:
        BadSettings: it is none of SQLite or PostgreSQL, or an encrypted file has no passphrase or driver.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadSettings(f"{source}: no SQLAlchemy URL, such as {_EXAMPLES}") from None
    is_sqlite = url.drivername in ("sqlite", ENCRYPTED)
    is_file = is_sqlite and url.database not in (None, "", ":memory:") and not url.query
    if not is_file and url.drivername != "postgresql+psycopg":
        raise BadSettings(f"{source}: no URL of a database that Daybook knows, such as {_EXAMPLES}")
    if url.drivername == ENCRYPTED and not url.password:
        raise BadSettings(f"{source}: an encrypted file needs a passphrase: {ENCRYPTED}://:PASSPHRASE@/PATH")
    if url.drivername == ENCRYPTED and find_spec("sqlcipher3") is None:
        raise BadSettings(f"{source}: an encrypted file needs a driver: {install('encryption')}")
    return url


def stored_schema(place: StorePlace) -> str | None:
    """Read the version of a store's schema and change nothing. Returns None if there is no store."""
    url = store_url(place)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        return None
    with closing(Database(url, migrate=False)) as database, database.reading(None) as connection:
        return schema_version(connection)


def database_hosts(place: StorePlace, env: Mapping[str, str]) -> list[str]:
    """Name the hosts of a store's database; none of a file, or of a server behind a socket.

    The environment may name the host instead, as for every PostgreSQL client.
    """
    url = store_url(place)
    if url.get_backend_name() == "sqlite":
        return []
    named = [url.host, *(url.normalized_query.get(name) for name in ("host", "hostaddr"))]
    given = [text for value in named if value for text in ([value] if isinstance(value, str) else value)]
    given = given or [env.get(name, "") for name in ("PGHOST", "PGHOSTADDR")]
    hosts = (host.strip() for text in given for host in text.split(","))
    return [host for host in hosts if host and not host.startswith(("/", "@"))]


def store_url(place: StorePlace) -> URL:
    """Return the URL of a store's database."""
    return database_url(place.database_url) if place.database_url else sqlite_url(place.data_dir / FILE)


_PART = 500
"""Rows that are read and written together."""
_TABLES = metadata.sorted_tables
"""Those that others refer to first."""


def migrate(place: StorePlace, to: str, begin: Callable[[str], Progress]) -> dict[str, int]:
    """Copy a store to an empty database, in one transaction, and compare both; return the rows of each table.

    Chroma's data is derived and not copied: it is made anew when needed. `begin` begins a piece of work by
    its name, and returns what is told the rows done and all there are.

    Raises:
        UnknownItem: there is no store at the place.
        BadSettings: a URL is none.
        BadInput: there is something in the other database already.
        StoreBusy: somebody else is writing to the other database.
        StoreError: a row of the store cannot be read, and nothing was copied; or the two differ in the end.
    """
    url = database_url(to, "--to")
    if stored_schema(place) is None:
        raise UnknownItem("there is no memory to copy: --data-dir or DAYBOOK_DATABASE_URL names another one")
    with closing(open_database(store_url(place))) as source, closing(open_database(url)) as target:
        total = _copy(source, target, begin("copy"))
        compared = begin("compare")
        here = _contents(source, lambda done: compared(done, 2 * total))
        there = _contents(target, lambda done: compared(total + done, 2 * total))
    if different := [name for name in here if here[name] != there[name]]:
        raise StoreError(
            f"{', '.join(different)}: not the same in {target.name} as here. Something wrote to one of them "
            "meanwhile: empty the new database, stop what writes, and do it again"
        )
    return {name: rows for name, (rows, _) in here.items()}


def _copy(source: Database, target: Database, progress: Progress) -> int:
    if not source.is_remote and source.problems():  # a server watches over what it holds itself
        raise _unsound(source, "it is damaged")
    with source.reading(None) as read, target.writing(None) as write:
        if any(_count(write, table) for table in _TABLES if table is not meta):
            problem = f"{target.name} is not empty: a store is copied into an empty database"
            raise BadInput(problem, source="--to")
        if read_metas(read, CLEANUP):
            raise _unsound(source, "a forgetting was cut short")
        total = sum(_count(read, table) for table in _TABLES)
        done = 0
        # A store that was opened and never used has a key of its own for tombstones.
        write.execute(delete(meta))
        for table in _TABLES:
            for part in _parts(read, table):
                if part is None:
                    raise _unsound(source, f"a row of {table.name} cannot be read")
                write.execute(insert(table), part)
                done += len(part)
                progress(done, total)
        if target.is_remote:
            _move_sequences(write)
    return total


def _unsound(source: Database, problem: str) -> StoreError:
    return StoreError(f"{source.name}: {problem}; nothing was copied: `daybook doctor` says more")


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _parts(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]] | None]:
    """Read a table by its key, some hundred rows at a time, without collections' names; None if garbled."""
    columns = [column for column in table.c if column is not indexes.c.collection]
    # A type of ours gives None for what it cannot read, as for nothing.
    query = select(*columns, *(column.is_(None) for column in columns)).order_by(*table.primary_key.columns)
    for part in connection.execute(query.execution_options(yield_per=_PART)).partitions():
        pairs = [list(zip(columns, row, row[len(columns) :], strict=False)) for row in part]
        if any(_is_garbled(*of_column) for row in pairs for of_column in row):
            yield None
        else:
            yield [{column.name: value for column, value, _ in row} for row in pairs]


def _is_garbled(column: Column[Any], value: object, is_null: bool) -> bool:
    """True if a value is none that Daybook wrote, which SQLite lets into any column."""
    if is_null:
        return not column.nullable
    if isinstance(column.type, Verbatim | Moment | Json):
        return value is None or isinstance(value, Garbled)
    if isinstance(column.type, String):
        return not isinstance(value, str) or escaped(value) != value
    return not isinstance(value, column.type.python_type)


def _move_sequences(connection: Connection) -> None:
    """Have PostgreSQL go on counting behind the last key of each table."""
    for table in _TABLES:
        if (key := table.autoincrement_column) is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
            # Of a table without rows it is null, and nothing is set.
            connection.execute(text(f"SELECT setval({sequence}, (SELECT max({key.name}) FROM {table.name}))"))


def _contents(database: Database, progress: Callable[[int], None]) -> dict[str, tuple[int, int]]:
    """Return the rows of each table and the sum of their hashes, which does not depend on their order."""
    found: dict[str, tuple[int, int]] = {}
    done = 0
    with database.reading(None) as connection:
        for table in _TABLES:
            rows = total = 0
            for part in _parts(connection, table):
                for row in part or ():
                    digest = sha256(repr(row).encode("utf-8", "backslashreplace")).digest()
                    total += int.from_bytes(digest)
                rows += len(part or ())
                progress(done + rows)
            found[table.name] = (rows, total)
            done += rows
    return found
