"""The bundled embedder: all-MiniLM-L6-v2 in onnxruntime, without network or PyTorch."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from platformdirs import user_cache_path
from tokenizers import Encoding, Tokenizer

from daybook.embedding.embedder import Vectors
from daybook.embedding.in_threads import in_threads
from daybook.embedding.weights import (
    GRAPH_VERSION,
    TOKENIZER,
    WEIGHTS,
    Precision,
    built_model,
    read_model_file,
)

if TYPE_CHECKING:
    from daybook.embedding.minilm_session import MiniLMSession

DIM = 384


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
        rows = await in_threads(self._vector, texts)
        return np.concatenate([np.empty((0, DIM), dtype=np.float32), *rows])

    def load(self) -> None:
        """Load everything now instead of with the first call; this may build the model.

        Raises:
            ModelUnavailable: the model's files cannot be had.
        """
        with self._lock:
            _ = self._pieces, self._session

    def is_built(self) -> bool:
        """True if the model is kept ready to load; else the first text waits until it is built.

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

    def _vector(self, text: str) -> Vectors:
        self.load()
        return self._session.vector(self._pieces.ids(text))


MAX_PIECES = 254
"""Word pieces in a window; with [CLS] and [SEP] the 256 that the model was trained to read."""
BLOCK = 100_000
"""Characters cut at a time, so that a huge text does not need a huge list of pieces."""
SURROGATE = re.compile("[\ud800-\udfff]")
SPACE_RUN = re.compile(r"\s")


class WordPieces:
    """A model's tokenizer, and the longest text that it may read. Safe to use from several threads.

    Args:
        tokenizer: that of the model.
        most: pieces in a window, not counting those that the model wants around it.
    """

    def __init__(self, tokenizer: Tokenizer, most: int = MAX_PIECES) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        tokenizer.encode_special_tokens = True  # "[SEP]" in a text is something that was said
        self._tokenizer, self.most = tokenizer, most

    @classmethod
    def load(cls, folder: Path) -> WordPieces:
        """Read the tokenizer's file.

        Raises:
            ModelUnavailable: it cannot be had.
        """
        return cls(Tokenizer.from_buffer(read_model_file(TOKENIZER, folder)))

    def ids(self, text: str) -> list[int]:
        """The ids that the model reads, [CLS] first and [SEP] last; what exceeds a window is left out."""
        return self.encoded(text).ids

    def encoded(self, text: str, beside: str | None = None) -> Encoding:
        """A text, or a pair of them, as the model reads it; the end of what exceeds a window is left out.

        Args:
            text: the only one, or the first; of a pair it keeps at least half of the window if it needs it.
            beside: the second one of a pair, which gets what is left.
        """
        first = self._plain(text)
        if beside is None:
            first.truncate(self.most)
            return self._tokenizer.post_process(first)
        second = self._plain(beside)
        around = self._tokenizer.num_special_tokens_to_add
        room = max(self.most + around(False) - around(True), 2)
        first.truncate(max(room // 2, room - len(second.ids)))
        second.truncate(room - len(first.ids))
        return self._tokenizer.post_process(first, second)

    def narrowed(self, by: int) -> WordPieces:
        """The same tokenizer with windows that are shorter by so many pieces."""
        return WordPieces(self._tokenizer, max(self.most - by, 1))

    def count(self, text: str) -> int:
        """Pieces of a text."""
        return len(self._plain(text).ids)

    def _plain(self, text: str) -> Encoding:
        return self._tokenizer.encode(_encodable(text[:BLOCK]), add_special_tokens=False)

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into windows, between words; see `Embedder.windows`.

        A window ends with a sentence or a line where one ends in its last quarter.
        """
        spans = []
        for start, stop in _blocks(text):
            block = _encodable(text[start:stop])
            edges = _edges(block, self._plain(block), self.most)
            for left, right in pairwise(edges):
                window = block[left:right]
                if not window.isspace():
                    left += len(window) - len(window.lstrip())
                    spans.append((start + left, start + left + len(window.strip())))
        return spans


def _encodable(text: str) -> str:
    """The text as the tokenizer can take it, with a lone surrogate as U+FFFD; lengths stay."""
    return SURROGATE.sub("\ufffd", text)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Cut at white space where a block has any in its second half."""
    start = 0
    while start < len(text):
        stop = start + BLOCK
        if stop < len(text):
            half = start + BLOCK // 2
            spaces = SPACE_RUN.finditer(text, half, stop)
            stop = max((space.start() for space in spaces), default=stop)
        yield start, min(stop, len(text))
        start = stop


def _edges(text: str, pieces: Encoding, most: int) -> list[int]:
    """Where windows begin, in characters, and the end of the text."""
    starts = [start for start, _ in pieces.offsets]
    words = pieces.word_ids
    begins = [at for at in range(len(starts)) if at == 0 or words[at] != words[at - 1]]
    edges, first = [0], 0
    while len(starts) - first > most:
        first = _next_window(text, starts, begins, first, most)
        edges.append(starts[first])
    return [*edges, len(text)]


def _next_window(text: str, starts: list[int], begins: list[int], first: int, most: int) -> int:
    """The piece that begins the window after the one that begins with piece `first`."""
    limit = first + most
    last = bisect_left(begins, limit + 1) - 1
    fallback = begins[last] if begins[last] > first else limit
    while begins[last] > limit - most // 4:
        before = text[starts[begins[last] - 1] : starts[begins[last]]]
        if "\n" in before or (before[-1:].isspace() and before.rstrip().endswith((".", "!", "?"))):
            return begins[last]
        last -= 1
    return fallback
