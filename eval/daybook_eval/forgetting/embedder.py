"""A quick embedder: equal words, near vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

import numpy as np

from daybook.embedding.protocol import Vectors

_WINDOW = 120
"""Characters that fit one window."""


class HashedWords:
    """Gives every word a direction by its hash, and adds them up."""

    fingerprint = "hashed-words"
    dim = 48

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into windows of equal length; none of them is blank."""
        cuts = [(start, min(len(text), start + _WINDOW)) for start in range(0, len(text), _WINDOW)]
        return [(start, stop) for start, stop in cuts if text[start:stop].strip()]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Give unit vectors, shape (len(texts), dim)."""
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                vectors[row] += _direction(word, self.dim)
            vectors[row] /= np.linalg.norm(vectors[row]) or 1
        return vectors


@lru_cache(maxsize=100_000)
def _direction(word: str, dim: int) -> Vectors:
    seed = int.from_bytes(sha256(word.encode("utf-8", "surrogatepass")).digest()[:4], "big")
    return np.random.default_rng(seed).normal(size=dim).astype(np.float32)
