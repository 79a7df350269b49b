"""What the ledger knows that bears on a question, and what it does to the ranking."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass, field

from daybook.conversation import Candidate, Ledger, Question, Record, RetrievalPlan
from daybook.embedding.protocol import Vectors
from daybook.graph.parts import Parts
from daybook.remember.topics import topic_descriptions
from daybook.retrieve import (
    RecordKeys,
    asks_for_current,
    mark_superseded,
    prefer_current,
    rank_records,
    relevant_records,
)
from daybook.retrieve.papers.attention import attention_scores
from daybook.retrieve.papers.signals import add_signal, with_relations
from daybook.retrieve.papers.topic_partition import Partition
from daybook.retrieve.prefer_newer import prefer_newer
from daybook.settings import Ranking
from daybook.store.keys import KeyVectors


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about the owner as of the question."""

    ledger: Ledger = field(default_factory=Ledger)
    records: tuple[Record, ...] = ()
    """Those to show to a reader, best first."""
    keys: RecordKeys | None = None
    """By which rounds are found as well."""
    question: Vectors | None = None
    """The question, shape (1, dim), where it was compared with records."""


NOTHING_KNOWN = Known()


async def known_about(asked: Question, plan: RetrievalPlan, parts: Parts) -> Known:
    """Read the ledger, and rank its records by a question.

    Raises:
        ModelError: the embedder failed.
    """
    settings = parts.settings
    if not settings.ledger:
        return NOTHING_KNOWN
    ledger = await to_thread(parts.store.ledgers.of, asked.owner, as_of=asked.as_of)
    telling = relevant_records(ledger)
    if not telling:
        return Known(ledger)
    texts = [record.text for record in telling]
    vectors = await parts.store.ledger_vectors.of(asked.owner, ledger, texts)
    question = await parts.embedder.embed([plan.question])
    scored = rank_records(question, ledger, vectors, asked_at=asked.asked_at, settings=settings)
    return Known(
        ledger,
        tuple(one.record for one in scored[: settings.record_limit]),
        RecordKeys.of(telling, vectors) if settings.record_keys else None,
        question,
    )


async def rounds_of_topic(
    asked: Question, plan: RetrievalPlan, known: Known, parts: Parts
) -> frozenset[str] | None:
    """Name the rounds of the question's topic; None where memory is not searched by topic."""
    if not parts.settings.topic_index:
        return None
    question = await _embedded(plan, known, parts)
    shares = await _topic_shares(question, await _keys(asked, question, parts), known, parts)
    return frozenset(round_id for round_id, share in shares.items() if share > 0)


async def with_what_is_known(
    found: list[Candidate], asked: Question, plan: RetrievalPlan, known: Known, parts: Parts
) -> list[Candidate]:
    """Have candidates carry what the ledger says of them, and rank them by it.

    They are marked with what is no longer so, lifted by the signals that the settings name, and the present
    comes first where it is asked for.
    """
    settings, present = parts.settings, asks_for_current(plan)
    found = mark_superseded(found, known.ledger)
    if settings.relations:
        found = with_relations(found, known.ledger)
    compares = present and settings.prefer_later and settings.ranking is Ranking.FUSED
    if compares or settings.attention or settings.topic:
        question = await _embedded(plan, known, parts)
        keys = await _keys(asked, question, parts)
        found = await _lifted(found, question, keys, known, parts)
        if compares:
            found = prefer_newer(found, question, keys)
    return prefer_current(found) if present and settings.prefer_present else found


async def _lifted(
    found: list[Candidate], question: Vectors, keys: KeyVectors, known: Known, parts: Parts
) -> list[Candidate]:
    settings = parts.settings
    if settings.attention:
        wanted = {candidate.round.round_id for candidate in found}
        scores = attention_scores(question, keys, wanted, turns=settings.attention_turns)
        found = add_signal(found, "attention", scores, weight=settings.attention)
    if settings.topic:
        shares = await _topic_shares(question, keys, known, parts)
        found = add_signal(found, "topic", shares, weight=settings.topic)
    return found


async def _topic_shares(
    question: Vectors, keys: KeyVectors, known: Known, parts: Parts
) -> Mapping[str, float]:
    """Say of every round how far it is of the question's topic."""
    described = topic_descriptions()
    texts = [text for texts in described.values() for text in texts]
    topics = tuple(topic for topic, texts in described.items() for _ in texts)
    partition = Partition(topics, await parts.store.ledger_vectors.embed(texts))
    [topic] = partition.topics_of(question)
    return partition.rounds_of(topic, keys, known.ledger)


async def _embedded(plan: RetrievalPlan, known: Known, parts: Parts) -> Vectors:
    return known.question if known.question is not None else await parts.embedder.embed([plan.question])


async def _keys(asked: Question, question: Vectors, parts: Parts) -> KeyVectors:
    return await parts.store.vectors(asked.owner).near(question, limit=parts.settings.search_limit)
