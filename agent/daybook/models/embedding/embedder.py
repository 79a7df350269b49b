"""The protocol of an embedding model, what its adapters share, and the adapter of LangChain's."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from daybook.conversation.errors import ModelError

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors that one dot product compares."""

    @property
    def fingerprint(self) -> str:
        """Everything that decides a vector (model, precision, window): equal names, equal vectors."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into stretches that the model reads whole: (start, stop), of all but white space."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts, each cut at the end of its window: shape (len(texts), dim), rows of unit L2 length.

        Raises:
            ModelError: the model failed or could not be reached.
        """


class Reranker(Protocol):
    """Says how well passages answer a question."""

    async def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """Score each passage; only scores of one call can be compared, and the highest is the best.

        Raises:
            ModelError: the model failed.
        """

    def describe(self) -> str:
        """Say in one line what it is."""


class WrappedEmbedder:
    """Stands for the embedder that it has work done by, which is `plain`."""

    def __init__(self, plain: Embedder) -> None:
        self.plain = plain

    @property
    def fingerprint(self) -> str:
        """See `Embedder`."""
        return self.plain.fingerprint

    @property
    def dim(self) -> int:
        """See `Embedder`."""
        return self.plain.dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """See `Embedder`; they are cut in this process."""
        return self.plain.windows(text)


def question_embedder(embedder: Embedder) -> Embedder:
    """Name the embedder of questions, of the same fingerprint: of most it is the same one."""
    plain = embedder.plain if isinstance(embedder, WrappedEmbedder) else embedder
    asking: Embedder = getattr(plain, "for_questions", plain)
    return embedder if asking is plain else asking


def query_encoder(embedder: Embedder) -> Embedder | None:
    """Give the encoder of queries that an embedder comes with, trained to lie near what answers them.

    It ranks texts; how near two texts are is told by the embedder itself, in the same space.
    """
    plain = embedder.plain if isinstance(embedder, WrappedEmbedder) else embedder
    encoder: Embedder | None = getattr(plain, "query_encoder", None)
    return encoder


if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


_WINDOW = 1_000
"""Characters that a LangChain model reads whole, as LangChain does not tell: some 250 tokens of English."""
_BATCH = 64


class LangChainEmbedder:
    """A LangChain embedding model, by its class and what that calls its model; one space for all texts."""

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings
        given = (getattr(embeddings, field, None) for field in ("model", "model_name", "model_id"))
        model = next((found for found in given if isinstance(found, str)), "")
        self._name = ":".join(filter(None, (type(embeddings).__name__, model)))
        self.fingerprint = f"langchain:{self._name}:{_WINDOW}"
        self._dim: int | None = None

    @property
    def dim(self) -> int:
        """Learnt from the first vectors; ModelError before that."""
        if self._dim is None:
            raise ModelError(f"the dimension of {self._name} is not known before its first vectors")
        return self._dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut at white space, at 1,000 characters."""
        return character_windows(text, _WINDOW)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in batches. What the model itself raises passes through: LangChain names no error."""
        rows = [np.empty((0, self._dim or 0), dtype=np.float32)] if not texts else []
        for first in range(0, len(texts), _BATCH):
            part = [sendable(text, _WINDOW) for text in texts[first : first + _BATCH]]
            answer = await self._embeddings.aembed_documents(part)
            rows.append(unit_rows(answer, count=len(part), dim=self._dim, source=self._name))
            self._dim = rows[-1].shape[1]
        return np.concatenate(rows)


def character_windows(text: str, size: int) -> list[tuple[int, int]]:
    """Cut a text into windows of at most `size` characters; see `Embedder.windows`.

    A window ends at the last white space of its second half, else after `size` characters.
    """
    spans = []
    start = len(text) - len(text.lstrip())
    while start < len(text):
        stop = min(start + size, len(text))
        if stop < len(text) and not text[stop].isspace():
            middle = start + size // 2
            stop = next((at for at in range(stop - 1, middle, -1) if text[at].isspace()), stop)
        window = text[start:stop].rstrip()
        spans.append((start, start + len(window)))
        start = stop + len(text[stop:]) - len(text[stop:].lstrip())
    return spans


def sendable(text: str, size: int) -> str:
    """One window of a text as servers can take it: lone surrogates replaced, and a space for nothing."""
    return text[:size].encode("utf-8", "replace").decode() or " "


def unit_rows(rows: Sequence[Sequence[float]], *, count: int, dim: int | None, source: str) -> Vectors:
    """Check and normalise the vectors that a model gave for `count` texts; `dim` None is any one length.

    Raises:
        ModelError: wrong number or length, no numbers, not finite, or without a direction.
    """
    try:
        vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{source} returned no vectors of one length: {error}") from error
    if vectors.ndim != 2 or len(vectors) != count or vectors.shape[1] != (dim or vectors.shape[1]):
        wanted = f"({count}, {dim or 'any'})"
        raise ModelError(f"{source} returned vectors of shape {vectors.shape}, not {wanted}")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and (lengths > 0).all()):
        raise ModelError(f"{source} returned a vector that is not finite or is all zeros")
    unit: Vectors = vectors / lengths
    return unit


T = TypeVar("T")
AT_ONCE = 64
"""Texts handed to the threads at a time: a cancelled call goes on no longer than these take."""


async def in_threads(work: Callable[[str], T], texts: Sequence[str]) -> list[T]:
    """Do the work on every text, in as many threads as there are processors; the order is kept."""
    done: list[T] = []
    for first in range(0, len(texts), AT_ONCE):
        done += await asyncio.to_thread(_side_by_side, work, texts[first : first + AT_ONCE])
    return done


def _side_by_side(work: Callable[[str], T], texts: Sequence[str]) -> list[T]:
    if len(texts) == 1:
        return [work(texts[0])]
    may_use = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with ThreadPoolExecutor(may_use or 1) as pool:
        return list(pool.map(work, texts))
