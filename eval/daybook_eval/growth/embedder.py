"""An embedder so cheap that what is timed is memory itself: signed word hashes in 64 dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np

from daybook.embedding.protocol import Vectors


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
