"""Embeds the texts of ledger records, and caches the vectors for as long as a ledger stays the same."""

from __future__ import annotations

from collections.abc import Sequence

from daybook.conversation import Ledger
from daybook.embedding.protocol import Embedder, Vectors


class LedgerVectors:
    """Embeds through the cache that forgetting erases; keeps an owner's vectors until the ledger changes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._held: dict[str, tuple[Ledger, Vectors]] = {}

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are stored.

        Raises:
            ModelError: the embedder failed.
        """
        return await self._embedder.embed(texts)

    async def of(self, owner: str, ledger: Ledger, texts: Sequence[str]) -> Vectors:
        """Embed the texts of an owner's ledger; returns the cached vectors if the ledger is the same.

        Raises:
            ModelError: the embedder failed.
        """
        held = self._held.get(owner)
        if held is None or held[0] is not ledger:
            held = self._held[owner] = (ledger, await self.embed(texts))
        return held[1]

    def drop(self, owner: str) -> None:
        """Drop the cached vectors of an owner."""
        self._held.pop(owner, None)
