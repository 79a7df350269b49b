"""A Chroma directory: opened by one process at a time, and looked over before Chroma reads it."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from daybook.errors import StoreBusy, StoreError
from daybook.store.files import make_private_directory, make_private_file, narrow_below
from daybook.store.hnsw_files import blank_unused
from daybook.store.process_lock import ProcessLock
from daybook.store.segments import DATABASE, Segments, VectorsDamaged

LOG = logging.getLogger(__name__)


class ChromaDirectory:
    """Chroma in a directory of this machine; one that is too damaged to open is emptied.

    Not thread-safe: callers have to serialise their calls.
    """

    keeps = ""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.client: Any = None
        self._lock = ProcessLock(Path(f"{directory}.lock"))
        self._pid_file = Path(f"{directory}.pid")
        self._segments = Segments(directory)
        self._blanked: dict[Path, int] = {}

    def open(self) -> None:
        """Lock the directory for this process and open it.

        Raises:
            StoreBusy: another process, or another store in this one, has the directory.
            StoreError: the directory cannot be written.
        """
        if self.client is not None:
            return
        self._take_lock()
        self._segments.try_unchecked()
        try:
            self._connect()
        except VectorsDamaged as damage:
            LOG.warning("the vector index in %s is damaged and is made anew (%s)", self.directory, damage)
            shutil.rmtree(self.directory)
            self._segments = Segments(self.directory)
            self._connect()
        self._segments.remove_orphans()

    def begin_use(self, collection: Any) -> None:
        """Take away the checksums of a collection's graph.

        Raises:
            VectorsDamaged: the graph is not as it was left.
        """
        self._segments.begin_use(str(collection.id))

    def end_use(self) -> None:
        """Blank the unused part of the files, narrow their modes and write the checksums of the graphs."""
        blank_unused(self.directory, self._blanked)
        self._segments.end_use()
        with suppress(OSError):  # what another user owns is said by `daybook doctor`
            narrow_below(self.directory)

    def vacuum(self) -> None:
        """Run VACUUM on Chroma's own database, and remove the graphs of dropped collections."""
        self._disconnect()
        with closing(sqlite3.connect(self.directory / DATABASE, isolation_level=None)) as database:
            database.execute("PRAGMA secure_delete=ON")
            database.execute("VACUUM")
        self._segments.remove_orphans()
        self._connect()

    def close(self) -> None:
        """Close the directory and release its lock."""
        if self.client is not None:
            self._segments.begin_close()
            self._disconnect()
            self.end_use()
            self._segments = Segments(self.directory)
        if self._lock.is_held:
            self._pid_file.unlink(missing_ok=True)
            self._lock.release()

    def _take_lock(self) -> None:
        try:
            make_private_directory(self.directory)
            if not self._lock.acquire():
                raise StoreBusy(self._busy())
            make_private_file(self._pid_file)
            self._pid_file.write_text(str(os.getpid()))
        except OSError as error:
            raise StoreError(f"{self.directory}: cannot be written ({error.strerror or error})") from error

    def _busy(self) -> str:
        holder = ""
        with suppress(OSError):
            holder = self._pid_file.read_text().strip()
        return (
            f"{self.directory} is in use by process {holder or 'unknown'}, and one process at a time may "
            "write it: wait until that one is done, or end it"
        )

    def _connect(self) -> None:
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient
        from chromadb.config import Settings
        from chromadb.errors import ChromaError

        try:
            make_private_directory(self.directory)
            make_private_file(self.directory / DATABASE)
            self.client = chromadb.PersistentClient(
                str(self.directory), settings=Settings(anonymized_telemetry=False)
            )
            self.client.list_collections()
        except (ChromaError, sqlite3.DatabaseError, ValueError) as error:
            # A client that failed to start would be handed out again for the same directory.
            SharedSystemClient.clear_system_cache()
            self.client = None
            raise VectorsDamaged(str(error).partition("\n")[0]) from error

    def _disconnect(self) -> None:
        if self.client is not None:
            self.client.close()
            self.client = None
