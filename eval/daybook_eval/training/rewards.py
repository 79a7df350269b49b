"""What a rewriting is worth: by the answer that comes of it, by its likeness to the right one, or by both.

Source: HiMeS, algorithm 1 (hard), section 4.5 (soft), appendix A.1, equation 1 (both).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from daybook.embedding import Embedder
from daybook_eval.measures.containment import contains
from daybook_eval.measures.rouge_l import rouge_l
from daybook_eval.measures.token_f1 import token_f1
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.passages import Retriever
from daybook_eval.training.recipe import Hit, Recipe, Reward
from daybook_eval.training.responders import Responder


def hard_reward(
    response: str, gold: str, retrieved: Sequence[str], *, alpha: float, beta: float, hit: Hit
) -> float:
    """Value a response: ROUGE-L F1 + alpha · exact match + beta · hit.

    Args:
        response: what the responder said to the rewriting.
        gold: the right answer.
        retrieved: the passages that it was said from.
        alpha: weight of the exact match: the same words, without case, punctuation and articles.
        beta: weight of the hit.
        hit: whose words must stand in a passage, in one piece.

    Returns:
        0 to 1 + alpha + beta; 0 where nothing was said.
    """
    if not response:
        return 0.0
    exact = token_f1(response, gold) == 1.0 and rouge_l(response, gold) == 1.0
    sought = response if hit is Hit.RESPONSE else gold
    return (
        rouge_l(response, gold)
        + alpha * exact
        + beta * any(contains(passage, sought) for passage in retrieved)
    )


async def soft_rewards(rewrites: Sequence[str], gold: Sequence[str], embedder: Embedder) -> list[float]:
    """Value each rewriting by its cosine with the right one, from -1 to 1; 0 where it is empty."""
    vectors = await embedder.embed([*rewrites, *gold])
    cosines = np.sum(vectors[: len(rewrites)] * vectors[len(rewrites) :], axis=1)
    return [float(cosine) if text else 0.0 for text, cosine in zip(rewrites, cosines, strict=True)]


class Valuer(Protocol):
    """Values rewritings of examples."""

    async def value(self, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
        """Give the reward of each rewriting of the example at its place."""


@dataclass(frozen=True, slots=True)
class HardValuer:
    """Retrieves with the rewriting, lets the responder answer, and values the answer."""

    retriever: Retriever
    responder: Responder
    recipe: Recipe

    async def value(self, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
        """See `Valuer`."""
        found = await self.retriever.passages(rewrites, self.recipe.passages)
        answers = await asyncio.gather(
            *(self.responder.answer(text, passages) for text, passages in zip(rewrites, found, strict=True))
        )
        recipe = self.recipe
        return [
            hard_reward(answer, one.answer, texts, alpha=recipe.alpha, beta=recipe.beta, hit=recipe.hit)
            if text
            else 0.0
            for one, text, answer, texts in zip(examples, rewrites, answers, found, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class SoftValuer:
    """Values the likeness to the right rewriting."""

    embedder: Embedder

    async def value(self, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
        """See `Valuer`."""
        return await soft_rewards(rewrites, [one.rewrite for one in examples], self.embedder)


@dataclass(frozen=True, slots=True)
class FusedValuer:
    """The hard reward, and lambda times the soft one."""

    hard: HardValuer
    soft: SoftValuer
    lambda_: float

    async def value(self, examples: Sequence[RewritingExample], rewrites: Sequence[str]) -> list[float]:
        """See `Valuer`."""
        hard = await self.hard.value(examples, rewrites)
        soft = await self.soft.value(examples, rewrites)
        return [one + self.lambda_ * other for one, other in zip(hard, soft, strict=True)]


def valuer_of(recipe: Recipe, retriever: Retriever, responder: Responder, embedder: Embedder) -> Valuer:
    """Make what a recipe's reward is."""
    hard, soft = HardValuer(retriever, responder, recipe), SoftValuer(embedder)
    by_reward: dict[Reward, Valuer] = {
        Reward.HARD: hard,
        Reward.SOFT: soft,
        Reward.FUSED: FusedValuer(hard, soft, recipe.lambda_),
    }
    return by_reward[recipe.reward]
