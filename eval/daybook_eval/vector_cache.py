"""A cache of vectors on disk, keyed by embedder fingerprint and text hash; an embedder with such a cache."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from daybook.models.embedding.embedder import Embedder, Vectors, WrappedEmbedder

Vector = NDArray[np.float32]
ResultT = TypeVar("ResultT")
SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    text_sha256 BLOB NOT NULL,
    fingerprint TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (text_sha256, fingerprint)
)
"""
BATCH = 500
"""Texts looked up by one statement."""
LOCK_TIMEOUT = 10.0
"""Seconds to wait for another process that writes."""
UNIT_TOLERANCE = 1e-3
"""How far from 1 the length of a sound vector may be."""

PART = 256
"""Texts embedded before their vectors are kept, so that a stopped import loses little."""

log = logging.getLogger(__name__)


class VectorCache:
    """Vectors kept in one SQLite file, which several threads and processes may share.

    All of it can be made again: a damaged file is replaced, and while the file cannot be read or written
    nothing is found or kept, which is logged once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._warned = False

    def get(self, fingerprint: str, texts: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those texts that are kept, by text."""
        texts_of = {_digest(text): text for text in texts}

        def read(connection: sqlite3.Connection) -> dict[str, Vector]:
            found = {}
            for part in _parts(list(texts_of)):
                rows = connection.execute(
                    "SELECT text_sha256, vector FROM vectors WHERE fingerprint = ?"
                    f" AND text_sha256 IN ({_placeholders(part)})",
                    (fingerprint, *part),
                )
                for digest, blob in rows:
                    if (vector := _vector(blob)) is not None:
                        found[texts_of[digest]] = vector
            return found

        return self._try(read) or {}

    def put(self, fingerprint: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by their texts, all or none; a text that is kept already is replaced."""
        rows = [
            (_digest(text), fingerprint, vector.astype("<f4").tobytes()) for text, vector in vectors.items()
        ]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

        self._try(write)

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            self._disconnect()

    def _try(self, work: Callable[[sqlite3.Connection], ResultT]) -> ResultT | None:
        try:
            return self._run(work)
        except (OSError, sqlite3.Error) as error:
            if not self._warned:
                self._warned = True
                log.warning("%s: vectors are not cached: %s", self._path, error)
            return None

    def _run(self, work: Callable[[sqlite3.Connection], ResultT]) -> ResultT:
        with self._lock:
            try:
                return work(self._connect())
            except sqlite3.OperationalError:  # busy, full, read-only: the file itself is sound
                raise
            except sqlite3.DatabaseError as error:
                log.warning("%s: the damaged vector cache is begun anew: %s", self._path, error)
                self._delete()
                return work(self._connect())

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=LOCK_TIMEOUT, check_same_thread=False)
            self._connection = connection
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(SCHEMA)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _delete(self) -> None:
        self._disconnect()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self._path}{suffix}").unlink(missing_ok=True)


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _vector(blob: object) -> Vector | None:
    if not isinstance(blob, bytes) or len(blob) % 4:
        return None
    vector = np.frombuffer(blob, dtype="<f4").astype(np.float32)
    is_sound = bool(abs(float(np.linalg.norm(vector)) - 1) <= UNIT_TOLERANCE)
    return vector if is_sound else None


def _parts(digests: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (digests[first : first + BATCH] for first in range(0, len(digests), BATCH))


def _placeholders(values: Sequence[bytes]) -> str:
    return ", ".join("?" * len(values))


class CachedEmbedder(WrappedEmbedder):
    """Embeds what is stored through a cache: no text twice, within a call or between runs.

    Questions seldom repeat, so they are embedded by `plain`, without the cache.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache) -> None:
        super().__init__(embedder)
        self._cache = cache

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed each distinct text that is not cached, once; what precedes a failure is cached too.

        Raises:
            ModelError: the embedder failed; what it had embedded by then is cached.
        """
        known = await asyncio.to_thread(self._cache.get, self.fingerprint, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        for first in range(0, len(missing), PART):
            part = missing[first : first + PART]
            made = dict(zip(part, await self.plain.embed(part), strict=True))
            await asyncio.to_thread(self._cache.put, self.fingerprint, made)
            known |= made
        if not texts:
            return await self.plain.embed(texts)
        return np.stack([known[text] for text in texts])

    def close(self) -> None:
        """Close the cache's file; the next call opens it again."""
        self._cache.close()
