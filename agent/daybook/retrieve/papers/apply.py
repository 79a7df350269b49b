"""The papers' signals that the options turn on, applied to candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from daybook.conversation import Candidate, Ledger, RetrievalPlan
from daybook.embedding.protocol import Vectors
from daybook.retrieve.papers.attention import attention_scores
from daybook.retrieve.papers.signals import add_signal, with_relations
from daybook.retrieve.papers.topic_partition import Partition
from daybook.retrieve.papers.weigh import weigh_candidates
from daybook.settings import SignalOptions
from daybook.store import Store
from daybook.store.keys import KeyVectors

TopicDescriptions = Mapping[str, Sequence[str]]
"""Texts that describe each topic, by its name."""


async def rounds_of_topic(
    question: Vectors,
    ledger: Ledger,
    *,
    owner: str,
    store: Store,
    topics: TopicDescriptions,
    limit: int,
) -> frozenset[str]:
    """Name the rounds that are of the question's topic, to search among them only (HiMeS)."""
    keys = await (await store.index(owner)).near(question, limit=limit)
    shares = await _topic_shares(question, keys, ledger, owner, store, topics)
    return frozenset(round_id for round_id, share in shares.items() if share > 0)


async def apply_signals(
    candidates: list[Candidate],
    question: Vectors,
    ledger: Ledger,
    *,
    owner: str,
    store: Store,
    topics: TopicDescriptions,
    limit: int,
    options: SignalOptions,
) -> list[Candidate]:
    """Give candidates the signals that the options name, and lift them by their weights.

    Args:
        candidates: best first, as they were found.
        question: its unit vector, shape (1, dim).
        ledger: as of the question.
        owner: whose rounds they are.
        store: has the vectors of their keys.
        topics: texts that describe each topic.
        limit: rounds whose keys are compared where the memory is too large to compare all.
        options: relations, attention, attention_turns and topic count.

    Raises:
        ModelError: the embedder failed, for the topics.
    """
    if options.relations:
        candidates = with_relations(candidates, ledger)
    if options.attention or options.topic:
        keys = await (await store.index(owner)).near(question, limit=limit)
        if options.attention:
            wanted = {candidate.round.round_id for candidate in candidates}
            scores = attention_scores(question, keys, wanted, turns=options.attention_turns)
            candidates = add_signal(candidates, "attention", scores, weight=options.attention)
        if options.topic:
            shares = await _topic_shares(question, keys, ledger, owner, store, topics)
            candidates = add_signal(candidates, "topic", shares, weight=options.topic)
    return candidates


def weigh(
    candidates: list[Candidate],
    plan: RetrievalPlan,
    asked_at: datetime,
    *,
    is_reranked: bool,
    options: SignalOptions,
) -> list[Candidate]:
    """Join the signals into one score where the options ask for it or a chat model is to rerank."""
    if options.weigh or is_reranked:
        return weigh_candidates(candidates, plan, asked_at, options)
    return candidates


async def _topic_shares(
    question: Vectors,
    keys: KeyVectors,
    ledger: Ledger,
    owner: str,
    store: Store,
    topics: TopicDescriptions,
) -> Mapping[str, float]:
    """Say of every round how far it is of the question's topic: 0 to 1."""
    texts = [text for described in topics.values() for text in described]
    names = tuple(name for name, described in topics.items() for _ in described)
    partition = Partition(names, await store.text_vectors.embed(owner, texts))
    [topic] = partition.topics_of(question)
    return partition.rounds_of(topic, keys, ledger)
