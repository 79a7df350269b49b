"""SQLite: one file, read by any number of processes while one writes."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

# synchronous=FULL: an acknowledged round survives a power cut, not only a killed process; it costs
# one fsync a session. secure_delete: what is forgotten is overwritten. busy_timeout: milliseconds.
_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "secure_delete": "ON",
    "busy_timeout": "10000",
}

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


ENCRYPTED = "sqlite+pysqlcipher"
"""The driver of a file that SQLCipher encrypts; its passphrase is the password of the URL."""


class Sqlite:
    """How a database in a file is opened, written by one process at a time, checked and tidied."""

    is_remote = False

    def __init__(self, url: URL) -> None:
        self._encrypted = url.drivername == ENCRYPTED
        # Parameters hold what was said. The pool is that of plain files: SQLCipher's own would close
        # connections of other threads that are in use.
        self.engine: Engine = create_engine(url, hide_parameters=True, poolclass=QueuePool)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self.writer = self.engine.execution_options(immediate=True)

    def begin_reading(self, connection: Connection, owner: str | None) -> None:
        """Do nothing: a transaction reads one snapshot."""

    def begin_writing(self, connection: Connection, owner: str | None) -> None:
        """Do nothing: the transaction began by waiting for its turn to write."""

    def is_busy(self, error: DBAPIError) -> bool:
        """Whether others were writing for longer than we wait."""
        return _code(error).startswith(_BUSY)

    def advice(self, error: DBAPIError) -> str:
        """Say what was wrong and what to do."""
        code, reason = _code(error), str(error.orig).splitlines()[0]
        if self._encrypted and code == "SQLITE_NOTADB":
            return f"the passphrase is another one, or the file is damaged or not encrypted ({reason})"
        if code.startswith(_DAMAGED):
            return f"the file is damaged ({reason}); put a copy back, or move it away and import again"
        if code.startswith(_FULL):
            return (
                f"the disk is full or the file may not grow ({reason}); free some space and do the same again"
            )
        return f"cannot be read or written ({reason}); check that the directory exists and may be written"

    def checkpoint(self) -> bool:
        """Move what was written into the file itself, and empty the write-ahead log.

        What is deleted is overwritten there (secure_delete); the log keeps pages as they were before.

        Returns:
            Whether it succeeded; False while another process is reading an older state.
        """
        with self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            return bool(raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def vacuum(self) -> bool:
        """Write the file anew, without a byte of what was deleted; says whether it succeeded."""
        with self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute("VACUUM")
        return self.checkpoint()

    def problems(self, connection: Connection) -> list[str]:
        """Run the integrity check and return its complaints; [] if there are none."""
        lines = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(5)"))]
        orphans = Counter(str(row[0]) for row in connection.execute(text("PRAGMA foreign_key_check")))
        lost = [f"{count} rows of {table} belong to nothing" for table, count in orphans.items()]
        return [*(line for line in lines if line != "ok"), *lost]

    def size(self, connection: Connection) -> int:
        """Return 0: its bytes are those of the data directory."""
        return 0


def _code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlite_errorname", ""))


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
