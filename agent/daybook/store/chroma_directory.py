"""A Chroma directory: opened by one process at a time, and checked before Chroma reads it.

A garbled HNSW graph ends the whole process, with no error to catch. So checksums of a graph lie beside it
while nobody uses it: compared before the first read, removed during use, written afterwards. A graph without
checksums was in use when a process was killed, and is made anew from the database.
"""

import json
import logging
import os
import shutil
import sqlite3
import struct
from contextlib import closing, suppress
from hashlib import file_digest
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any

from daybook.conversation.errors import StoreBusy, StoreError
from daybook.store.chroma import Chroma, VectorsDamaged
from daybook.store.private_files import (
    ProcessLock,
    make_private_directory,
    make_private_file,
    narrow_below,
)

LOG = logging.getLogger(__name__)

_CHECKSUMS = "checksums.json"
_DATABASE = "chroma.sqlite3"
_TRIES_EVERY = 0.05
"""Seconds between two attempts at a directory that another process has."""
_ASKS_FOR = 2.0
"""Seconds for which an attempt counts as asking."""
# Version, offset of level 0, elements there is room for, elements there are, bytes of one element.
_HEADER = struct.Struct("<iQQQQ")
_HEADER_VERSION = 1


class ChromaDirectory(Chroma):
    """Chroma in a directory of this machine; one that is too damaged to open is emptied."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self.directory = directory
        self._lock = ProcessLock(Path(f"{directory}.lock"))
        self._asking_file = Path(f"{directory}.asking")
        self._blanked: dict[Path, int] = {}
        self._graphs = _Graphs(directory, self._blanked)

    def open(self, patience: float = 0.0) -> None:
        """Lock the directory for this process and open it; see `Chroma.open`."""
        if self._client is not None:
            return
        self._take_lock(patience)
        try:
            self._connect()
        except VectorsDamaged as damage:
            LOG.warning("the vector index in %s is damaged and is made anew (%s)", self.directory, damage)
            shutil.rmtree(self.directory)
            self._graphs = _Graphs(self.directory, self._blanked)
            self._connect()
        self._graphs.remove_orphans()

    def end_use(self) -> None:
        """Blank the unused part of the files, write the checksums of the graphs and narrow all modes."""
        self._graphs.end_use()
        with suppress(OSError):  # what another user owns is said by `daybook doctor`
            narrow_below(self.directory)

    def vacuum(self) -> None:
        """Run VACUUM on Chroma's own database, and remove the graphs of dropped collections."""
        self._disconnect()
        with closing(sqlite3.connect(self.directory / _DATABASE, isolation_level=None)) as database:
            database.execute("PRAGMA secure_delete=ON")
            database.execute("VACUUM")
        self._graphs.remove_orphans()
        self._connect()

    def close(self) -> None:
        """Close the directory and release its lock."""
        if self._client is not None:
            self._graphs.begin_close()
            self._disconnect()
            self.end_use()
            self._graphs = _Graphs(self.directory, self._blanked)
        if self._lock.is_held:
            self._lock.release()

    def _begin_use(self, collection: Any) -> None:
        self._graphs.begin_use(str(collection.id))

    @property
    def is_asked_for(self) -> bool:
        """True if another process has lately asked for the directory that this one has open."""
        with suppress(OSError):
            return self._client is not None and time() - self._asking_file.stat().st_mtime < _ASKS_FOR
        return False

    def _take_lock(self, patience: float) -> None:
        end = monotonic() + patience
        try:
            make_private_directory(self.directory)
            while not self._lock.acquire():
                if monotonic() > end:
                    raise StoreBusy(
                        f"{self.directory} is in use by another process, and one at a time may write it: wait"
                        " until that one is done, or end it"
                    )
                make_private_file(self._asking_file)
                os.utime(self._asking_file)
                sleep(_TRIES_EVERY)
            self._asking_file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{self.directory}: cannot be written ({error.strerror or error})") from error

    def _connect(self) -> None:
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient
        from chromadb.config import Settings
        from chromadb.errors import ChromaError

        try:
            make_private_directory(self.directory)
            make_private_file(self.directory / _DATABASE)
            settings = Settings(anonymized_telemetry=False)
            self._client = chromadb.PersistentClient(str(self.directory), settings=settings)
            self._client.list_collections()
        except (ChromaError, sqlite3.DatabaseError, ValueError) as error:
            # A client that failed to start would be handed out again for the same directory.
            SharedSystemClient.clear_system_cache()
            self._client = None
            raise VectorsDamaged(str(error).partition("\n")[0]) from error

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def vectors_on_disk(directory: Path) -> int:
    """Count the vectors in a Chroma directory without opening it; 0 where they cannot be counted."""
    try:
        return int(str(_chroma_rows(directory, "SELECT count(*) FROM embeddings")[0][0]))
    except sqlite3.Error:
        return 0


class _Graphs:
    """The graphs of one Chroma directory, each in a directory that is named by the id of its segment."""

    def __init__(self, directory: Path, blanked: dict[Path, int]) -> None:
        self._directory, self._blanked = directory, blanked
        """Of each file, when it was last blanked, in nanoseconds; files unchanged since are skipped."""
        self._found: dict[str, Path] = {}
        self._sound: set[Path] = set()
        self._in_use: set[Path] = set()
        self._digests: dict[Path, tuple[int, int, str]] = {}

    def begin_use(self, collection_id: str) -> None:
        """Remove the checksums of a collection's graph before it is used, unless it is not as it was left."""
        path = self._path_of(collection_id)
        if path in self._in_use:
            return
        if path not in self._sound and not self._is_as_left(path):
            raise VectorsDamaged("the files of its graph are not as they were left")
        self._sound.add(path)
        self._in_use.add(path)
        (path / _CHECKSUMS).unlink(missing_ok=True)

    def begin_close(self) -> None:
        """Take away the checksums of every graph that was used: closing Chroma may write it."""
        for path in self._sound:
            (path / _CHECKSUMS).unlink(missing_ok=True)
        self._in_use |= self._sound

    def end_use(self) -> None:
        """Blank the unused parts of all graphs, and write the checksums of those used.

        Chroma must be at rest; it may keep the files open, since it reads and writes used elements only.
        """
        for header in self._directory.glob("*/header.bin"):
            for path in (header.with_name("data_level0.bin"), header.with_name("length.bin")):
                if path.exists() and self._blanked.get(path) != path.stat().st_mtime_ns:
                    start = _used_bytes(path, header.read_bytes())
                    with path.open("r+b") as file:
                        file.seek(start)
                        file.write(bytes(path.stat().st_size - start))
                    self._blanked[path] = path.stat().st_mtime_ns
        for path in self._in_use:
            if path.is_dir():
                try:
                    (path / _CHECKSUMS).write_text(json.dumps(self._checksums(path)), encoding="utf-8")
                except OSError:  # the disk is full: it is tried next time
                    (path / _CHECKSUMS).unlink(missing_ok=True)
        self._in_use.clear()

    def remove_orphans(self) -> None:
        listed = {str(row[0]) for row in _chroma_rows(self._directory, "SELECT id FROM segments")}
        for path in list(self._directory.iterdir()):
            if path.is_dir() and path.name not in listed:
                shutil.rmtree(path)

    def _path_of(self, collection_id: str) -> Path:
        if collection_id not in self._found:
            query = "SELECT id FROM segments WHERE collection = ? AND scope = 'VECTOR'"
            rows = _chroma_rows(self._directory, query, collection_id)
            if not rows:
                raise VectorsDamaged("a collection has no graph")
            self._found[collection_id] = self._directory / str(rows[0][0])
        return self._found[collection_id]

    def _is_as_left(self, path: Path) -> bool:
        """True if the checksums are those of the files, or there are no files yet."""
        try:
            if not path.is_dir() or not any(path.iterdir()):
                return True
            left = json.loads((path / _CHECKSUMS).read_text(encoding="utf-8"))
            return bool(left == self._checksums(path))
        except (OSError, ValueError):
            return False

    def _checksums(self, path: Path) -> dict[str, str]:
        """Return the SHA-256 of each file; those that are unchanged since the last call are not read."""
        found = {}
        for file in sorted(path.iterdir()):
            if file.name != _CHECKSUMS:
                stat, known = file.stat(), self._digests.get(file)
                if known is None or known[:2] != (stat.st_size, stat.st_mtime_ns):
                    with file.open("rb") as content:
                        digest = file_digest(content, "sha256").hexdigest()
                    known = self._digests[file] = (stat.st_size, stat.st_mtime_ns, digest)
                found[file.name] = known[2]
        return found


def _chroma_rows(directory: Path, query: str, *values: str) -> list[tuple[object, ...]]:
    """Ask Chroma's own database without writing to it."""
    with closing(sqlite3.connect(f"file:{directory / _DATABASE}?mode=ro", uri=True)) as database:
        return database.execute(query, values).fetchall()


def _used_bytes(path: Path, header: bytes) -> int:
    """Return how many bytes of a graph's file are in use; all of them if its format is unknown.

    Chroma fills the room for further elements with whatever its process's memory held, forgotten texts among
    it, so that part is overwritten with zeros. The file of lengths counts as unused: an index of unit vectors
    neither writes nor reads it.
    """
    everything = path.stat().st_size
    if len(header) < _HEADER.size:
        return everything
    version, _, room, used, size = _HEADER.unpack_from(header)
    if version != _HEADER_VERSION:
        return everything
    if path.name == "length.bin":
        return 0
    # The file may be of another length than the room: it keeps that of an earlier time while it suffices.
    is_whole = used <= room and size > 0 and everything % size == 0
    return min(int(used * size), everything) if is_whole else everything
