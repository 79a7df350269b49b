"""The value of a rewriting: by the answer that comes of it, by its likeness to the right one, or by both.

Source: HiMeS, algorithm 1 (hard), section 4.5 (soft), appendix A.1, equation 1 (both).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from daybook.models.embedding import Embedder, Vectors
from daybook.retrieve.fusion import fuse_ranks
from daybook.store.bm25 import bm25_plus
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import words_of
from daybook_eval.measures.answers import contains, rouge_l, token_f1
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.recipe import Recipe, Reward


def quoted_answer(question: str, passages: Sequence[str]) -> str:
    """Quote the sentence with the most words of the question, from the best passage that has any; else "".

    It stands for the paper's responder, a model, so that training runs offline.
    """
    wanted = set(words_of(question))
    sentences = [text[start:stop] for text in passages for start, stop in sentence_spans(text)]
    # The first of equals: passages come best first.
    best = max(sentences, key=lambda sentence: len(wanted & set(words_of(sentence))), default="")
    return best.strip() if wanted & set(words_of(best)) else ""


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
        """Find at most `limit` texts for each question, best first: dense and BM25+, merged by RRF."""
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
    index: PassageIndex, questions: Sequence[str], wanted: Sequence[str], *, limit: int = 10
) -> list[int | None]:
    """Give the rank of each question's passage, from 1. Returns None if it is not among the first `limit`."""
    found = await index.passages(questions, limit)
    return [
        texts.index(text) + 1 if text in texts else None for texts, text in zip(found, wanted, strict=True)
    ]


def hard_reward(response: str, gold: str, retrieved: Sequence[str], *, alpha: float, beta: float) -> float:
    """Value a response: ROUGE-L F1 + alpha · exact match + beta · hit; 0 where nothing was said.

    The exact match is of the same words, without case, punctuation and articles. It is a hit if the right
    answer stands in a retrieved passage; the paper asks it of the response, and a quote always does.
    """
    if not response:
        return 0.0
    likeness = rouge_l(response, gold)
    exact = token_f1(response, gold) == 1.0 and likeness == 1.0
    return likeness + alpha * exact + beta * any(contains(passage, gold) for passage in retrieved)


Valuer: TypeAlias = Callable[[Sequence[RewritingExample], Sequence[str]], Awaitable[list[float]]]
"""Gives the reward of each rewriting of the example at its place."""


async def hard_rewards(
    examples: Sequence[RewritingExample],
    rewrites: Sequence[str],
    index: PassageIndex,
    recipe: Recipe,
) -> list[float]:
    """Retrieve with each rewriting, answer by a quote, and value the answer; 0 for an empty one."""
    found = await index.passages(rewrites, recipe.passages)
    answers = map(quoted_answer, rewrites, found)
    return [
        hard_reward(answer, example.answer, texts, alpha=recipe.alpha, beta=recipe.beta) if text else 0.0
        for example, text, answer, texts in zip(examples, rewrites, answers, found, strict=True)
    ]


async def soft_rewards(
    examples: Sequence[RewritingExample], rewrites: Sequence[str], embedder: Embedder
) -> list[float]:
    """Value each rewriting by its cosine with the right one, from -1 to 1; 0 where it is empty."""
    vectors = await embedder.embed([*rewrites, *(example.rewrite for example in examples)])
    cosines = np.sum(vectors[: len(rewrites)] * vectors[len(rewrites) :], axis=1)
    return [float(cosine) if text else 0.0 for text, cosine in zip(rewrites, cosines, strict=True)]


def valuer_of(recipe: Recipe, index: PassageIndex, embedder: Embedder) -> Valuer:
    """Make what a recipe's reward is; fused, the soft one counts lambda times."""

    async def value(examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
        if recipe.reward is Reward.SOFT:
            return await soft_rewards(examples, rewrites, embedder)
        hard = await hard_rewards(examples, rewrites, index, recipe)
        if recipe.reward is Reward.HARD:
            return hard
        soft = await soft_rewards(examples, rewrites, embedder)
        return [reward + recipe.lambda_ * other for reward, other in zip(hard, soft, strict=True)]

    return value
