"""Chroma's collections of ids and vectors, without texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from daybook.embedding.protocol import Vectors
from daybook.errors import StoreError
from daybook.store.segments import VectorsDamaged

# The inner product of unit vectors is the cosine. With these the index names 0.9998 of the exact 50 best
# rounds over 9,079 vectors of real turns, and all where rounds are filtered. None but ef_search can be
# changed later.
_HNSW = {"space": "ip", "ef_search": 500, "ef_construction": 200, "max_neighbors": 32}

_BATCH = 5_000
"""Ids in one call: below Chroma's own limit of 5,461."""
_FEW = 1_000
"""Vectors of a collection that are asked for in any case. Now and then a graph leaves one without a link to
it (seen with 104 vectors, in 6 of 1,200 graphs), and where all are asked for that is noticed."""
_THROUGH = "through"


class Chroma(Protocol):
    """Where Chroma keeps collections: a directory of this process, or a server.

    Not thread-safe: callers have to serialise their calls.
    """

    client: Any
    keeps: str
    """What of a dropped collection is out of reach, and what to do about it; "" where nothing is."""

    def open(self) -> None:
        """Open it, unless that was done.

        Raises:
            StoreBusy: another process has the directory.
            StoreError: it cannot be written, or reached.
        """

    def begin_use(self, collection: Any) -> None:
        """Take note that a collection is about to be read or written.

        Raises:
            VectorsDamaged: it is not as it was left.
        """

    def end_use(self) -> None:
        """Leave the files in order; to be called after each use."""

    def vacuum(self) -> None:
        """Remove what is left of dropped collections from the files, as far as they can be reached."""

    def close(self) -> None:
        """Close it, for other processes to open."""


class Collections:
    """The collections of a Chroma; each is named at random by the index that it is of.

    Raises:
        StoreError: Chroma cannot write.
        VectorsDamaged: a collection cannot be read.
    """

    def __init__(self, chroma: Chroma) -> None:
        self._chroma = chroma

    def through(self, name: str) -> int:
        """Return the key of the last row that a collection holds; 0 where there is no such collection."""
        with _mapped_errors():
            collection = self._find(name)
            return 0 if collection is None else int((collection.metadata or {}).get(_THROUGH, 0))

    def nearest(self, name: str, queries: Vectors, count: int) -> list[list[str]]:
        """List the ids of the `count` vectors nearest to each query, best first."""
        with _mapped_errors():
            collection = self._find(name)
            if collection is None:
                raise VectorsDamaged("a collection is gone")
            wanted = max(count, _FEW)
            there = min(wanted, collection.count())
            found = collection.query(query_embeddings=queries, n_results=wanted, include=["distances"])
            if any(len(row) < there for row in found["ids"]):
                raise VectorsDamaged("its graph has no way to some of its vectors")
            return [list(row[:count]) for row in found["ids"]]

    def upsert(self, name: str, ids: Sequence[str], vectors: Vectors, *, through: int) -> None:
        """Insert or replace vectors in a collection, which is made if it is missing.

        Args:
            name: of the collection.
            ids: of the vectors.
            vectors: shape (ids, dim).
            through: the key of the last row that it holds then.
        """
        with _mapped_errors():
            collection = self._chroma.client.get_or_create_collection(
                name, configuration={"hnsw": _HNSW}, embedding_function=None
            )
            self._chroma.begin_use(collection)
            for start in range(0, len(ids), _BATCH):
                stop = start + _BATCH
                collection.upsert(ids=list(ids[start:stop]), embeddings=vectors[start:stop])
            collection.modify(metadata={_THROUGH: through})

    def drop(self, names: Collection[str]) -> None:
        """Drop collections; those that are not there are passed over."""
        from chromadb.errors import NotFoundError

        with _mapped_errors():
            for name in names:
                with suppress(NotFoundError):
                    self._chroma.client.delete_collection(name)

    def _find(self, name: str) -> Any:
        from chromadb.errors import NotFoundError

        try:
            collection = self._chroma.client.get_collection(name, embedding_function=None)
        except NotFoundError:
            return None
        self._chroma.begin_use(collection)
        return collection


@contextmanager
def _mapped_errors() -> Iterator[None]:
    """Map errors: damage to VectorsDamaged (rebuilding helps), others to StoreError (it does not)."""
    from chromadb.errors import ChromaError
    from httpx import HTTPError

    try:
        yield
    except HTTPError as error:
        raise StoreError(f"the Chroma server does not answer ({type(error).__name__})") from error
    except (ChromaError, sqlite3.DatabaseError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        if any(sign in reason.lower() for sign in ("full", "space left", "too large", "disk i/o")):
            raise StoreError(f"the vector index cannot be written: {reason}; free some space") from error
        raise VectorsDamaged(reason) from error
