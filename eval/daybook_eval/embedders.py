"""Embedders of evaluation: that of the settings, and one that needs no model."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from daybook.models.embedding import Embedder, Vectors, load_embedder
from daybook.settings import Settings
from daybook_eval.vector_cache import CachedEmbedder, VectorCache


def cached(embedder: Embedder, cache: Path | None) -> Embedder:
    """Have an embedder take vectors from a file, where one is named."""
    return CachedEmbedder(embedder, VectorCache(cache)) if cache else embedder


def open_embedder(settings: Settings, *, cache: Path | None = None) -> Embedder:
    """Open the embedder of the settings, with the vectors that a file keeps from run to run.

    Raises:
        BadSettings: there is no such embedder, or its key is missing.
    """
    embedder = load_embedder(
        settings.embedder, openai_api_key=settings.openai_api_key, openai_base_url=settings.openai_base_url
    )
    return cached(embedder, cache)


class HashedWords:
    """Gives every word a direction by its hash, and adds them up: equal words, near vectors.

    A window is so many characters; the fingerprint names it in a store.
    """

    def __init__(self, dim: int = 48, window: int = 120, fingerprint: str = "hashed-words") -> None:
        self.dim, self.window, self.fingerprint = dim, window, fingerprint

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into windows of equal length; none of them is blank."""
        cuts = [(start, min(len(text), start + self.window)) for start in range(0, len(text), self.window)]
        return [(start, stop) for start, stop in cuts if text[start:stop].strip()]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Give unit vectors, shape (len(texts), dim)."""
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            if words := text.lower().split():
                vectors[row] = np.sum([_direction(word, self.dim) for word in words], axis=0)
                vectors[row] /= np.linalg.norm(vectors[row]) or 1
        return vectors


@lru_cache(maxsize=100_000)
def _direction(word: str, dim: int) -> Vectors:
    seed = int.from_bytes(sha256(word.encode("utf-8", "surrogatepass")).digest()[:4], "big")
    return np.random.default_rng(seed).normal(size=dim).astype(np.float32)
