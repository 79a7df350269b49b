"""Opens a store: where it is decides which database and which Chroma stand behind it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from daybook.embedding.protocol import Embedder
from daybook.errors import BadSettings, StoreError
from daybook.settings import Keying
from daybook.store.approximate import ApproximateIndex
from daybook.store.chroma_directory import ChromaDirectory
from daybook.store.chroma_server import ChromaServer
from daybook.store.database import FILE, Database, sqlite_url
from daybook.store.files import make_private_directory, make_private_file
from daybook.store.index_table import IndexTable
from daybook.store.indexing import Indexer
from daybook.store.owner_index import Limits
from daybook.store.round_queries import RoundQueries
from daybook.store.store import Store

EXACT_LIMIT = 500_000
"""Keys that an owner may have and still be compared one by one: 768 MB at 384 dimensions."""
MEMORY = 1_000_000_000
"""Bytes that indexes in memory may take together."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store is."""

    data_dir: Path
    database_url: str | None = None
    """Of the SQL database; a file in the data directory where it is None."""
    chroma_url: str | None = None
    """Of a Chroma server; a folder in the data directory where it is None."""


def open_store(
    place: Place | Path,
    *,
    embedder: Embedder,
    keying: Keying,
    exact_limit: int = EXACT_LIMIT,
    memory: int = MEMORY,
) -> Store:
    """Open a store; a data directory is made, for its user alone, if it is missing.

    Chroma is opened when it is first needed. Cleanup tasks that an interrupted forgetting left are completed.

    Args:
        place: where it is; a path is that of the data directory.
        embedder: of keys and questions.
        keying: which keys a round has.
        exact_limit: keys up to which an owner's rounds are scored exactly; HNSW finds them beyond it.
        memory: bytes that indexes in memory may take together; where one owner's vectors take more, HNSW
            finds them as well.

    Raises:
        StoreError: the directory cannot be written, or the database is damaged or cannot be reached.
        BadSettings: the database URL is none.
    """
    place = Place(place) if isinstance(place, Path) else place
    try:
        make_private_directory(place.data_dir)
        if place.database_url is None:
            make_private_file(place.data_dir / FILE)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{place.data_dir}: cannot be made a data directory ({reason})") from error
    database = Database(_url(place))
    table = IndexTable(database)
    chroma = (
        ChromaServer(place.chroma_url) if place.chroma_url else ChromaDirectory(place.data_dir / "chroma")
    )
    return Store(
        place.data_dir,
        database,
        Indexer(table, RoundQueries(database), embedder, keying),
        ApproximateIndex(chroma, table),
        Limits(exact_limit, memory),
    )


def _url(place: Place) -> URL:
    if place.database_url is None:
        return sqlite_url(place.data_dir / FILE)
    try:
        return make_url(place.database_url)
    except ArgumentError:
        example = "postgresql+psycopg://user@host/name"
        raise BadSettings(f"DAYBOOK_DATABASE_URL: no SQLAlchemy URL, such as {example}") from None
