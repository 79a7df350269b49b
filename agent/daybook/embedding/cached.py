"""An embedder with a cache."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import numpy as np

from daybook.embedding.cache import VectorCache
from daybook.embedding.protocol import Embedder, Vectors

PART = 256
"""Texts embedded before their vectors are kept, so that a stopped import loses little."""


class CachedEmbedder:
    """Embeds through a cache: no text twice, within a call or between imports.

    It is for what is stored. Questions seldom repeat and must leave no trace, so they are embedded
    with the plain embedder, which is `plain`.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache) -> None:
        self.plain = embedder
        self._cache = cache

    @property
    def fingerprint(self) -> str:
        """That of the plain embedder."""
        return self.plain.fingerprint

    @property
    def dim(self) -> int:
        """That of the plain embedder."""
        return self.plain.dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Those of the plain embedder."""
        return self.plain.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed each distinct text that is not cached, once, and cache it.

        Raises:
            ModelError: the embedder failed; what it had embedded by then is cached.
        """
        known = await asyncio.to_thread(self._cache.get, self.fingerprint, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        for first in range(0, len(missing), PART):
            part = missing[first : first + PART]
            made = dict(zip(part, await self.plain.embed(part), strict=True))
            await asyncio.to_thread(self._cache.put, self.fingerprint, made)
            known |= made
        if not texts:
            return await self.plain.embed(texts)
        return np.stack([known[text] for text in texts])

    def close(self) -> None:
        """Close the cache's file; the next call opens it again."""
        self._cache.close()

    def forget(self, texts: Iterable[str]) -> int:
        """Erase the cached vectors of texts; see `VectorCache.forget`."""
        return self._cache.forget(texts)
