"""Messages and statements compared with examples: whether they concern their writer's own life, body or food.

The thresholds are for the cosines of MiniLM.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from daybook.conversation.language import Examples
from daybook.models.embedding import Embedder
from daybook.models.embedding.embedder import Vectors
from daybook.store.arrays import cosines

_PERSONAL, _IN_FIRST_PERSON = 0.08, 0.06
"""By how much a message must be nearer to an example of personal ones, and what it has of that by its "I"."""
_LIKE = 0.5
"""The cosine from which on a message is like an example."""
_BODILY = -0.05
"""By how much a message may be farther from examples of bodily ones: what is not seen here may do harm."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Positive examples, and negative ones that look like them."""

    positive: Vectors
    """Unit vectors, shape (examples, dim)."""
    negative: Vectors
    """The same."""

    def nearest(self, vectors: Vectors) -> tuple[Vectors, Vectors]:
        """Give each vector's greatest cosine to a positive and to a negative example, shape (n,) each."""
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
    bodily: Contrast
    """Those, and those about health, travel, gifts and guests."""


async def embed_examples(examples: Examples, embedder: Embedder) -> EmbeddedExamples:
    """Embed the examples of a language: some 150 short texts."""
    texts = dict.fromkeys([*examples.food, *examples.bodily, *examples.personal, *examples.impersonal])
    vectors = dict(zip(texts, await embedder.embed(list(texts)), strict=True))

    def contrast(positive: Sequence[str], negative: Sequence[str]) -> Contrast:
        others = [text for text in negative if text not in positive]
        return Contrast(
            np.stack([vectors[text] for text in positive]), np.stack([vectors[text] for text in others])
        )

    food, bodily = examples.food, [*examples.food, *examples.bodily]
    return EmbeddedExamples(
        Contrast(await embedder.embed(examples.constraints), await embedder.embed(examples.no_constraints)),
        personal=contrast([*food, *examples.personal], examples.impersonal),
        food=contrast(food, [*examples.personal, *examples.impersonal]),
        bodily=contrast(bodily, [*examples.personal, *examples.impersonal]),
    )


def is_personal(vectors: Vectors, examples: Contrast, *, in_first_person: bool) -> bool:
    """True if a message concerns its writer's own life: what they eat, plan, own, whom they know.

    The vectors are of the message in stand-alone form and of its sentences, shape (n, dim).
    """
    return _margin(vectors, examples) + _IN_FIRST_PERSON * in_first_person >= _PERSONAL


def is_about_food(vectors: Vectors, examples: Contrast) -> bool:
    """True if a personal message is about eating or drinking."""
    return _margin(vectors, examples) > 0


def is_bodily(vectors: Vectors, before: Vectors, examples: Contrast) -> bool:
    """True if what somebody must not eat, drink or touch may matter to a message.

    A message that is like no example ("and after that?") is taken to go on with what was said before it.

    Args:
        vectors: of the message in stand-alone form and of its sentences, shape (n, dim).
        before: of the user's turns before it, shape (m, dim).
        examples: of messages to which it may matter and to which not.
    """
    if _margin(vectors, examples) >= _BODILY:
        return True
    leans = len(before) and max(map(np.max, examples.nearest(vectors))) < _LIKE
    return bool(leans) and _margin(before, examples) >= _BODILY


def _margin(vectors: Vectors, examples: Contrast) -> float:
    """By how much the vectors are nearer to the positive examples, where that is most."""
    likes, unlikes = examples.nearest(vectors)
    return float(np.max(likes - unlikes))
