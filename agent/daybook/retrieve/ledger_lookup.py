"""What the ledger knows that bears on a question: records to show, and as further keys of their rounds."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from daybook.conversation import Ledger, Record, RelationKind, Status, Superseded, time_weights
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.dense_search import ABSENT, DenseHits, Scores, best_first
from daybook.retrieve.prefer_current import superseded_words
from daybook.retrieve.round_keys import merged_texts
from daybook.settings import LedgerOptions, RoundKeys
from daybook.store import Store
from daybook.store.arrays import RoundAxis, cosines
from daybook.store.bm25 import bm25_plus

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
    """Whether the texts are those of records by themselves, which have to be near and count for `LESS`; else
    they take the place of the keys of their rounds."""

    def joined_to(self, hits: DenseHits, queries: Vectors, *, limit: int) -> DenseHits:
        """Score a round by its nearest record: where that is nearer than its own words, or in their place.

        Args:
            hits: what the dense search of the queries brought; rounds that it did not score stay out.
            queries: unit vectors, shape (queries, dim).
            limit: the rounds of each ranking.
        """
        if hits.keyed is None or not self.round_ids:
            return hits
        scores = self._scores(hits.rounds, queries)
        keyed = (
            np.maximum(hits.keyed, scores) if self.apart else np.where(scores > ABSENT, scores, hits.keyed)
        )
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
    superseded: Mapping[str, tuple[Superseded, ...]] = field(default_factory=dict)
    """The superseded statements of each round, by its id."""
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
    text: str,
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
        text: what the vector is of.
        owner: of the ledger.
        asked_at: what the ages of records count from.
        as_of: the moment after which nothing is seen; None sees everything.
        store: has the ledger and the vectors of its records.
        options: record_limit, lexical_records, record_keys, round_keys and those of `rank_records`
            count.
        asked_slots: the slots that the question is about.
    """
    ledger = await to_thread(store.ledgers.of, owner, as_of=as_of)
    records, keys, superseded = relevant_records(ledger), None, superseded_words(ledger)
    if options.round_keys is not RoundKeys.OFF:
        keys = await _merged_keys(options.round_keys, records, owner, store, as_of)
    if not records:
        return LedgerContext(ledger, superseded, keys=keys)
    vectors = await store.text_vectors.of(owner, ledger, [record.text for record in records])
    asked, compared = question, vectors
    if options.lexical_records:
        words = store.analyzer.words
        asked, compared = bm25_vectors(words(text), [words(record.text) for record in records])
    scored = rank_records(
        asked, ledger, compared, asked_at=asked_at, options=options, asked_slots=asked_slots
    )
    if options.round_keys is RoundKeys.OFF and options.record_keys:
        keys = RecordKeys(tuple(record.round_ids for record in records), vectors)
    best = tuple(found.record for found in scored[: options.record_limit])
    return LedgerContext(ledger, superseded, best, keys, tuple(scored))


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
        options: record_decay (λ), its unit, conflict_penalty (γ), intent_slots and intent_filter count.
        asked_slots: those that the question is about.

    Returns:
        All of them, best first, or under intent_filter those of the slots asked about, where there are any;
        equal scores keep the order of the ledger.

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
    if options.intent_filter:
        scored = [found for found in scored if found.record.slot in asked_slots] or scored
    return sorted(scored, key=lambda found: -found.score)


def bm25_vectors(asked: Sequence[str], texts: Sequence[Sequence[str]]) -> tuple[Vectors, Vectors]:
    """Write BM25 as vectors, whose products are the scores of texts, the best of them 1.

    Args:
        asked: the words of a question.
        texts: the words of each text.

    Returns:
        Shapes (1, words) and (texts, words): a column for each distinct word of the question.

    Source: TimeRAG-Memory, section 3.3, which compares by words or by meaning; that scores are scaled, so
    that γ counts alike beside both, is ours.
    """
    distinct = list(dict.fromkeys(asked))
    lengths = np.array([len(text) for text in texts])
    average = float(lengths.sum()) / max(len(texts), 1)
    scores = np.zeros((len(texts), len(distinct)), dtype=np.float32)
    for column, word in enumerate(distinct):
        counts = np.array([text.count(word) for text in texts])
        having = np.flatnonzero(counts)
        scores[having, column] = bm25_plus(
            counts[having], lengths[having], documents=len(texts), average_length=average
        )
    best = scores.sum(axis=1).max(initial=0.0)
    return np.ones((1, len(distinct)), dtype=np.float32), scores / best if best else scores


def relevant_records(ledger: Ledger) -> Sequence[Record]:
    """List the records that say something true, now or formerly: what waits, faded or was wrong does not."""
    return ledger.with_status(Status.ACTIVE, Status.SUPERSEDED)


async def _merged_keys(
    form: RoundKeys, records: Sequence[Record], owner: str, store: Store, as_of: datetime | None
) -> RecordKeys:
    """Make a key of each round that is seen and of which something is drawn out."""
    named = {round_id for record in records for round_id in record.round_ids}

    def joined() -> Mapping[str, str]:
        rounds = store.rounds(owner, sorted(named)) if form is RoundKeys.FACT else store.all_rounds(owner)
        seen = [round_ for round_ in rounds if as_of is None or round_.said_at <= as_of]
        return merged_texts(form, seen, records, store.analyzer)

    texts = await to_thread(joined)
    vectors = await store.text_vectors.embed(owner, list(texts.values()))
    return RecordKeys(tuple((round_id,) for round_id in texts), vectors, apart=False)


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
