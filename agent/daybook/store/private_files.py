"""The files of the data directory, which their user alone may reach, and locks of one process at a time.

On systems without POSIX modes nothing is narrowed, and nothing is said to be too wide.
"""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

_OURS = ("daybook.sqlite*", "chroma.*")
"""Daybook's own files in a data directory, which may be a folder that holds other things too."""
_OTHERS = 0o077
"""The bits of a mode by which the group and others may do anything."""


def bytes_in(directory: Path) -> int:
    """Add up the sizes of all files in a directory and those below it."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def make_private_directory(path: Path) -> None:
    """Make a directory that its user alone may enter; one that is there keeps its mode."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Make an empty file that its user alone may read; an existing one is left as it is.

    SQLite takes an empty file for a new database, and gives its journals the mode of the database.
    """
    if not path.exists():
        path.touch(mode=0o600)


def open_to_others(data_dir: Path) -> list[Path]:
    """List Daybook's files and directories whose modes let others in; what a closed one holds is left out."""
    chroma = data_dir / "chroma"
    inside = _below(chroma) if _is_wide(chroma) else ()
    files = [path for pattern in _OURS for path in sorted(data_dir.glob(pattern))]
    return [path for path in (data_dir, *files, chroma, *inside) if _is_wide(path)]


def narrow_below(directory: Path) -> None:
    """Let nobody but their user reach a directory and what is below it."""
    for path in (directory, *_below(directory)):
        if _is_wide(path):
            path.chmod(_mode(path) & ~_OTHERS)


def _below(directory: Path) -> Iterator[Path]:
    return (path for path in sorted(directory.rglob("*")) if not path.is_symlink())


def _mode(path: Path) -> int:
    """Return the mode of a file; 0 for one that is gone, such as a journal that was just deleted."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return 0


def _is_wide(path: Path) -> bool:
    return os.name == "posix" and bool(_mode(path) & _OTHERS)


class ProcessLock:
    """The lock of a file, by SQLite's own locking, which every system has; nothing is written into the file.

    Not reentrant, within one process either; it may be taken in one thread and released in another.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    @property
    def is_held(self) -> bool:
        """True if this object holds the lock."""
        return self._connection is not None

    def acquire(self) -> bool:
        """Take the lock without waiting; True if it was free. Raises OSError if the file cannot be made."""
        make_private_file(self._path)
        connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            connection.close()
            if error.sqlite_errorname == "SQLITE_BUSY":
                return False
            if error.sqlite_errorname == "SQLITE_NOTADB":  # something wrote into it: an empty one does
                os.truncate(self._path, 0)
                return self.acquire()
            raise OSError(f"{self._path}: {error}") from error
        self._connection = connection
        return True

    def release(self) -> None:
        """Let the lock go; the file stays."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
