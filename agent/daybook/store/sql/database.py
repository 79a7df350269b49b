"""The SQL database, in a file or on a server: opened, migrated, its errors told in plain messages."""

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, tzinfo
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Self, TypeVar, TypeVarTuple, cast
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, Row, Select, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, QueuePool

from daybook.conversation.errors import StoreBusy, StoreError
from daybook.conversation.extras import install
from daybook.settings import without_password
from daybook.store.sql.columns import escaped
from daybook.store.sql.sql_tables import HEAD, metadata, owners

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

FILE = "daybook.sqlite"
"""The database in a data directory."""

_VERSION_TABLE = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
"""As Alembic makes it."""
_MAX_HELD = 10_000
"""Values that are held until the next commit: a few of each owner who is asked about."""
_MIGRATING = Lock()
"""Alembic keeps what it is at in globals, so two threads must not migrate at once."""


class Database:
    """The SQL database of a store, at the newest schema: `Database(url)` is one of SQLite or of PostgreSQL.

    Raises StoreError where it cannot be opened, is damaged, or has a schema that this version does not know.
    """

    is_remote: bool
    """Whether it is a server's, whose files are out of reach."""
    zone: tzinfo = UTC
    """Of owners who have none of their own."""
    unwritable = ""
    """Why it is only read; "" where it can be written."""
    _engine: Engine
    _writer: Engine

    def __new__(cls, url: URL, *, migrate: bool = True) -> Self:
        """Choose the kind of the database by its URL."""
        kind = _Postgresql if url.get_backend_name() == "postgresql" else _Sqlite
        return super().__new__(cast("type[Self]", kind))

    def __init__(self, url: URL, *, migrate: bool = True) -> None:
        """Open it; without `migrate` an older schema stays as it is."""
        shown = without_password(url.render_as_string(hide_password=True))
        self.name = shown if url.host else str(url.database)
        self._held: dict[Hashable, Any] = {}
        self._held_at: int | None = None
        self._holding = Lock()
        self._connect(url)
        if migrate:
            with self.reading(None) as connection:
                version = schema_version(connection)
            if version != HEAD:
                with _MIGRATING, self.writing(None) as connection:
                    _migrate(connection, self.name)

    @contextmanager
    def reading(self, owner: str | None) -> Iterator[Connection]:
        """Open a read transaction, one consistent snapshot, on the rows of an owner; None: of everybody."""
        with self._plain_errors(), self._engine.begin() as connection:
            self._begin_reading(connection, owner)
            yield connection

    @contextmanager
    def writing(self, owner: str | None) -> Iterator[Connection]:
        """Open a write transaction on an owner's rows (None: everybody's); rolled back if the block raises.

        Writers of one owner take turns, in whichever process.
        """
        with self._plain_errors(), self._writer.begin() as connection:
            self._begin_writing(connection, owner)
            yield connection

    def rows(self, owner: str | None, query: Select[*_Ts]) -> Sequence[Row[*_Ts]]:
        """Return the rows of a query, in a read transaction of its own."""
        with self.reading(owner) as connection:
            return connection.execute(query).all()

    def column(self, owner: str | None, query: Select[_T]) -> list[_T]:
        """Return the first column of the rows of a query."""
        with self.reading(owner) as connection:
            return list(connection.execute(query).scalars())

    def value(self, owner: str | None, query: Select[_T]) -> _T | None:
        """Return the first value of a query; None without a row."""
        with self.reading(owner) as connection:
            return connection.execute(query).scalar()

    def count(self, owner: str | None, query: Select[int]) -> int:
        """Return the number that a query counts."""
        return self.value(owner, query) or 0

    def unchanged(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return what `read` reads, without reading while nobody, in any process, has committed anything.

        Names are those of what is read. What is held goes with the first call after a commit.
        """
        commits = self._commits()
        with self._holding:
            if commits is None or commits != self._held_at or len(self._held) >= _MAX_HELD:
                self._held, self._held_at = {}, commits
            if name in self._held:
                found: _T = self._held[name]
                return found
            held = self._held
        found = read()
        held[name] = found  # of that moment or later: a commit since then is seen by the next call
        return found

    def _commits(self) -> int | None:
        """Return a number that changes with every commit of anybody; None where there is none."""
        return None

    def checkpoint(self) -> bool:
        """Have everything that was written in its place; says whether that succeeded."""
        return True

    def vacuum(self) -> bool:
        """Remove what is left of deleted rows, as far as it can be reached; says whether that succeeded."""
        raise NotImplementedError

    def problems(self) -> list[str]:
        """Run the database's own check and return its complaints; [] if there are none."""
        raise NotImplementedError

    def size(self) -> int:
        """Return the bytes that it takes beside the data directory."""
        return 0

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """Translate database errors into one line that says what to do."""
        try:
            yield
        except DBAPIError as error:
            if self._is_busy(error):
                raise StoreBusy(
                    f"{self.name}: another process is writing to it; try again when it is done"
                ) from error
            raise StoreError(f"{self.name}: {self._advice(error)}") from error

    def _connect(self, url: URL) -> None:
        """Make the engines."""
        raise NotImplementedError

    def _begin_reading(self, connection: Connection, owner: str | None) -> None:
        """Have a transaction read one snapshot, of the rows of an owner, or of everybody's."""

    def _begin_writing(self, connection: Connection, owner: str | None) -> None:
        """Wait for the turn to write for an owner, or for what is about everybody."""

    def _is_busy(self, error: DBAPIError) -> bool:
        """True if others were writing for longer than we wait."""
        raise NotImplementedError

    def _advice(self, error: DBAPIError) -> str:
        """Say what was wrong and what to do."""
        raise NotImplementedError


def sqlite_url(path: Path) -> URL:
    """Return the SQLAlchemy URL of an SQLite file."""
    return URL.create("sqlite", database=str(path))


def _create(connection: Connection) -> None:
    """Make the newest schema in an empty database; migrations are for databases of an older Daybook."""
    metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        _build_walls(connection)
    connection.exec_driver_sql(_VERSION_TABLE)
    connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:head)"), {"head": HEAD})


def _migrate(connection: Connection, name: str) -> None:
    version = schema_version(connection)
    if version == HEAD:
        return
    if version is None:
        _create(connection)
        return
    # Only a database of an older Daybook pays for importing Alembic.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        raise StoreError(
            f"{name}: another version of Daybook made it (schema {version}): write it out with"
            " `daybook export` of that version, and read that with `daybook import` here into a new place"
        ) from error


def schema_version(connection: Connection) -> str | None:
    """Return the schema version of the database; None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


ENCRYPTED = "sqlite+pysqlcipher"
"""The driver of a file that SQLCipher encrypts; its passphrase is the password of the URL."""

_WAIT_OF_FILE = "10000"
# synchronous=FULL: an acknowledged round survives a power cut, not only a killed process; it costs
# one fsync a session. secure_delete: what is forgotten is overwritten. busy_timeout: milliseconds.
_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "secure_delete": "ON",
    "busy_timeout": _WAIT_OF_FILE,
}
_ROOM = 64 * 1024
"""Bytes that SQLite needs beside a file to open it for writing."""
_SQLITE_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_SQLITE_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")
_SQLITE_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")

_OWNER, _EVERYONE = "daybook.owner", "daybook.everyone"
"""The settings that the policies of PostgreSQL's tables look at: whose rows are seen, or that all are."""
_WAIT = "10s"
"""How long a writer waits for those before it."""
# SQLSTATEs of a lock that was waited for too long, of a full disk, and how those of a server begin that is
# away, shutting down, or refuses the user or the database.
_POSTGRESQL_BUSY = "55P03"
_POSTGRESQL_FULL = "53100"
_POSTGRESQL_AWAY = ("08", "57P", "28", "3D")
_VACUUMED = "rounds, turns, sessions, index_rows, text_vectors, ledger_events, items, item_vectors, meta"


class _Sqlite(Database):
    """A file, read by any number of processes while one writes; a transaction is one snapshot anyway."""

    is_remote = False
    _watch: PoolProxiedConnection | None

    def _connect(self, url: URL) -> None:
        self._encrypted = url.drivername == ENCRYPTED
        if not self._encrypted and (reason := _unwritable(Path(str(url.database)))):
            self.unwritable = reason
            url = _read_only(Path(str(url.database)))
        # Parameters hold what was said. The pool is that of plain files: SQLCipher's own would close
        # connections of other threads that are in use.
        self._engine = create_engine(url, hide_parameters=True, poolclass=QueuePool)
        pragmas = {"busy_timeout": _WAIT_OF_FILE} if self.unwritable else _PRAGMAS
        event.listen(self._engine, "connect", partial(_prepare, pragmas=pragmas))
        event.listen(self._engine, "begin", _begin)
        self._writer = self._engine.execution_options(immediate=True)
        self._watching, self._watch = Lock(), None

    def _commits(self) -> int | None:
        """Ask a connection that never writes, to which every commit is another's."""
        with self._watching, self._plain_errors():
            if self._watch is None:
                self._watch = self._engine.raw_connection()
            raw = self._watch.driver_connection
            assert raw is not None
            try:
                found: int = raw.execute("PRAGMA data_version").fetchone()[0]
            except self._engine.dialect.loaded_dbapi.Error:  # whatever is wrong is told by who reads
                return None
        return found

    def close(self) -> None:
        with self._watching:
            if self._watch is not None:
                self._watch.close()
                self._watch = None
        super().close()

    def _is_busy(self, error: DBAPIError) -> bool:
        return _sqlite_code(error).startswith(_SQLITE_BUSY)

    def _advice(self, error: DBAPIError) -> str:
        code, reason = _sqlite_code(error), str(error.orig).splitlines()[0]
        if self.unwritable:
            return f"{self.unwritable}, so it is only read ({reason}): mend that and do the same again"
        if self._encrypted and code == "SQLITE_NOTADB":
            return f"the passphrase is another one, or the file is damaged or not encrypted ({reason})"
        if code.startswith(_SQLITE_DAMAGED):
            return f"the file is damaged ({reason}); put a copy back, or move it away and import again"
        if code.startswith(_SQLITE_FULL):
            return (
                f"the disk is full or the file may not grow ({reason}); free some space and do the same again"
            )
        return f"cannot be read or written ({reason}); check that the directory exists and may be written"

    def checkpoint(self) -> bool:
        """Empty the write-ahead log into the file; False while another process reads an older state.

        Deleted data is overwritten in the file (secure_delete); the log still has the pages as they were.
        """
        return bool(self._run("PRAGMA wal_checkpoint(TRUNCATE)")[0] == 0)

    def vacuum(self) -> bool:
        self._run("VACUUM")
        return self.checkpoint()

    def problems(self) -> list[str]:
        with self.reading(None) as connection:
            lines = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(5)"))]
            orphans = Counter(str(row[0]) for row in connection.execute(text("PRAGMA foreign_key_check")))
        lost = [f"{count} rows of {table} belong to nothing" for table, count in orphans.items()]
        return [*(line for line in lines if line != "ok"), *lost]

    def _run(self, statement: str) -> Any:
        with self._plain_errors(), self._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            return raw.execute(statement).fetchone()


class _Postgresql(Database):
    """A database for many processes on many machines, written by one at a time for each owner."""

    is_remote = True

    def _connect(self, url: URL) -> None:
        try:
            self._engine = create_engine(
                url, hide_parameters=True, pool_pre_ping=True, pool_size=8, max_overflow=24
            )
        except ModuleNotFoundError as error:
            raise StoreError(f"a PostgreSQL database needs {error.name}: {install('postgres')}") from error
        self._writer = self._engine

    def _begin_reading(self, connection: Connection, owner: str | None) -> None:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        _see(connection, owner)

    def _begin_writing(self, connection: Connection, owner: str | None) -> None:
        connection.execute(text("SELECT set_config('lock_timeout', :wait, true)"), {"wait": _WAIT})
        lock = text("SELECT pg_advisory_xact_lock(hashtextextended(:owner, 20))")
        connection.execute(lock, {"owner": "" if owner is None else f"of {escaped(owner)}"})
        _see(connection, owner)

    def _is_busy(self, error: DBAPIError) -> bool:
        return _postgresql_code(error) == _POSTGRESQL_BUSY

    def _advice(self, error: DBAPIError) -> str:
        code, reason = _postgresql_code(error), str(error.orig).splitlines()[0]
        if code == _POSTGRESQL_FULL:
            return f"the disk of the server is full ({reason}); free some space and do the same again"
        if not code or code.startswith(_POSTGRESQL_AWAY):
            return f"the server cannot be used ({reason}); check DAYBOOK_DATABASE_URL and the server"
        return f"cannot be read or written ({reason})"

    def vacuum(self) -> bool:
        """Have the server free the room of deleted rows, which it overwrites in time."""
        autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        with self._plain_errors(), autocommit.connect() as connection:
            connection.execute(text(f"VACUUM {_VACUUMED}"))
        return True

    def problems(self) -> list[str]:
        """Say whether the walls between owners hold for the role that is connected."""
        query = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
        with self.reading(None) as connection:
            is_above = connection.execute(text(query)).scalar()
        problem = "its role is above the walls between owners: use one that is no superuser"
        return [problem] if is_above else []

    def size(self) -> int:
        with self.reading(None) as connection:
            return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def _sqlite_code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlite_errorname", ""))


def _prepare(connection: Any, _: ConnectionPoolEntry, *, pragmas: Mapping[str, str]) -> None:
    # The driver must not begin transactions by itself: _begin does, also before DDL.
    connection.isolation_level = None
    # The driver's own error quotes the text that is not UTF-8, and ends the reading of all the others.
    # So bytes that are not UTF-8 become lone surrogates, which no stored text holds.
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    for pragma, value in pragmas.items():
        connection.execute(f"PRAGMA {pragma}={value}")


def _unwritable(file: Path) -> str:
    """Say why a file that is there can be read and not written; "" where it can, or there is none."""
    if not file.is_file() or not file.stat().st_size:
        return ""
    if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        return "it may not be written"
    if not hasattr(os, "statvfs"):
        return ""
    disk = os.statvfs(file.parent)
    return "the disk is full" if disk.f_bavail * disk.f_frsize < _ROOM else ""


def _read_only(file: Path) -> URL:
    """Open a file to be read alone; SQLite needs room beside it only where another process has it open."""
    options = {"mode": "ro", "uri": "true"}
    log = Path(f"{file}-wal")
    if not log.exists() or not log.stat().st_size:
        options["immutable"] = "1"
    return URL.create("sqlite", database=f"file:{quote(str(file))}", query=options)


def _begin(connection: Connection) -> None:
    # A reader that turns writer may fail at once instead of waiting, so a writer says so first.
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _build_walls(connection: Connection) -> None:
    """Force a policy on every table that has an owner: a transaction sees the rows of its owner alone."""
    everyone, named = (
        f"current_setting('{_EVERYONE}', true) = 'on'",
        f"owner = current_setting('{_OWNER}', true)",
    )
    for table in metadata.sorted_tables:
        # Of the owners a transaction sees its own alone, so this is one key, looked up once.
        of_owner = named if table is owners else f"owner_pk = (SELECT owner_pk FROM owners WHERE {named})"
        if "owner_pk" in table.c:
            condition = f"{everyone} OR {of_owner}"
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ENABLE ROW LEVEL SECURITY")
            connection.exec_driver_sql(f"ALTER TABLE {table.name} FORCE ROW LEVEL SECURITY")
            policy = f"CREATE POLICY {table.name}_of_owner ON {table.name} USING ({condition})"
            connection.exec_driver_sql(f"{policy} WITH CHECK ({condition})")


def _see(connection: Connection, owner: str | None) -> None:
    """Let a transaction see the rows of an owner alone, or everybody's."""
    name, value = (_EVERYONE, "on") if owner is None else (_OWNER, escaped(owner))
    connection.execute(text("SELECT set_config(:name, :value, true)"), {"name": name, "value": value})


def _postgresql_code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or "")
