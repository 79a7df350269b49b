"""The bundled embedder: all-MiniLM-L6-v2 in onnxruntime, without network or PyTorch."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from platformdirs import user_cache_path

from daybook.embedding.protocol import Vectors
from daybook.embedding.weights import (
    GRAPH_VERSION,
    TOKENIZER,
    WEIGHTS,
    Precision,
    built_model,
    read_model_file,
)
from daybook.embedding.word_pieces import MAX_PIECES, WordPieces

if TYPE_CHECKING:
    from daybook.embedding.minilm_session import MiniLMSession

DIM = 384
AT_ONCE = 64
"""Texts handed to the threads at a time: a cancelled call goes on no longer than these take."""


def default_model_dir() -> Path:
    """Where built models are kept: the user's cache folder."""
    return user_cache_path("daybook") / "models"


class MiniLM:
    """The bundled embedder. Nothing is read before the first call.

    Texts run one by one, several side by side: on two cores that is as fast as padded batches for
    short texts and faster for long ones, and since dynamic quantisation scales by what is in the
    batch, only so does a text always get the same vector.
    """

    def __init__(self, precision: Precision = "int8", *, model_dir: Path | None = None) -> None:
        self._precision: Precision = precision
        self._folder = model_dir or default_model_dir()
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """Model, precision, window, weights and graph."""
        return f"all-MiniLM-L6-v2:{self._precision}:{MAX_PIECES}:{WEIGHTS.sha256[:8]}:{GRAPH_VERSION}"

    @property
    def dim(self) -> int:
        """384."""
        return DIM

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut between words, at 254 word pieces or at the sentence or line that ends just before."""
        return self._pieces.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in threads, as many as there are processors.

        Raises:
            ModelUnavailable: the model's files cannot be had.
            ModelError: onnxruntime failed, for want of memory for example.
        """
        rows = [np.empty((0, DIM), dtype=np.float32)]
        for first in range(0, len(texts), AT_ONCE):
            rows.append(await asyncio.to_thread(self._embed, texts[first : first + AT_ONCE]))
        return np.concatenate(rows)

    def load(self) -> None:
        """Load everything now instead of with the first call; this may build the model.

        Raises:
            ModelUnavailable: the model's files cannot be had.
        """
        with self._lock:
            _ = self._pieces, self._session

    def is_built(self) -> bool:
        """Whether the model is kept ready to load; else the first text waits until it is built.

        Raises:
            ModelUnavailable: the model's files cannot be had.
        """
        read_model_file(TOKENIZER, self._folder)
        if built_model(self._precision, self._folder).exists():
            return True
        read_model_file(WEIGHTS, self._folder)
        return False

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces.load(self._folder)

    @cached_property
    def _session(self) -> MiniLMSession:
        from daybook.embedding.minilm_session import open_session  # imports onnxruntime

        return open_session(self._precision, self._folder)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        self.load()
        if len(texts) == 1:
            return self._vector(texts[0])
        with ThreadPoolExecutor(_processors()) as pool:
            return np.concatenate(list(pool.map(self._vector, texts)))

    def _vector(self, text: str) -> Vectors:
        return self._session.vector(self._pieces.ids(text))


def _processors() -> int:
    """Processors that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
