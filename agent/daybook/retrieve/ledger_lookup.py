"""What the ledger knows that bears on a question: records to show, and as further keys of their rounds."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from daybook.conversation import Ledger, Record, RelationKind, Round, Status, time_weights
from daybook.embedding.embedder import Vectors
from daybook.retrieve.dense_search import ABSENT, DenseHits, Scores, best_first
from daybook.settings import LedgerOptions
from daybook.store import Store
from daybook.store.arrays import RoundAxis, cosines
from daybook.store.keys import searchable

NEAR = 0.6
"""The least cosine to a query at which a record finds its round: it says what is asked for, and is not only
of the same kind."""
LESS = 0.1
"""Cosines that a record has to be nearer than the words of its round: a short sentence of the ledger's own is
nearer to any question than what people say in passing."""


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """Texts of records, by themselves or with the words of their round, and the rounds that each finds."""

    round_ids: tuple[tuple[str, ...], ...]
    vectors: Vectors
    """Unit vectors, shape (records, dim)."""
    apart: bool = True
    """Whether the texts are those of records by themselves, which have to be near and count for `LESS`."""

    def joined_to(self, hits: DenseHits, queries: Vectors, *, limit: int) -> DenseHits:
        """Score a round by its nearest record where that is nearer to a query than the round's own words.

        Args:
            hits: what the dense search of the queries brought; rounds that it did not score stay out.
            queries: unit vectors, shape (queries, dim).
            limit: the rounds of each ranking.
        """
        if hits.keyed is None or not self.round_ids:
            return hits
        keyed = np.maximum(hits.keyed, self._scores(hits.rounds, queries))
        rankings = tuple(tuple(best_first(hits.rounds, row, limit=limit)) for row in keyed)
        return replace(hits, keyed=keyed, rankings=rankings)

    def _scores(self, rounds: RoundAxis, queries: Vectors) -> Scores:
        """Score rounds by their nearest record: shape (queries, rounds), ABSENT without one."""
        scores = np.full((len(queries), len(rounds)), ABSENT, dtype=np.float32)
        by_record = cosines(queries, self.vectors)
        near, loss = (NEAR, LESS) if self.apart else (float(ABSENT), 0.0)
        for query, record in np.argwhere(by_record >= near).tolist():
            places = rounds.places(self.round_ids[record])
            less = by_record[query, record] - np.float32(loss)
            scores[query, places] = np.maximum(scores[query, places], less)
        return scores


@dataclass(frozen=True, slots=True)
class LedgerContext:
    """The ledger as of a question, with the records that bear on it."""

    ledger: Ledger = field(default_factory=Ledger)
    records: tuple[Record, ...] = ()
    """Those to show to a reader, best first."""
    keys: RecordKeys | None = None
    """Keys by which rounds are found as well."""
    scored: tuple[ScoredRecord, ...] = ()
    """All records that say something, best first."""


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


async def look_up_ledger(
    question: Vectors,
    *,
    owner: str,
    asked_at: datetime,
    as_of: datetime | None,
    store: Store,
    options: LedgerOptions,
    asked_slots: Collection[str] = (),
) -> LedgerContext:
    """Read an owner's ledger, and rank its records by a question.

    Args:
        question: its unit vector, shape (1, dim).
        owner: of the ledger.
        asked_at: what the ages of records count from.
        as_of: the moment after which nothing is seen; None sees everything.
        store: has the ledger and the vectors of its records.
        options: record_limit, record_keys, merged_record_keys and those of `rank_records` count.
        asked_slots: the slots that the question is about.

    Raises:
        ModelError: the embedder failed, for records that have no vector yet.
        StoreError: the ledger cannot be read.
    """
    ledger = await to_thread(store.ledgers.of, owner, as_of=as_of)
    records = relevant_records(ledger)
    if not records:
        return LedgerContext(ledger)
    vectors = await store.text_vectors.of(owner, ledger, [record.text for record in records])
    scored = rank_records(
        question, ledger, vectors, asked_at=asked_at, options=options, asked_slots=asked_slots
    )
    keys = None
    if options.merged_record_keys and options.record_keys:
        keys = await _merged_keys(records, owner, store)
    elif options.record_keys:
        keys = RecordKeys(tuple(record.round_ids for record in records), vectors)
    shown = tuple(found.record for found in scored[: options.record_limit])
    return LedgerContext(ledger, shown, keys, tuple(scored))


def rank_records(
    question: Vectors,
    ledger: Ledger,
    vectors: Vectors,
    *,
    asked_at: datetime,
    options: LedgerOptions,
    asked_slots: Collection[str] = (),
) -> list[ScoredRecord]:
    """Rank what is known by how much it bears on a question, is recent, and is not contradicted.

    Args:
        question: unit vectors of its phrasings, shape (phrasings, dim); the nearest counts.
        ledger: what is known; only `relevant_records` of it are ranked.
        vectors: unit vectors of their texts, in that order, shape (records, dim).
        asked_at: what ages count from; a record of later words has age 0.
        options: record_decay (λ), its unit, conflict_penalty (γ) and intent_slots count.
        asked_slots: those that the question is about.

    Returns:
        All of them, best first; equal scores keep the order of the ledger.

    Source: TimeRAG-Memory, section 3.3. The paper gives λ no unit: docs/ledger_figures.md has what a day, a
    week and a month do.
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
    return sorted(scored, key=lambda found: -found.score)


def relevant_records(ledger: Ledger) -> Sequence[Record]:
    """List the records that say something true, now or formerly: what waits, faded or was wrong does not."""
    return list(ledger.with_status(Status.ACTIVE, Status.SUPERSEDED))


def merged_texts(records: Iterable[Record], rounds: Iterable[Round]) -> Mapping[str, str]:
    """Join what the records of each round say to its user's side, which they stand before.

    So an encoder that cuts the end off a long turn still reads what the records say.

    Args:
        records: in the order in which they are to stand.
        rounds: those to join; one that has no records, or no user's side to search, is left out.

    Returns:
        Texts by round id.

    Source: LongMemEval, section 5.3 (K = V + fact); that the facts come first is ours.
    """
    texts: dict[str, list[str]] = {}
    for record in records:
        for round_id in dict.fromkeys(record.round_ids):
            texts.setdefault(round_id, []).append(record.text)
    return {
        round_.round_id: "\n".join([*texts[round_.round_id], said])
        for round_ in rounds
        if round_.round_id in texts and (said := searchable(round_).get("user"))
    }


async def _merged_keys(records: Sequence[Record], owner: str, store: Store) -> RecordKeys:
    """Make keys of the rounds that records rest on, of the records' texts and the rounds' own."""
    round_ids = sorted({round_id for record in records for round_id in record.round_ids})
    texts = merged_texts(records, await to_thread(store.rounds, owner, round_ids))
    vectors = await store.text_vectors.embed(owner, list(texts.values()))
    return RecordKeys(tuple((round_id,) for round_id in texts), vectors, apart=False)


def _conflicts(ledger: Ledger) -> dict[str, float]:
    """Say how much speaks against records: 1 for the superseded, else how sure a contradiction is.

    Of two active records that contradict each other, it is the earlier one.
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
