"""Checks the consistency of a store, part by part, without changing anything."""

from __future__ import annotations

from daybook.conversation import round_id
from daybook.errors import EmbedderMismatch, StoreBusy, StoreError
from daybook.store.collections import collection_name
from daybook.store.database import schema_version
from daybook.store.indexing import Indexer
from daybook.store.schema import HEAD
from daybook.store.segments import VectorsDamaged, vectors_on_disk
from daybook.store.values import CheckResult

_NAMED = 5
"""Ids of rounds that one finding names."""
_LOST = "the database was emptied; put a copy of it back"


def check(indexer: Indexer) -> list[CheckResult]:
    """Check the database, the schema, the rounds, rounds not yet indexed, the embedder and the vectors."""
    findings = [_database(indexer), _schema(indexer)]
    if not findings[0].ok:
        return findings
    return [*findings, _rounds(indexer), _unindexed(indexer), _embedder(indexer), _vectors(indexer)]


def _database(indexer: Indexer) -> CheckResult:
    try:
        problems = indexer.round_table.database.problems()
    except StoreError as error:
        return CheckResult("database", False, str(error))
    return CheckResult("database", not problems, "; ".join(problems) or "sound")


def _schema(indexer: Indexer) -> CheckResult:
    try:
        with indexer.round_table.database.reading() as connection:
            version = schema_version(connection)
    except StoreError as error:
        return CheckResult("schema", False, str(error))
    return CheckResult("schema", version == HEAD, f"version {version}")


def _rounds(indexer: Indexer) -> CheckResult:
    """Compare every round with its id, which is a hash of it; a text is never quoted."""
    queries = indexer.queries
    wrong: list[str] = []
    for owner in queries.owners():
        readable = set()
        for one in queries.all_rounds(owner):
            readable.add(one.round_id)
            if one.round_id != round_id(
                owner, one.session_id, one.occurrence, one.position, one.user, one.assistant
            ):
                wrong.append(one.round_id)
        wrong += sorted(queries.vector_counts(owner).keys() - readable)
    if wrong:
        named = ", ".join(wrong[:_NAMED]) + (f" and {len(wrong) - _NAMED} more" if wrong[_NAMED:] else "")
        text = f"{len(wrong)} of them are not as they were said: {named}; put a copy of the database back"
        return CheckResult("rounds", False, text)
    if not queries.counts(None)[2] and (left := vectors_on_disk(indexer.chroma.directory)):
        return CheckResult("rounds", False, f"there are none, but {left} vectors of some: {_LOST}")
    return CheckResult("rounds", True, "all are as they were said")


def _unindexed(indexer: Indexer) -> CheckResult:
    left = sum(
        count is None
        for owner in indexer.queries.owners()
        for count in indexer.queries.vector_counts(owner).values()
    )
    text = f"{left} rounds yet to be indexed: done at the next question" if left else "every round is indexed"
    return CheckResult("indexing", not left, text)


def _embedder(indexer: Indexer) -> CheckResult:
    try:
        for owner in indexer.queries.owners():
            indexer.check_embedder(owner)
    except EmbedderMismatch as error:
        return CheckResult("embedder", False, str(error))
    return CheckResult("embedder", True, indexer.embedder.fingerprint)


def _vectors(indexer: Indexer) -> CheckResult:
    try:
        with indexer.lock:
            indexer.chroma.open()
            counted = sum(_count(indexer, owner) for owner in indexer.queries.owners())
    except (StoreBusy, StoreError) as error:
        return CheckResult("vectors", False, str(error))
    except VectorsDamaged as error:
        return CheckResult("vectors", False, f"damaged ({error}): made anew at the next question")
    expected = indexer.queries.counts(None)[3]
    return CheckResult("vectors", counted == expected, f"{counted} in the index, {expected} in the books")


def _count(indexer: Indexer, owner: str) -> int:
    name = collection_name(owner, indexer.queries.index_state(owner))
    return len(indexer.chroma.ids(name) or ())
