"""Tokenizes texts into the word pieces of all-MiniLM-L6-v2, and splits them into windows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tokenizers import Encoding, Tokenizer

from daybook.embedding.weights import TOKENIZER, read_model_file

MAX_PIECES = 254
"""Word pieces in a window; with [CLS] and [SEP] the 256 that the model was trained to read."""
BLOCK = 100_000
"""Characters cut at a time, so that a huge text does not need a huge list of pieces."""
SURROGATE = re.compile("[\ud800-\udfff]")
SPACE_RUN = re.compile(r"\s")


class WordPieces:
    """The tokenizer of the bundled model. Safe to use from several threads."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        tokenizer.encode_special_tokens = True  # "[SEP]" in a text is something that was said
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path) -> WordPieces:
        """Read the tokenizer's file.

        Raises:
            ModelUnavailable: it cannot be had.
        """
        return cls(Tokenizer.from_buffer(read_model_file(TOKENIZER, folder)))

    def ids(self, text: str) -> list[int]:
        """The ids that the model reads, [CLS] first and [SEP] last; what exceeds a window is left out."""
        ids = self._tokenizer.encode(_encodable(text[:BLOCK])).ids
        return ids if len(ids) <= MAX_PIECES + 2 else [*ids[: MAX_PIECES + 1], ids[-1]]

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into windows, between words; see `Embedder.windows`.

        A window ends with a sentence or a line where one ends in its last quarter.
        """
        spans = []
        for start, stop in _blocks(text):
            block = _encodable(text[start:stop])
            edges = _edges(block, self._tokenizer.encode(block, add_special_tokens=False))
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


def _edges(text: str, pieces: Encoding) -> list[int]:
    """Where windows begin, in characters, and the end of the text."""
    starts = [start for start, _ in pieces.offsets]
    words = pieces.word_ids
    begins = [at for at in range(len(starts)) if at == 0 or words[at] != words[at - 1]]
    edges, first = [0], 0
    while len(starts) - first > MAX_PIECES:
        first = _next_window(text, starts, begins, first)
        edges.append(starts[first])
    return [*edges, len(text)]


def _next_window(text: str, starts: list[int], begins: list[int], first: int) -> int:
    """The piece that begins the window after the one that begins with piece `first`."""
    limit = first + MAX_PIECES
    last = bisect_left(begins, limit + 1) - 1
    fallback = begins[last] if begins[last] > first else limit
    while begins[last] > limit - MAX_PIECES // 4:
        before = text[starts[begins[last] - 1] : starts[begins[last]]]
        if "\n" in before or (before[-1:].isspace() and before.rstrip().endswith((".", "!", "?"))):
            return begins[last]
        last -= 1
    return fallback
