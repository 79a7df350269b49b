"""An embedder that needs no model: equal words, near vectors."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from daybook.embedding.embedder import Vectors

WINDOW = 60
"""Characters that fit one window."""


class BagOfWords:
    """Hashes every word to a direction and adds them up; remembers what it was asked."""

    def __init__(self, fingerprint: str = "bag-of-words", dim: int = 64) -> None:
        self.fingerprint, self.dim = fingerprint, dim
        self.embedded: list[str] = []

    def windows(self, text: str) -> list[tuple[int, int]]:
        if not text.strip():
            return []
        return [(start, min(len(text), start + WINDOW)) for start in range(0, len(text), WINDOW)]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                seed = int.from_bytes(sha256(word.encode("utf-8", "surrogatepass")).digest()[:4], "big")
                vectors[row] += np.random.default_rng(seed).normal(size=self.dim)
            vectors[row] /= np.linalg.norm(vectors[row]) or 1
        return vectors
