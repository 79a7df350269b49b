"""Finds passages for a question in memory: by meaning and by words, merged by their ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from daybook.embedding import Embedder, Vectors
from daybook.english.words import words_of
from daybook.retrieve.rank_fusion import fuse_ranks
from daybook.store.bm25 import bm25_plus


class Retriever(Protocol):
    """Finds texts for a question; to training it is a black box."""

    async def passages(self, questions: Sequence[str], limit: int) -> list[list[str]]:
        """For each question at most `limit` texts, best first."""


@dataclass(frozen=True, slots=True)
class PassageIndex:
    """Ranks all passages of a set of examples, those of the others being what misleads."""

    texts: tuple[str, ...]
    vectors: Vectors
    counts: Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]
    """For each word the places of the passages that have it, and how often they do."""
    lengths: NDArray[np.int64]
    """In words that count."""
    embedder: Embedder

    @classmethod
    async def of(cls, texts: Iterable[str], embedder: Embedder) -> PassageIndex:
        """Index texts; equal ones count once."""
        distinct = tuple(dict.fromkeys(text for text in texts if text))
        said = [Counter(words_of(text)) for text in distinct]
        having: dict[str, list[tuple[int, int]]] = {}
        for place, counter in enumerate(said):
            for word, count in counter.items():
                having.setdefault(word, []).append((place, count))
        counts = {word: tuple(np.array(found).T) for word, found in having.items()}
        lengths = np.array([counter.total() for counter in said])
        return cls(distinct, await embedder.embed(distinct), counts, lengths, embedder)

    async def passages(self, questions: Sequence[str], limit: int) -> list[list[str]]:
        """See `Retriever`: dense and BM25+ rankings of all passages, merged by RRF (k = 60)."""
        similar = await self.embedder.embed(questions) @ self.vectors.T
        found = []
        for question, cosines in zip(questions, similar, strict=True):
            worded = self._by_words(question)
            by_words = [str(place) for place in np.argsort(-worded, kind="stable") if worded[place] > 0]
            by_meaning = [str(place) for place in np.argsort(-cosines, kind="stable")]
            fused = fuse_ranks([by_meaning, by_words])
            found.append([self.texts[int(place)] for place, _ in fused[:limit]])
        return found

    def _by_words(self, question: str) -> NDArray[np.float64]:
        scores = np.zeros(len(self.texts))
        for word in words_of(question):
            if word in self.counts:
                places, counts = self.counts[word]
                scores[places] += bm25_plus(
                    counts,
                    self.lengths[places],
                    documents=len(self.texts),
                    average_length=float(self.lengths.mean()),
                )
        return scores


async def ranks_of(
    retriever: Retriever, questions: Sequence[str], wanted: Sequence[str], *, limit: int = 10
) -> list[int | None]:
    """Give the rank of each question's passage, from 1; None where it is not among the first `limit`."""
    found = await retriever.passages(questions, limit)
    return [
        texts.index(text) + 1 if text in texts else None for texts, text in zip(found, wanted, strict=True)
    ]
