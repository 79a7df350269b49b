"""Embedders that cost next to nothing: equal words, near vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from zlib import crc32

import numpy as np

from daybook.embedding.embedder import Vectors

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


class SignedWords:
    """Adds each word's sign at the place that its hash names; a text is one window."""

    fingerprint = "signed-words-64"
    dim = 64

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Leave a text whole."""
        return [(0, len(text))] if text.strip() else []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Give unit vectors, shape (len(texts), dim)."""
        vectors = np.empty((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            hashes = np.array([_hash(word) for word in text.lower().split()] or [0])
            signs = np.where(hashes & 64, 1.0, -1.0)
            vectors[row] = np.bincount(hashes & 63, weights=signs, minlength=self.dim)
            vectors[row, 0] += 0.01  # signs may cancel, and no text is to be without a direction
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


@lru_cache(maxsize=65_536)
def _hash(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass"))
