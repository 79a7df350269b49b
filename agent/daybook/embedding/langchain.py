"""Adapts any LangChain embedding model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from daybook.embedding.character_windows import character_windows, sendable
from daybook.embedding.protocol import Embedder, Vectors
from daybook.embedding.vectors import unit_rows

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


def langchain_embedder(
    embeddings: Embeddings, *, name: str, dim: int, window: int = 1_000, batch: int = 64
) -> Embedder:
    """Use a LangChain embedding model.

    Args:
        embeddings: any object of LangChain's interface.
        name: names the model and whatever else decides its vectors; part of the fingerprint.
        dim: length of its vectors.
        window: characters that it reads whole; LangChain does not tell. The default is about 250
            tokens of English.
        batch: texts in a call.

    Raises:
        ValueError: `name` is empty, or a number is not positive.
    """
    return LangChainEmbedder(embeddings, name=name, dim=dim, window=window, batch=batch)


class LangChainEmbedder:
    """See `langchain_embedder`. Texts are embedded as documents, questions too: one space."""

    def __init__(self, embeddings: Embeddings, *, name: str, dim: int, window: int, batch: int) -> None:
        if not name or min(dim, window, batch) < 1:
            raise ValueError("a LangChain embedder needs a name, and a positive dim, window and batch")
        self._embeddings = embeddings
        self._name, self._dim, self._window, self._batch = name, dim, window, batch

    @property
    def fingerprint(self) -> str:
        """Name, dimension and window."""
        return f"langchain:{self._name}:{self._dim}:{self._window}"

    @property
    def dim(self) -> int:
        """As it was given."""
        return self._dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut at white space, by characters."""
        return character_windows(text, self._window)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in batches. What the model itself raises passes through: LangChain names no error.

        Raises:
            ModelError: the vectors are too few or many, or not of the promised dimension.
        """
        rows = [np.empty((0, self._dim), dtype=np.float32)]
        for first in range(0, len(texts), self._batch):
            part = [sendable(text, self._window) for text in texts[first : first + self._batch]]
            answer = await self._embeddings.aembed_documents(part)
            rows.append(unit_rows(answer, count=len(part), dim=self._dim, source=self._name))
        return np.concatenate(rows)
