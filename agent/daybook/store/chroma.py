"""Chroma's collections of ids and vectors, without texts: what Daybook asks of them, and of a server.

`chroma_directory.py` has the directory of this process, whose files need care.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from daybook.conversation.errors import StoreError
from daybook.models.embedding.embedder import Vectors
from daybook.settings import without_password

# The inner product of unit vectors is the cosine. With these the index names 0.9998 of the exact 50 best
# rounds over 9,079 vectors of real turns, and all where rounds are filtered. None but ef_search can be
# changed later.
_HNSW = {"space": "ip", "ef_search": 500, "ef_construction": 200, "max_neighbors": 32}

_BATCH = 5_000
"""Ids in one call: below Chroma's own limit of 5,461."""
_THROUGH = "through"


class VectorsDamaged(Exception):
    """Chroma cannot read its files; the vectors have to be rebuilt from the SQL database."""


class Chroma:
    """The collections of one Chroma, each with a random name that its index keeps. Not thread-safe.

    Open it before use, and call `end_use` after each. Methods raise StoreError where Chroma cannot write, and
    VectorsDamaged where a collection cannot be read.
    """

    keeps = ""
    """The parts of a dropped collection that are out of reach, and what to do about them; "" if none."""

    def __init__(self) -> None:
        self._client: Any = None

    def open(self, patience: float = 0.0) -> None:
        """Open it, unless it is open; StoreBusy where another process has it for `patience` seconds."""
        raise NotImplementedError

    @property
    def is_asked_for(self) -> bool:
        """True if it is open here and another process waits for it."""
        return False

    def end_use(self) -> None:
        """Leave the files in order."""

    def vacuum(self) -> None:
        """Remove what is left of dropped collections from the files, as far as they can be reached."""

    def close(self) -> None:
        """Close it, for other processes to open."""
        raise NotImplementedError

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
            found = collection.query(query_embeddings=queries, n_results=count, include=["distances"])
            return [list(row) for row in found["ids"]]

    def upsert(self, name: str, ids: Sequence[str], vectors: Vectors, *, through: int) -> None:
        """Put vectors, shape (ids, dim), into a collection, made if missing; `through` is the last key."""
        with _mapped_errors():
            collection = self._client.get_or_create_collection(
                name, configuration={"hnsw": _HNSW}, embedding_function=None
            )
            self._begin_use(collection)
            for start in range(0, len(ids), _BATCH):
                stop = start + _BATCH
                collection.upsert(ids=list(ids[start:stop]), embeddings=vectors[start:stop])
            collection.modify(metadata={_THROUGH: through})

    def drop(self, names: Collection[str]) -> None:
        """Drop collections; those that are not there are skipped."""
        from chromadb.errors import NotFoundError

        with _mapped_errors():
            for name in names:
                with suppress(NotFoundError):
                    self._client.delete_collection(name)

    def _begin_use(self, collection: Any) -> None:
        """Note that a collection is about to be read or written, or find that it is not as it was left."""

    def _find(self, name: str) -> Any:
        from chromadb.errors import NotFoundError

        try:
            collection = self._client.get_collection(name, embedding_function=None)
        except NotFoundError:
            return None
        self._begin_use(collection)
        return collection


class ChromaServer(Chroma):
    """Chroma behind an HTTP address, shared by many processes; its operator vacuums it by `chroma vacuum`."""

    keeps = "the Chroma server keeps the files of a dropped collection: docs/operations.md says how they go"

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def open(self, patience: float = 0.0) -> None:
        """Connect, unless that was done; see `Chroma.open`."""
        if self._client is not None:
            return
        import chromadb
        from chromadb.config import Settings
        from chromadb.errors import ChromaError

        parts = urlsplit(self._url)
        try:
            self._client = chromadb.HttpClient(
                host=parts.hostname or "",
                port=parts.port or (443 if parts.scheme == "https" else 80),
                ssl=parts.scheme == "https",
                settings=Settings(anonymized_telemetry=False),
            )
        except (ChromaError, ValueError, OSError) as error:
            at = without_password(self._url)
            raise StoreError(
                f"the Chroma server at {at} cannot be reached: start it, or change DAYBOOK_CHROMA_URL"
            ) from error

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            for part in (self._client, getattr(self._client, "_admin_client", None)):
                session = getattr(getattr(part, "_server", None), "_session", None)
                if session is not None:  # Chroma's client leaves its sockets open
                    session.close()
            self._client.close()
            self._client = None


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
