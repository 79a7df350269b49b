"""HiMeS: attention to what the owner asked before, and the partition of memory by topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from daybook.conversation import Candidate, FoundPassage, Status
from daybook.conversation.topics import topic_descriptions
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.fusion import LEAST_SPREAD, standardise
from daybook.retrieve.ranking_signal import RankingQuery, RankingSignal, RoundQuery, Scope, WindowsOf
from daybook.retrieve.rerank import merged_by
from daybook.settings import DocumentAttention, DocumentOptions
from daybook.store.arrays import RoundAxis, cosines
from daybook.store.keys import KeyVectors

Tags: TypeAlias = Mapping[str, Mapping[str, float]]
"""By round, its share of each of its topics; or by topic, that of each of its rounds."""
_NO_TAGS: Tags = MappingProxyType({})
LEAST_SIGNAL_SPREAD = 0.02
"""Standard deviation of a signal over the candidates below which it tells nothing of them."""


@dataclass(frozen=True, slots=True)
class TopicIndex(RankingSignal):
    """Only the rounds of the question's topic are searched."""

    tags: TopicTags

    async def narrow(self, scope: Scope, query: RoundQuery) -> Scope:
        """Leave the rounds that have something to do with the topic."""
        of_topic = frozenset(await self.tags.shares(query))
        return replace(scope, among=of_topic if scope.among is None else scope.among & of_topic)


@dataclass(frozen=True, slots=True)
class RoundAttention(RankingSignal):
    """Lifts rounds by their nearness to earlier questions that are like this one."""

    weight: float
    turns: int

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Lift them by "attention"."""
        wanted = {candidate.round.round_id for candidate in candidates}
        scores = attention_scores(query.question, await query.keys(), wanted, turns=self.turns)
        return add_signal(candidates, "attention", scores, weight=self.weight)


@dataclass(frozen=True, slots=True)
class TopicShare(RankingSignal):
    """Lifts rounds by the share of them that is of the question's topic."""

    weight: float
    tags: TopicTags

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Lift them by "topic"."""
        shares, names = await self.tags.shares(query), [candidate.round.round_id for candidate in candidates]
        return add_signal(
            candidates, "topic", {name: shares.get(name, 0.0) for name in names}, weight=self.weight
        )


@dataclass(frozen=True, slots=True)
class PassageAttention(RankingSignal):
    """Ranks passages of documents by their nearness to earlier questions that are like this one."""

    options: DocumentOptions

    async def rank_passages(
        self, found: list[FoundPassage], windows_of: WindowsOf, history: KeyVectors, query: RankingQuery
    ) -> list[FoundPassage]:
        """Rank them by "attention", alone or beside their score."""
        turns = self.options.document_attention_turns
        windows = [windows_of(passage) for passage in found] if len(history) else []
        return ranked_by_attention(
            found, attention_of(windows, query.question, history, turns=turns), self.options
        )


@dataclass(frozen=True, slots=True)
class Partition:
    """Topics, by the vectors of what describes them."""

    topics: tuple[str, ...]
    """Of each description, the topic that it is of."""
    vectors: Vectors
    """Unit vectors of the descriptions, shape (descriptions, dim)."""

    def topics_of(self, texts: Vectors) -> Sequence[str]:
        """Name the topic of texts, unit vectors of shape (texts, dim): that of the nearest description."""
        nearest = cosines(self.vectors, texts).argmax(axis=0)
        return [self.topics[place] for place in nearest.tolist()]

    def tagged(self, keys: KeyVectors, known: Tags = _NO_TAGS) -> Tags:
        """Say of every round what share of its user's windows is of which topic, each above 0 and up to 1.

        Those that are known keep their tags.

        Source: HiMeS, section 3.2, where a model names the topic; ours is the nearest description.
        """
        rows = keys.rows_of((name for name in keys.rounds if name not in known), fields=["user"])
        windows: dict[str, Counter[str]] = {}
        places = keys.round_places[rows].tolist()
        for place, topic in zip(places, self.topics_of(keys.matrix[rows]), strict=True):
            windows.setdefault(keys.rounds[place], Counter())[topic] += 1
        new = {
            name: {topic: times / counted.total() for topic, times in counted.items()}
            for name, counted in windows.items()
        }
        return {name: known.get(name) or new.get(name, {}) for name in keys.rounds}


class TopicTags:
    """Topics of the owners' turns: named once, at the first question after a round is indexed, and kept."""

    def __init__(self) -> None:
        self._partition: Partition | None = None
        self._tagged: dict[str, tuple[RoundAxis | None, Tags, Tags]] = {}
        """By owner: the rounds, the topics of each, and the rounds of each topic."""

    async def shares(self, query: RoundQuery) -> Mapping[str, float]:
        """Say of every round of the question's topic how far it is of it: its share, or 1 by a record."""
        if self._partition is None:
            topics = topic_descriptions()
            texts = [text for described in topics.values() for text in described]
            names = tuple(name for name, described in topics.items() for _ in described)
            self._partition = Partition(names, await query.store.text_vectors.embed(query.index.owner, texts))
        [topic] = self._partition.topics_of(query.question)
        keys = await query.keys()
        axis, tags, partitions = self._tagged.get(query.index.owner, (None, _NO_TAGS, _NO_TAGS))
        if axis is not keys.rounds:
            tags = self._partition.tagged(keys, tags)
            rounds: dict[str, dict[str, float]] = {}
            for name, of_round in tags.items():
                for tag, share in of_round.items():
                    rounds.setdefault(tag, {})[name] = share
            partitions = rounds
            self._tagged[query.index.owner] = (keys.rounds, tags, partitions)
        shares = dict(partitions.get(topic, {}))
        for record in query.ledger.with_status(Status.ACTIVE):
            shares.update(dict.fromkeys(record.round_ids if record.topic == topic else (), 1.0))
        return shares


def attention_scores(
    question: Vectors, keys: KeyVectors, wanted: Collection[str], *, turns: int
) -> Mapping[str, float]:
    """Score rounds by their nearness to the earlier turns of the owner that are most like the question.

    A round is scored by the window that attends most: the mean of its cosines to those turns. A round does
    not attend to its own turn, which would only say again how near that is to the question.

    Args:
        question: a unit vector, shape (1, dim).
        keys: the owner's.
        wanted: ids of the rounds to score; one without a key is left out.
        turns: how many earlier turns to attend to, at least 1.

    Source: HiMeS, algorithm 2; that the rounds are chunked by their keys, and their own turns left out, is
    ours.
    """
    heads = nearest_turns(question, keys, turns=turns + 1)
    if not heads:
        return {}
    rows = keys.rows_of(wanted).tolist()
    cosines = np.vecdot(keys.matrix[rows][:, None], keys.matrix[list(heads.values())])
    scores: dict[str, float] = {}
    names = list(heads)
    for row, values in zip(rows, cosines, strict=True):
        round_id = keys.key(row).round_id
        others = [value for name, value in zip(names, values.tolist(), strict=True) if name != round_id]
        score = sum(others[:turns]) / max(len(others[:turns]), 1)
        scores[round_id] = max(score, scores.get(round_id, score))
    return scores


def attention_of(
    windows: Sequence[Vectors], question: Vectors, history: KeyVectors, *, turns: int
) -> list[float]:
    """Score passages by their nearness to the earlier turns of the owner that are most like the question.

    A passage is the paper's chunk. Where it was embedded in several windows, that which attends most counts.

    Args:
        windows: the vectors of each passage, shape (windows, dim); at least one row each.
        question: a unit vector, shape (1, dim).
        history: the keys of the owner's rounds; those of the user's side are the historical queries.
        turns: how many of these are attended to (the paper's n).

    Returns:
        The mean cosine of each passage to those turns; nothing where the owner has asked nothing yet.

    Source: HiMeS, algorithm 2.
    """
    heads = list(nearest_turns(question, history, turns=turns).values())
    if not heads:
        return []
    asked = history.matrix[heads]
    return [float((vectors @ asked.T).mean(axis=1).max()) for vectors in windows]


def nearest_turns(question: Vectors, keys: KeyVectors, *, turns: int) -> Mapping[str, int]:
    """Find the earlier turns of the owner that are most like a question, a unit vector of shape (1, dim).

    Returns:
        The rows of their nearest windows among the keys, by round, the nearest first; at most `turns`.
    """
    asked = keys.rows_of(fields=["user"]).tolist()
    nearness = np.vecdot(question, keys.matrix[asked]) if asked else []
    heads: dict[str, int] = {}
    for place in np.argsort(-np.asarray(nearness), kind="stable").tolist():
        heads.setdefault(keys.key(asked[place]).round_id, asked[place])
        if len(heads) == turns:
            break
    return heads


def ranked_by_attention(
    found: Sequence[FoundPassage], attention: Sequence[float], options: DocumentOptions
) -> list[FoundPassage]:
    """Rank passages anew by the attention of each, alone or added to the score that they were found by.

    Added, attention counts in standard deviations of the passages found, as the score does in those of all.
    Without any attention the order stays.
    """
    if not attention or options.document_attention is DocumentAttention.OFF:
        return list(found)
    scores = np.array(attention)
    if options.document_attention is DocumentAttention.ADDED:
        scores = standardise(scores, least=LEAST_SPREAD) * options.document_attention_weight
        scores += [passage.score for passage in found]
    return [
        FoundPassage(
            found[place].passage,
            float(scores[place]),
            {**found[place].signals, "attention": attention[place]},
        )
        for place in np.argsort(-scores, kind="stable").tolist()
    ]


def add_signal(
    candidates: Sequence[Candidate], name: str, values: Mapping[str, float], *, weight: float
) -> list[Candidate]:
    """Give candidates a signal, and lift them by it.

    Args:
        candidates: best first, scored in standard deviations.
        name: of the signal.
        values: of rounds by their ids; a round without one takes the least.
        weight: what a standard deviation of it, over the candidates, counts beside one of the score.

    Returns:
        The candidates, best first; the merged score that later steps go by is lifted as well.
    """
    if not candidates or not values:
        return list(candidates)
    least = min(values.values())
    known = [values.get(candidate.round.round_id, least) for candidate in candidates]
    lifts = weight * standardise(np.array(known), least=LEAST_SIGNAL_SPREAD)
    lifted = []
    for candidate, value, lift in zip(candidates, known, lifts.tolist(), strict=True):
        signals = {**candidate.signals, name: value}
        signals[merged_by(signals)] += lift
        lifted.append(replace(candidate, score=candidate.score + lift, signals=signals))
    return sorted(lifted, key=lambda candidate: -candidate.score)
