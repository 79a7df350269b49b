"""A Chroma directory: collections of ids and vectors, without texts; locked by one process at a time."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from daybook.embedding.protocol import Vectors
from daybook.errors import StoreBusy, StoreError
from daybook.store.files import make_private_directory, make_private_file, narrow_below
from daybook.store.hnsw_files import blank_unused
from daybook.store.segments import DATABASE, Segments, VectorsDamaged

LOG = logging.getLogger(__name__)

# The inner product of unit vectors is the cosine. With these the index names 0.9998 of the exact 50 best
# rounds over 9,079 vectors of real turns, and all where rounds are filtered. None but ef_search can be
# changed later.
_HNSW = {"space": "ip", "ef_search": 500, "ef_construction": 200, "max_neighbors": 32}

_BATCH = 5_000
"""Ids in one call: below Chroma's own limit of 5,461."""


class Chroma:
    """The collections of one directory. Not thread-safe: callers have to serialise their calls.

    Raises:
        StoreBusy: another process, or another store in this one, has the directory.
        StoreError: the directory cannot be written.
        VectorsDamaged: a collection cannot be read (any method but `open`, `lock` and `close`).
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        # Taken in one thread and let go in another.
        self._lock = FileLock(f"{directory}.lock", thread_local=False, mode=0o600)
        self._pid_file = Path(f"{directory}.pid")
        self._client: Any = None
        self._segments = Segments(directory)
        self._blanked: dict[Path, int] = {}

    def open(self) -> None:
        """Lock the directory for this process and open it; a directory too damaged to open is emptied."""
        if self._client is not None:
            return
        self.lock()
        self._segments.try_unchecked()
        try:
            self._connect()
        except VectorsDamaged as damage:
            LOG.warning("the vector index in %s is damaged and is made anew (%s)", self.directory, damage)
            shutil.rmtree(self.directory)
            self._segments = Segments(self.directory)
            self._connect()

    def lock(self) -> None:
        """Lock the directory for this process without opening it; nothing where it is locked already."""
        if self._lock.is_locked:
            return
        try:
            make_private_directory(self.directory)
            self._lock.acquire(blocking=False)
            make_private_file(self._pid_file)
            self._pid_file.write_text(str(os.getpid()))
        except Timeout:
            raise StoreBusy(self._busy()) from None
        except OSError as error:
            raise StoreError(f"{self.directory}: cannot be written ({error.strerror})") from error

    def close(self) -> None:
        """Close the directory and release its lock."""
        if self._client is not None:
            self._segments.begin_close()
            self._disconnect()
            self.tidy_files()
            self._segments = Segments(self.directory)
        if self._lock.is_locked:
            self._pid_file.unlink(missing_ok=True)
            self._lock.release()

    def ids(self, name: str) -> list[str] | None:
        """List the ids of a collection; None where there is no such collection."""
        with _mapped_errors():
            collection = self._find(name)
            return None if collection is None else list(collection.get(include=[])["ids"])

    def vectors(self, name: str, ids: Sequence[str]) -> Vectors:
        """Fetch the vectors of those ids, in their order, shape (len(ids), dim)."""
        if not ids:
            return np.zeros((0, 0), dtype=np.float32)
        found: dict[str, Any] = {}
        with _mapped_errors():
            collection = self._find(name)
            for start in range(0, len(ids), _BATCH):
                got = collection.get(ids=list(ids[start : start + _BATCH]), include=["embeddings"])
                found.update(zip(got["ids"], got["embeddings"], strict=True))
        if len(found) < len(ids):
            raise VectorsDamaged(f"{len(ids) - len(found)} vectors of {name} are missing")
        return np.array([found[name] for name in ids], dtype=np.float32)

    def nearest(
        self, name: str, queries: Vectors, *, count: int, ids: Sequence[str] | None = None
    ) -> list[list[str]]:
        """List the ids of the `count` vectors nearest to each query, best first, of `ids` alone if given."""
        with _mapped_errors():
            found = self._find(name).query(
                query_embeddings=queries,
                n_results=count,
                ids=None if ids is None else list(ids),
                include=["distances"],
            )
            return [list(row) for row in found["ids"]]

    def upsert(self, name: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Insert or replace vectors in a collection; creates the collection if it is missing."""
        with _mapped_errors():
            collection = self._client.get_or_create_collection(
                name, configuration={"hnsw": _HNSW}, embedding_function=None
            )
            self._segments.begin_use(str(collection.id))
            for start in range(0, len(ids), _BATCH):
                stop = start + _BATCH
                collection.upsert(ids=list(ids[start:stop]), embeddings=vectors[start:stop])

    def remove(self, name: str, ids: Sequence[str]) -> None:
        """Delete vectors from a collection; their bytes stay on disk until the collection is dropped."""
        with _mapped_errors():
            collection = self._find(name)
            for start in range(0, len(ids), _BATCH):
                collection.delete(ids=list(ids[start : start + _BATCH]))

    def drop_all_but(self, names: Collection[str]) -> None:
        """Drop every other collection, and the segment directories that dropped ones left behind."""
        with _mapped_errors():
            others = {collection.name for collection in self._client.list_collections()} - set(names)
            for name in others:
                self._client.delete_collection(name)
        if others or len(self._segments.on_disk()) > len(names):
            with _mapped_errors():
                self._segments.remove_orphans()

    def vacuum(self) -> None:
        """Run VACUUM on Chroma's own database, so that no bytes of dropped collections remain."""
        self._disconnect()
        with _mapped_errors():
            database = sqlite3.connect(self.directory / DATABASE, isolation_level=None)
            try:
                database.execute("PRAGMA secure_delete=ON")
                database.execute("VACUUM")
            finally:
                database.close()
            self._segments.remove_orphans()
        self._connect()

    def tidy_files(self) -> None:
        """Blank the unused part of Chroma's files, narrow their modes and write the checksums of its graphs.

        To be called after each use of Chroma.
        """
        blank_unused(self.directory, self._blanked)
        self._segments.end_use()
        with suppress(OSError):  # what another user owns is said by `daybook doctor`
            narrow_below(self.directory)

    def _busy(self) -> str:
        holder = ""
        with suppress(OSError):
            holder = self._pid_file.read_text().strip()
        return (
            f"{self.directory} is in use by process {holder or 'unknown'}, and one process at a time may "
            "use it: wait until that one is done, end it, or name another --data-dir"
        )

    def _connect(self) -> None:
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient
        from chromadb.config import Settings

        try:
            make_private_directory(self.directory)
            make_private_file(self.directory / DATABASE)
            with _mapped_errors():
                self._client = chromadb.PersistentClient(
                    str(self.directory), settings=Settings(anonymized_telemetry=False)
                )
                self._client.list_collections()
        except VectorsDamaged:
            # A client that failed to start would be handed out again for the same directory.
            SharedSystemClient.clear_system_cache()
            self._client = None
            raise

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _find(self, name: str) -> Any:
        from chromadb.errors import NotFoundError

        try:
            collection = self._client.get_collection(name, embedding_function=None)
        except NotFoundError:
            return None
        self._segments.begin_use(str(collection.id))
        return collection


@contextmanager
def _mapped_errors() -> Iterator[None]:
    """Map errors: damage to VectorsDamaged (rebuilding helps), a full disk to StoreError (it does not)."""
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, sqlite3.DatabaseError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        if any(sign in reason.lower() for sign in ("full", "space left", "too large", "disk i/o")):
            raise StoreError(f"the vector index cannot be written: {reason}; free some space") from error
        raise VectorsDamaged(reason) from error
