"""Opens a store: where it is decides which database and which Chroma stand behind it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from daybook.embedding.protocol import Embedder
from daybook.errors import BadSettings, StoreError
from daybook.extras import install
from daybook.settings import Keying
from daybook.store.approximate import ApproximateIndex
from daybook.store.chroma_directory import ChromaDirectory
from daybook.store.chroma_server import ChromaServer
from daybook.store.database import FILE, Database, schema_at, sqlite_url
from daybook.store.files import make_private_directory, make_private_file
from daybook.store.index_table import IndexTable
from daybook.store.indexing import Indexer
from daybook.store.owner_index import Limits
from daybook.store.process_lock import ProcessLock
from daybook.store.round_queries import RoundQueries
from daybook.store.sqlite import ENCRYPTED
from daybook.store.store import Store

EXACT_LIMIT = 500_000
"""Keys that an owner may have and still be compared one by one: 768 MB at 384 dimensions."""
MEMORY = 1_000_000_000
"""Bytes that indexes in memory may take together."""
_EXAMPLES = "postgresql+psycopg://USER:PASSWORD@HOST/NAME or sqlite:///PATH"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store is."""

    data_dir: Path
    database_url: str | None = None
    """Of the SQL database; a file in the data directory where it is None."""
    chroma_url: str | None = None
    """Of a Chroma server; a folder in the data directory where it is None."""


def open_store(
    place: Place | Path,
    *,
    embedder: Embedder,
    keying: Keying,
    exact_limit: int = EXACT_LIMIT,
    memory: int = MEMORY,
) -> Store:
    """Open a store; a data directory is made, for its user alone, if it is missing.

    Chroma is opened when it is first needed. Cleanup tasks that an interrupted forgetting left are completed.

    Args:
        place: where it is; a path is that of the data directory.
        embedder: of keys and questions.
        keying: which keys a round has.
        exact_limit: keys up to which an owner's rounds are scored exactly; HNSW finds them beyond it.
        memory: bytes that indexes in memory may take together; where one owner's vectors take more, HNSW
            finds them as well.

    Raises:
        StoreError: the directory cannot be written, or the database is damaged or cannot be reached.
        BadSettings: the database URL is none.
    """
    place = Place(place) if isinstance(place, Path) else place
    url = store_url(place)
    try:
        make_private_directory(place.data_dir)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{place.data_dir}: cannot be made a data directory ({reason})") from error
    database = open_database(url)
    table = IndexTable(database)
    if place.database_url is None and not table.collections():
        _remove_older_vectors(place.data_dir)
    chroma = (
        ChromaServer(place.chroma_url) if place.chroma_url else ChromaDirectory(place.data_dir / "chroma")
    )
    return Store(
        place.data_dir,
        database,
        Indexer(table, RoundQueries(database), embedder, keying),
        ApproximateIndex(chroma, table),
        Limits(exact_limit, memory),
    )


def _remove_older_vectors(data_dir: Path) -> None:
    """Remove the files in which Daybook kept vectors before they were in the database.

    What is forgotten from now on would stay in them.
    """
    for path in data_dir.glob("vectors.sqlite*"):
        path.unlink(missing_ok=True)
    chroma = data_dir / "chroma"
    if chroma.is_dir():
        lock = ProcessLock(Path(f"{chroma}.lock"))
        with suppress(OSError):
            if lock.acquire():
                shutil.rmtree(chroma, ignore_errors=True)
        lock.release()


def open_database(url: URL) -> Database:
    """Open a database at the newest schema; a file is made, for its user alone, if it is missing.

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
    """Read the URL of a database; no part of it is in the error, for it may hold a password.

    Args:
        text: as it was given.
        source: the setting or the option that gave it.

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


def stored_schema(place: Place) -> str | None:
    """Read the version of a store's schema without bringing it up to date; None where there is no store.

    Raises:
        StoreError: the database cannot be read.
        BadSettings: the database URL is none.
    """
    return schema_at(store_url(place))


def database_hosts(place: Place, env: Mapping[str, str]) -> list[str]:
    """Name the hosts that a store's database is at; none where it is a file, or a server behind a socket.

    Args:
        place: where the store is.
        env: the environment, which may name the host in the place of the URL, as for every PostgreSQL client.

    Raises:
        BadSettings: the database URL is none.
    """
    url = store_url(place)
    if url.get_backend_name() == "sqlite":
        return []
    named = [url.host, *(url.normalized_query.get(name) for name in ("host", "hostaddr"))]
    given = [one for value in named if value for one in ([value] if isinstance(value, str) else value)]
    given = given or [env.get(name, "") for name in ("PGHOST", "PGHOSTADDR")]
    hosts = (host.strip() for one in given for host in one.split(","))
    return [host for host in hosts if host and not host.startswith(("/", "@"))]


def store_url(place: Place) -> URL:
    """Return the URL of a store's database.

    Raises:
        BadSettings: the database URL is none.
    """
    return database_url(place.database_url) if place.database_url else sqlite_url(place.data_dir / FILE)
