"""A lock that one process holds at a time, and that the operating system lets go when the process ends."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from daybook.store.files import make_private_file


class ProcessLock:
    """The lock of a file, by SQLite's own locking, which every system has; nothing is written into the file.

    It is not reentrant: a second one of the same file is refused in the same process too. It may be taken in
    one thread and let go in another.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._connection is not None

    def acquire(self) -> bool:
        """Take the lock without waiting; says whether it was free.

        Raises:
            OSError: the file cannot be made or opened.
        """
        make_private_file(self._path)
        connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            connection.close()
            if error.sqlite_errorname == "SQLITE_BUSY":
                return False
            raise OSError(f"{self._path}: {error}") from error
        self._connection = connection
        return True

    def release(self) -> None:
        """Let the lock go; the file stays."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
