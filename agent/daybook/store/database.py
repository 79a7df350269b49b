"""The SQL database: opened, migrated, with its errors translated into plain messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import URL, Connection, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from daybook.errors import StoreBusy, StoreError
from daybook.store.schema import HEAD

# synchronous=FULL: an acknowledged round survives a power cut, not only a killed process; it costs
# one fsync a session. secure_delete: what is forgotten is overwritten. busy_timeout: milliseconds.
_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "secure_delete": "ON",
    "busy_timeout": "10000",
}

FILE = "daybook.sqlite"
"""The database in a data directory."""

_MIGRATING = Lock()
"""Alembic keeps what it is at in globals, so two threads must not migrate at once."""

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


class Database:
    """The SQL database of a store, at the newest schema.

    Raises:
        StoreError: it cannot be opened, or it is damaged, or it was made by a newer Daybook.
    """

    def __init__(self, url: URL) -> None:
        self.name = url.render_as_string(hide_password=True) if url.host else str(url.database)
        self.engine = create_engine(url, hide_parameters=True)  # they hold what was said
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)
        self._writer = self.engine.execution_options(immediate=True)
        with self.reading(None) as connection:
            version = schema_version(connection)
        if version != HEAD:
            with _MIGRATING, self.writing(None) as connection:
                _migrate(connection, self.name)

    @contextmanager
    def reading(self, owner: str | None) -> Iterator[Connection]:
        """Open a read transaction: one consistent snapshot.

        Args:
            owner: whose rows it is about; None for what is about everybody.
        """
        with plain_errors(self.name), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self, owner: str | None) -> Iterator[Connection]:
        """Open a write transaction: committed at the end of the block, rolled back if it raises.

        Those of one owner follow upon each other, whichever process they are of.

        Args:
            owner: whose rows it is about; None for what is about everybody.

        Raises:
            StoreBusy: others were writing for longer than we wait.
        """
        with plain_errors(self.name), self._writer.begin() as connection:
            yield connection

    @property
    def is_remote(self) -> bool:
        """Whether it is a server's, whose files are out of reach."""
        return self.engine.dialect.name != "sqlite"

    def checkpoint(self) -> bool:
        """Move what was written into the database's own file, and empty the write-ahead log.

        What is deleted is overwritten there (secure_delete); the log keeps pages as they were before.

        Returns:
            Whether it succeeded; False while another process is reading an older state.
        """
        with plain_errors(self.name), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            return bool(raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def vacuum(self) -> bool:
        """Write the file anew, without a byte of what was deleted; says whether it succeeded."""
        with plain_errors(self.name), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute("VACUUM")
        return self.checkpoint()

    def problems(self) -> list[str]:
        """Run the database's integrity check and return its complaints; [] if there are none."""
        if self.engine.dialect.name != "sqlite":
            return []
        with self.reading(None) as connection:
            lines = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(5)"))]
            orphans = Counter(str(row[0]) for row in connection.execute(text("PRAGMA foreign_key_check")))
        lost = [f"{count} rows of {table} belong to nothing" for table, count in orphans.items()]
        return [*(line for line in lines if line != "ok"), *lost]

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def sqlite_url(path: Path) -> URL:
    """Return the SQLAlchemy URL of an SQLite file."""
    return URL.create("sqlite", database=str(path))


@contextmanager
def plain_errors(name: str) -> Iterator[None]:
    """Translate database errors into one line that says what to do.

    Raises:
        StoreBusy: another process was writing for longer than we wait.
        StoreError: anything else that went wrong.
    """
    try:
        yield
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorname", "")
        reason = str(error.orig).splitlines()[0]
        if code.startswith(_BUSY):
            raise StoreBusy(f"{name}: another process is writing to it; try again when it is done") from error
        raise StoreError(f"{name}: {_advice(code, reason)}") from error


def _advice(code: str, reason: str) -> str:
    if code.startswith(_DAMAGED):
        return f"the file is damaged ({reason}); put a copy back, or move it away and import again"
    if code.startswith(_FULL):
        return f"the disk is full or the file may not grow ({reason}); free some space and do the same again"
    return f"cannot be read or written ({reason}); check that the directory exists and may be written"


def _prepare(connection: object, _: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: _begin does, also before DDL.
    connection.isolation_level = None  # type: ignore[attr-defined]
    # The driver's own error quotes the text that is not UTF-8, and ends the reading of all the others.
    connection.text_factory = _decoded  # type: ignore[attr-defined]
    for pragma, value in _PRAGMAS.items():
        connection.execute(f"PRAGMA {pragma}={value}")  # type: ignore[attr-defined]


def _decoded(content: bytes) -> str:
    """Decode a text; bytes that are not UTF-8 become lone surrogates, which no stored text holds."""
    return content.decode("utf-8", "surrogateescape")


def _begin(connection: Connection) -> None:
    # A reader that turns writer may fail at once instead of waiting, so a writer says so first.
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _migrate(connection: Connection, name: str) -> None:
    version = schema_version(connection)
    if version == HEAD:
        return
    # Only a database that is not at the newest schema pays for importing Alembic.
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
            f"{name}: its schema {version} is not known here; a newer Daybook made it: upgrade to that one"
        ) from error


def stored_schema(data_dir: Path) -> str | None:
    """Read the version of the schema in a data directory without bringing it up to date; None without one.

    Raises:
        StoreError: the database cannot be read.
    """
    path = data_dir / FILE
    if not path.exists():
        return None
    engine = create_engine(sqlite_url(path))
    try:
        with plain_errors(str(path)), engine.connect() as connection:
            return schema_version(connection)
    finally:
        engine.dispose()


def schema_version(connection: Connection) -> str | None:
    """Return the schema version of the database; None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
