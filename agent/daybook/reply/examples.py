"""Examples that statements and messages are compared with, and their vectors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from daybook.embedding import Embedder
from daybook.embedding.protocol import Vectors
from daybook.store.cosines import cosines


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
class Examples:
    """The examples under one embedder."""

    constraints: Contrast
    """Statements that every reply must heed."""
    personal: Contrast
    """Messages that concern their writer's own life."""
    food: Contrast
    """Those of them that are about eating or drinking."""


async def embed_examples(embedder: Embedder) -> Examples:
    """Embed the examples: some 150 short texts.

    Raises:
        ModelError: the embedder failed.
    """
    constraints, messages = _read("constraints.toml"), _read("messages.toml")
    food, personal, impersonal = [
        await embedder.embed(messages[name]) for name in ("food", "personal", "impersonal")
    ]
    return Examples(
        Contrast(await embedder.embed(constraints["is"]), await embedder.embed(constraints["is_not"])),
        personal=Contrast(np.concatenate([food, personal]), impersonal),
        food=Contrast(food, np.concatenate([personal, impersonal])),
    )


@cache
def _read(name: str) -> Mapping[str, Sequence[str]]:
    return tomllib.loads(files("daybook.reply").joinpath(name).read_text("utf-8"))
