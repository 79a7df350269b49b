"""Ranks the records of the ledger by how much they bear on a question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Ledger, Record, RelationKind, Status, time_weights
from daybook.embedding.protocol import Vectors
from daybook.settings import LedgerOptions
from daybook.store.cosines import cosines


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record with what it was scored by."""

    record: Record
    score: float
    """similarity · exp(-λΔt) - γ · conflict."""
    similarity: float
    """Cosine of its text to the question; more where the question is about its slot."""
    conflict: float
    """Whether something later speaks against it: 0 to 1."""


def rank_records(
    question: Vectors,
    ledger: Ledger,
    vectors: Vectors,
    *,
    asked_at: datetime,
    options: LedgerOptions,
    asked_slots: Collection[str] = (),
) -> list[ScoredRecord]:
    """Rank what is known by how much it bears on a question, is recent, and stands uncontradicted.

    Args:
        question: unit vectors of its phrasings, shape (phrasings, dim); the nearest counts.
        ledger: what is known; only `relevant_records` of it are ranked.
        vectors: unit vectors of their texts, in that order, shape (records, dim).
        asked_at: what ages count from; a record of later words has age 0.
        options: record_decay (λ), its unit, conflict_penalty (γ) and intent_slots count.
        asked_slots: those that the question is about.

    Returns:
        All of them, best first; equal scores keep the order of the ledger.

    Source: TimeRAG-Memory, section 3.3. The paper gives λ no unit: docs/ledger.md has what a day, a week
    and a month do.
    """
    records = relevant_records(ledger)
    if not records:
        return []
    nearest = cosines(question, vectors).max(axis=0)
    against = _conflicts(ledger)
    weights = time_weights(
        records, ledger, rate=options.record_decay, unit=options.record_decay_unit, at=asked_at
    )
    scored = []
    for record, cosine, weight in zip(records, nearest.tolist(), weights, strict=True):
        similarity = cosine + (options.intent_slots if record.slot in asked_slots else 0.0)
        conflict = against.get(record.record_id, 0.0)
        score = similarity * weight - options.conflict_penalty * conflict
        scored.append(ScoredRecord(record, score, similarity, conflict))
    return sorted(scored, key=lambda one: -one.score)


def relevant_records(ledger: Ledger) -> Sequence[Record]:
    """List the records that say something true, now or formerly: what waits, faded or was wrong does not."""
    return list(ledger.with_status(Status.ACTIVE, Status.SUPERSEDED))


def _conflicts(ledger: Ledger) -> dict[str, float]:
    """Say of records how much speaks against them: 1 for the superseded, else how sure a contradiction is.

    Only the earlier of two that contradict each other is spoken against, and only where both count: what
    waits in quarantine speaks against nothing.
    """
    against = {record.record_id: 1.0 for record in ledger.with_status(Status.SUPERSEDED)}
    for edge in ledger.relations:
        if edge.kind is not RelationKind.CONTRADICTS:
            continue
        ends = [ledger.records[end] for end in (edge.source, edge.target) if end in ledger.records]
        if len(ends) == 2 and all(record.status is Status.ACTIVE for record in ends):
            earlier = min(ends, key=lambda record: record.said_at).record_id
            against[earlier] = max(edge.confidence, against.get(earlier, 0.0))
    return against
