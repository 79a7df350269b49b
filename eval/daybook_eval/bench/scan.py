"""A search as bare as it gets: a matrix product in NumPy and rank-bm25, built once and never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Session, rounds_of
from daybook.embedding import Embedder, Vectors


@dataclass(frozen=True)
class BareScan:
    """The rounds of one owner: a vector for each side, and the words of each round."""

    embedder: Embedder
    matrix: Vectors
    words: BM25Plus

    @classmethod
    def build(cls, sessions: Iterable[Session], embedder: Embedder) -> BareScan:
        """Embed both sides of every round, and count the words of every round."""
        rounds = [round_ for session in sessions for round_ in rounds_of(session, "bare")]
        sides = [turn.content for round_ in rounds for turn in round_.turns]
        matrix = asyncio.run(embedder.embed(sides))
        texts = ("\n".join(turn.content for turn in round_.turns) for round_ in rounds)
        return cls(embedder, matrix, BM25Plus([text.lower().split() for text in texts]))

    def ask(self, question: str, best: int = 50) -> None:
        """Score everything, both ways, and take the best."""
        (query,) = asyncio.run(self.embedder.embed([question]))
        np.argsort(-(self.matrix @ query))[:best]
        np.argsort(-self.words.get_scores(question.lower().split()))[:best]
