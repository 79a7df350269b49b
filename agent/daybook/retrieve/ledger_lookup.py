"""Looks up the ledger for a question: records to show, and keys of rounds made of them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from daybook.conversation import Ledger, Record, RelationKind, Round, Status, time_weight
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.dense_search import DenseHits, best_first
from daybook.retrieve.superseded import SupersededWords, superseded_words
from daybook.settings import LedgerOptions
from daybook.store import Store
from daybook.store.arrays import cosines
from daybook.store.keys import searchable

CONFLICT_PENALTY = 0.3
"""Subtracted from a record that something later contradicts, in cosines (TimeRAG-Memory, gamma)."""


@dataclass(frozen=True, slots=True)
class RoundTexts:
    """Keys of rounds made of their facts and words, in place of all that they have."""

    round_ids: tuple[str, ...]
    vectors: Vectors
    """Unit vectors, shape (rounds, dim)."""

    def joined_to(self, hits: DenseHits, queries: Vectors, *, limit: int) -> DenseHits:
        """Score the rounds by these keys.

        Args:
            hits: what the dense search of the queries brought; rounds that it did not score stay out.
            queries: unit vectors, shape (queries, dim).
            limit: the rounds of each ranking.
        """
        if hits.keyed is None or not self.round_ids:
            return hits
        keyed = hits.keyed.copy()
        places = hits.rounds.place_of_each(self.round_ids)
        known = np.flatnonzero(places >= 0)
        keyed[:, places[known]] = cosines(queries, self.vectors)[:, known]
        rankings = tuple(tuple(best_first(hits.rounds, row, limit=limit)) for row in keyed)
        return replace(hits, keyed=keyed, rankings=rankings)


@dataclass(frozen=True, slots=True)
class LedgerContext:
    """The ledger as of a question, with the records that bear on it."""

    ledger: Ledger = field(default_factory=Ledger)
    superseded: SupersededWords = field(default_factory=SupersededWords)
    records: tuple[Record, ...] = ()
    """Those to show to a reader, best first."""
    keys: RoundTexts | None = None
    """Keys by which rounds are found instead."""
    scored: tuple[ScoredRecord, ...] = ()
    """All records that say something, best first."""


@dataclass(frozen=True, slots=True)
class ScoredRecord:
    """A record with what it was scored by."""

    record: Record
    score: float
    """similarity · exp(-λΔt) - γ · conflict."""
    similarity: float
    """Cosine of its text to the question."""
    conflict: float
    """Whether something later speaks against it: 0 to 1."""


async def look_up_ledger(
    question: Vectors,
    *,
    owner: str,
    asked_at: datetime,
    as_of: datetime | None,
    store: Store,
    options: LedgerOptions,
) -> LedgerContext:
    """Read an owner's ledger, and rank its records by a question.

    Args:
        question: its unit vector, shape (1, dim).
        owner: of the ledger.
        asked_at: what the ages of records count from.
        as_of: the moment after which nothing is seen; None sees everything.
        store: has the ledger and the vectors of its records.
        options: record_limit, fact_keys and those of `rank_records` count.
    """
    ledger = await to_thread(store.ledgers.of, owner, as_of=as_of)
    if not ledger.records:
        return LedgerContext(ledger)
    records, keys, superseded = relevant_records(ledger), None, superseded_words(ledger)
    if options.fact_keys:
        texts = await to_thread(_texts_with_facts, records, owner, store, as_of)
        keys = RoundTexts(tuple(texts), await store.text_vectors.embed(owner, list(texts.values())))
    if not records:
        return LedgerContext(ledger, superseded, keys=keys)
    vectors = await store.text_vectors.of(owner, ledger, [record.text for record in records])
    scored = rank_records(question, ledger, vectors, asked_at=asked_at, options=options)
    best = tuple(found.record for found in scored[: options.record_limit])
    return LedgerContext(ledger, superseded, best, keys, tuple(scored))


def rank_records(
    question: Vectors, ledger: Ledger, vectors: Vectors, *, asked_at: datetime, options: LedgerOptions
) -> list[ScoredRecord]:
    """Rank what is known by how much it bears on a question, is recent, and is not contradicted.

    Args:
        question: unit vectors of its phrasings, shape (phrasings, dim); the nearest counts.
        ledger: what is known; only `relevant_records` of it are ranked.
        vectors: unit vectors of their texts, in that order, shape (records, dim).
        asked_at: what ages count from; a record of later words has age 0.
        options: record_decay (λ) counts, a year.

    Returns:
        All of them, best first; equal scores keep the order of the ledger.

    Source: TimeRAG-Memory, section 3.3. The paper gives λ no unit.
    """
    records = relevant_records(ledger)
    if not records:
        return []
    nearest = cosines(question, vectors).max(axis=0)
    against = _conflicts(ledger)
    scored = []
    for record, similarity in zip(records, nearest.tolist(), strict=True):
        weight = time_weight(record, rate=options.record_decay, at=asked_at)
        conflict = against.get(record.record_id, 0.0)
        score = similarity * weight - CONFLICT_PENALTY * conflict
        scored.append(ScoredRecord(record, score, similarity, conflict))
    return sorted(scored, key=lambda found: -found.score)


def relevant_records(ledger: Ledger) -> Sequence[Record]:
    """List the records that say something true, now or formerly: what waits, faded or was wrong does not."""
    return ledger.with_status(Status.ACTIVE, Status.SUPERSEDED)


def _texts_with_facts(
    records: Sequence[Record], owner: str, store: Store, as_of: datetime | None
) -> Mapping[str, str]:
    named = {round_id for record in records for round_id in record.round_ids}
    seen = [one for one in store.rounds(owner, sorted(named)) if as_of is None or one.said_at <= as_of]
    return texts_with_facts(seen, records)


def texts_with_facts(rounds: Iterable[Round], records: Iterable[Record]) -> Mapping[str, str]:
    """Put before the user's side of each round, by its id, the facts that rest on it, in their order.

    A round without a fact, or without a user's side to search, is left out.

    Source: LongMemEval, section 5.3 (K = V + fact). That the facts come first, so that an encoder that cuts
    the end off a long turn still reads them, is ours.
    """
    facts: dict[str, list[str]] = {}
    for record in records:
        for round_id in record.round_ids:
            facts.setdefault(round_id, []).append(record.text)
    said = {round_.round_id: searchable(round_).get("user", "") for round_ in rounds}
    return {
        name: "\n".join([*facts[name], text]) for name, text in said.items() if text.strip() and name in facts
    }


def _conflicts(ledger: Ledger) -> dict[str, float]:
    """Say how much speaks against records: 1 if superseded, else how sure a later one's contradiction is."""
    against = {record.record_id: 1.0 for record in ledger.with_status(Status.SUPERSEDED)}
    for edge in ledger.relations:
        if edge.kind is not RelationKind.CONTRADICTS:
            continue
        ends = [ledger.records[end] for end in (edge.source, edge.target) if end in ledger.records]
        if len(ends) == 2 and all(record.status is Status.ACTIVE for record in ends):
            earlier = min(ends, key=lambda record: record.said_at).record_id
            against[earlier] = max(edge.confidence, against.get(earlier, 0.0))
    return against
