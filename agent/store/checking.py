"""The store's check of itself; it changes nothing."""

from __future__ import annotations

from agent.errors import EmbedderMismatch, StoreBusy, StoreError
from agent.store.chroma import VectorsDamaged
from agent.store.collections import collection_name
from agent.store.database import schema_version
from agent.store.indexing import Indexer
from agent.store.schema import HEAD
from agent.store.values import Finding


def check(indexer: Indexer) -> list[Finding]:
    """Look at the database, the schema, what is yet to be indexed, the embedder and the vectors."""
    findings = [_database(indexer), _schema(indexer)]
    if not findings[0].ok:
        return findings
    return [*findings, _unindexed(indexer), _embedder(indexer), _vectors(indexer)]


def _database(indexer: Indexer) -> Finding:
    try:
        problems = indexer.truth.database.problems()
    except StoreError as error:
        return Finding("database", False, str(error))
    return Finding("database", not problems, "; ".join(problems) or "sound")


def _schema(indexer: Indexer) -> Finding:
    try:
        with indexer.truth.database.reading() as connection:
            version = schema_version(connection)
    except StoreError as error:
        return Finding("schema", False, str(error))
    return Finding("schema", version == HEAD, f"version {version}")


def _unindexed(indexer: Indexer) -> Finding:
    left = sum(
        count is None
        for owner in indexer.reading.owners()
        for count in indexer.reading.vector_counts(owner).values()
    )
    return Finding("indexing", not left, f"{left} rounds yet to be indexed: done at the next question")


def _embedder(indexer: Indexer) -> Finding:
    try:
        for owner in indexer.reading.owners():
            indexer.check_embedder(owner)
    except EmbedderMismatch as error:
        return Finding("embedder", False, str(error))
    return Finding("embedder", True, indexer.embedder.fingerprint)


def _vectors(indexer: Indexer) -> Finding:
    try:
        with indexer.lock:
            indexer.chroma.open()
            counted = sum(_count(indexer, owner) for owner in indexer.reading.owners())
    except (StoreBusy, StoreError) as error:
        return Finding("vectors", False, str(error))
    except VectorsDamaged as error:
        return Finding("vectors", False, f"damaged ({error}): run `daybook reindex`")
    expected = indexer.reading.counts(None)[3]
    return Finding("vectors", counted == expected, f"{counted} in the index, {expected} in the books")


def _count(indexer: Indexer, owner: str) -> int:
    name = collection_name(owner, indexer.reading.index_state(owner))
    return len(indexer.chroma.ids(name) or ())
