"""Messages and statements compared with examples: whether they concern their writer's own life, or food.

The thresholds are for the cosines of MiniLM.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from daybook.conversation.language import Examples
from daybook.embedding import Embedder
from daybook.embedding.embedder import Vectors
from daybook.store.arrays import cosines

_PERSONAL, _IN_FIRST_PERSON = 0.08, 0.06
"""By how much a message must be nearer to an example of personal ones, and what it has of that by its "I"."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Examples of what is meant, and of what is like it and is not."""

    positive: Vectors
    """Unit vectors, shape (examples, dim)."""
    negative: Vectors
    """The same."""

    def nearest(self, vectors: Vectors) -> tuple[Vectors, Vectors]:
        """Give the greatest cosine of each vector to an example of either kind.

        Args:
            vectors: unit vectors, shape (n, dim).

        Returns:
            Shape (n,) each: to the positive examples and to the negative ones.
        """
        if not len(vectors):
            return np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.float32)
        return cosines(self.positive, vectors).max(axis=0), cosines(self.negative, vectors).max(axis=0)


@dataclass(frozen=True, slots=True)
class EmbeddedExamples:
    """The examples under one embedder."""

    constraints: Contrast
    """Statements that every reply must respect."""
    personal: Contrast
    """Messages that concern their writer's own life."""
    food: Contrast
    """Those of them that are about eating or drinking."""


async def embed_examples(examples: Examples, embedder: Embedder) -> EmbeddedExamples:
    """Embed the examples of a language: some 150 short texts.

    Raises:
        ModelError: the embedder failed.
    """
    food, personal, impersonal = [
        await embedder.embed(texts) for texts in (examples.food, examples.personal, examples.impersonal)
    ]
    return EmbeddedExamples(
        Contrast(await embedder.embed(examples.constraints), await embedder.embed(examples.no_constraints)),
        personal=Contrast(np.concatenate([food, personal]), impersonal),
        food=Contrast(food, np.concatenate([personal, impersonal])),
    )


def is_personal(vectors: Vectors, examples: Contrast, *, in_first_person: bool) -> bool:
    """True if a message concerns its writer's own life: what they eat, plan, own, whom they know.

    Args:
        vectors: of the message in stand-alone form and of its sentences, shape (n, dim).
        examples: of messages that do and that do not.
        in_first_person: whether it speaks of its writer.
    """
    return _margin(vectors, examples) + _IN_FIRST_PERSON * in_first_person >= _PERSONAL


def is_about_food(vectors: Vectors, examples: Contrast) -> bool:
    """True if a personal message is about eating or drinking."""
    return _margin(vectors, examples) > 0


def _margin(vectors: Vectors, examples: Contrast) -> float:
    """By how much the vectors are nearer to the positive examples, where that is most."""
    likes, unlikes = examples.nearest(vectors)
    return float(np.max(likes - unlikes))
