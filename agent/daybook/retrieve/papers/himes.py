"""HiMeS: attention of documents to what the owner asked before, within the topic of the question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from daybook.conversation import FoundPassage
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.ranking_signal import RankingQuery, RankingSignal, WindowsOf
from daybook.store.arrays import cosines
from daybook.store.keys import KeyVectors

_TABLE = {
    "Greetings & Self-introduction": (
        "Greeting forms, Self-introduction structure, Cultural taboos, Context adaptation"
    ),
    "Interpersonal Relationships": (
        "Relationship building, Conflict resolution, Boundary setting, Digital etiquette"
    ),
    "Etiquette & Cultural Differences": (
        "Dining etiquette, Business protocols, Holiday customs, Body language"
    ),
    "Travel": "Itinerary planning, Transportation methods, Accommodation types, Cultural experiences",
    "Dining": "Cuisine types, Ordering techniques, Food culture, Special dietary needs",
    "Shopping": "Payment methods, Product inquiries, Return policies, Specialty markets",
    "Health": "Symptom description, Medical procedures, Fitness communication, Psychological support",
    "Movies & Music": "Genre preferences, Work recommendations, Event information, Thematic analysis",
    "Books & Learning": "Reading methods, Study strategies, Resource acquisition, Knowledge application",
    "Technology & Innovation": "Product evaluation, Tech ethics, Innovation cases, Future trends",
    "History & Culture": "Civilization comparison, Historical events, Cultural heritage, Figure analysis",
    "Emotional Communication": (
        "Emotion recognition, Empathy expression, Intimate relationships, Personal growth"
    ),
    "Opinion Expression": "Argument structure, Persuasion techniques, Debate methods, Cultural variations",
    "Directions & Navigation": "Landmark orientation, Transport options, Emergency handling, Digital tools",
    "Time & Planning": "Schedule management, Punctuality norms, Long-term planning, Efficiency techniques",
    "Weather & Environment": "Climate characteristics, Eco-issues, Disaster response, Outdoor guidelines",
}
TOPICS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {topic: tuple(below.split(", ")) for topic, below in _TABLE.items()}
)
"""The sub-topics of every topic. Source: HiMeS, Table 6 (names are the paper's)."""

TURNS = 5
"""How many historical queries are attended to (n)."""


class HistoricalQueries(RankingSignal):
    """The partition of the question's topic selects historical queries, whose attention ranks documents.

    Source: HiMeS, section 3.2 and algorithm 2. The rounds that are searched stay as they are.
    """

    def __init__(self) -> None:
        self._partition: Partition | None = None

    async def rank_passages(
        self, found: list[FoundPassage], windows_of: WindowsOf, query: RankingQuery
    ) -> list[FoundPassage]:
        """Rank passages by their attention alone, or leave them where nothing of the topic was asked yet."""
        history = await query.index.near(query.question, limit=query.limit, within=query.seen)
        if not found or not len(history):
            return found
        if self._partition is None:
            self._partition = await Partition.embedded(query)
        of_topic = self._partition.rounds_like(query.question, history)
        windows = [windows_of(passage) for passage in found]
        attention = attention_of(windows, query.question, history, among=of_topic)
        return ranked_by_attention(found, attention)


@dataclass(frozen=True, slots=True)
class Partition:
    """Topics, by the vectors of what describes them."""

    topics: tuple[str, ...]
    """Of each description, the topic that it is of."""
    vectors: Vectors
    """Unit vectors of the descriptions, shape (descriptions, dim)."""

    @classmethod
    async def embedded(cls, query: RankingQuery) -> Partition:
        """Embed the descriptions of the topics."""
        described = [(topic, f"{topic}: {below}") for topic, parts in TOPICS.items() for below in parts]
        vectors = await query.store.text_vectors.embed(query.index.owner, [text for _, text in described])
        return cls(tuple(topic for topic, _ in described), vectors)

    def topics_of(self, texts: Vectors) -> Sequence[str]:
        """Name the topic of texts, unit vectors of shape (texts, dim): that of the nearest description.

        Source: HiMeS, section 3.2, where a model names the topic; ours is the nearest description.
        """
        nearest = cosines(self.vectors, texts).argmax(axis=0)
        return [self.topics[place] for place in nearest.tolist()]

    def rounds_like(self, question: Vectors, keys: KeyVectors) -> frozenset[str]:
        """Name the rounds of which a window of the user's side is of the question's topic."""
        [topic] = self.topics_of(question)
        rows = keys.rows_of(fields=["user"])
        if not len(rows):
            return frozenset()
        topics = self.topics_of(keys.matrix[rows])
        return frozenset(
            keys.key(row).round_id for row, one in zip(rows.tolist(), topics, strict=True) if one == topic
        )


def attention_of(
    windows: Sequence[Vectors],
    question: Vectors,
    history: KeyVectors,
    *,
    among: Collection[str] | None = None,
    turns: int = TURNS,
) -> list[float]:
    """Score passages by their nearness to the earlier turns of the owner that are most like the question.

    A passage is the paper's chunk. Where it was embedded in several windows, that which attends most counts.

    Args:
        windows: the vectors of each passage, shape (windows, dim); at least one row each.
        question: a unit vector, shape (1, dim).
        history: the keys of the owner's rounds; those of the user's side are the historical queries.
        among: the rounds of the partition; None for all.
        turns: how many of these are attended to (the paper's n).

    Returns:
        The mean cosine of each passage to those turns; nothing where the owner has asked nothing yet.

    Source: HiMeS, algorithm 2.
    """
    heads = list(nearest_turns(question, history, among=among, turns=turns).values())
    if not heads:
        return []
    asked = history.matrix[heads]
    return [float((vectors @ asked.T).mean(axis=1).max()) for vectors in windows]


def nearest_turns(
    question: Vectors, keys: KeyVectors, *, turns: int, among: Collection[str] | None = None
) -> Mapping[str, int]:
    """Find the earlier turns of the owner that are most like a question, a unit vector of shape (1, dim).

    Returns:
        The rows of their nearest windows among the keys, by round, the nearest first; at most `turns`.
    """
    asked = (
        keys.rows_of(fields=["user"]) if among is None else keys.rows_of(among, fields=["user"])
    ).tolist()
    nearness = np.vecdot(question, keys.matrix[asked]) if asked else []
    heads: dict[str, int] = {}
    for place in np.argsort(-np.asarray(nearness), kind="stable").tolist():
        heads.setdefault(keys.key(asked[place]).round_id, asked[place])
        if len(heads) == turns:
            break
    return heads


def ranked_by_attention(found: Sequence[FoundPassage], attention: Sequence[float]) -> list[FoundPassage]:
    """Rank passages anew by the attention of each; without any the order stays."""
    if not attention:
        return list(found)
    return [
        FoundPassage(
            found[place].passage, attention[place], {**found[place].signals, "attention": attention[place]}
        )
        for place in np.argsort(-np.array(attention), kind="stable").tolist()
    ]
