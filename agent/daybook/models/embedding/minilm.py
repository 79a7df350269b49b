"""The bundled embedder: all-MiniLM-L6-v2 in onnxruntime, without network or PyTorch.

Its files lie in the folder `minilm`, made by `tools/make_minilm.py` from the official release.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Encoding, Tokenizer

from daybook.conversation.errors import ModelUnavailable
from daybook.models.embedding.embedder import Embedder, Vectors, in_threads

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_session import OnnxSession

DIM = 384
TEXTS, QUESTIONS, TOKENIZER = "model.onnx", "queries.zlib", "tokenizer.json"
DIGESTS = {
    TEXTS: "8486cc8b3c1a342787e5df3a9da03c2a22f78ca53b76bf5d204d99ebfc998e2f",
    QUESTIONS: "6031a7b1a92df308c7c23bf95d2717cd940cd5313173a1c956666773d5d3db8f",
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the bundled files."""


def read_model_file(name: str) -> bytes:
    """Read a bundled file; raises ModelUnavailable if it is missing or damaged."""
    try:
        data = files("daybook.models.embedding").joinpath("minilm", name).read_bytes()
    except OSError as error:
        problem = str(error)
    else:
        if sha256(data).hexdigest() == DIGESTS[name]:
            return data
        problem = f"{name} is damaged: its SHA-256 is not that of the release"
    raise ModelUnavailable(f"all-MiniLM-L6-v2 cannot be loaded ({problem}): install daybook-memory anew")


class MiniLM:
    """The bundled embedder. Nothing is read before the first call.

    Texts run one by one, several side by side: on two cores as fast as padded batches for short texts and
    faster for long ones. Dynamic quantisation scales by what is in a batch, so only this gives a text the
    same vector always.
    """

    dim = DIM
    fingerprint = "all-MiniLM-L6-v2:int8:254:53aa5117:1"
    """Model, precision, window, and the version of its weights and graph."""

    def __init__(self, *, reads_questions: bool = False) -> None:
        self._reads_questions = reads_questions
        self._lock = Lock()

    @cached_property
    def query_encoder(self) -> Embedder:
        """The same model with the weights that `daybook-eval train-query-encoder` trained for questions.

        Its vectors are compared with those of texts, which stay as they are.
        """
        return MiniLM(reads_questions=True)

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut between words, at 254 word pieces or at the sentence or line that ends just before."""
        return self._pieces.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in threads, as many as there are processors."""
        rows = await in_threads(self._vector, texts)
        return np.concatenate([np.empty((0, DIM), dtype=np.float32), *rows])

    def describe(self) -> str:
        """Say in one line what it is."""
        return f"all-MiniLM-L6-v2 of the package, 8 bits, up to {MAX_PIECES} tokens"

    def load(self) -> None:
        """Load everything now instead of with the first call."""
        with self._lock:
            _ = self._pieces, self._session

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces.load()

    @cached_property
    def _session(self) -> OnnxSession:
        from daybook.models.embedding.onnx_session import OnnxSession  # imports onnxruntime

        model = read_model_file(TEXTS)
        if self._reads_questions:
            changes = np.frombuffer(zlib.decompress(read_model_file(QUESTIONS)), np.uint8)
            model = (np.frombuffer(model, np.uint8) + changes).tobytes()
        return OnnxSession(model, "all-MiniLM-L6-v2")

    def _vector(self, text: str) -> Vectors:
        self.load()
        ids = np.array([self._pieces.ids(text)], dtype=np.int32)
        vector: Vectors = self._session.run({"ids": ids})[0]
        return vector


MAX_PIECES = 254
"""Word pieces in a window; with [CLS] and [SEP] the 256 that the model was trained to read."""
BLOCK = 100_000
"""Characters cut at a time, so that a huge text does not need a huge list of pieces."""
SURROGATE = re.compile("[\ud800-\udfff]")
SPACE_RUN = re.compile(r"\s")


class WordPieces:
    """A model's tokenizer, for windows of `most` pieces beside special tokens. Safe for several threads."""

    def __init__(self, tokenizer: Tokenizer, most: int = MAX_PIECES) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        tokenizer.encode_special_tokens = True  # "[SEP]" in a text is something that was said
        self._tokenizer, self.most = tokenizer, most

    @classmethod
    def load(cls) -> WordPieces:
        """Read the bundled tokenizer."""
        return cls(Tokenizer.from_buffer(read_model_file(TOKENIZER)))

    def ids(self, text: str) -> list[int]:
        """The ids that the model reads, [CLS] first and [SEP] last; what exceeds a window is left out."""
        return self.encoded(text).ids

    def encoded(self, text: str, beside: str | None = None) -> Encoding:
        """A text, or a pair of them, as the model reads it; the end of what exceeds a window is left out.

        Of a pair, the first text keeps at least half of the window if it needs it, and `beside` gets the
        rest.
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
    starts = [start for start, _ in pieces.offsets]
    words = pieces.word_ids
    begins = [at for at in range(len(starts)) if at == 0 or words[at] != words[at - 1]]
    edges, first = [0], 0
    while len(starts) - first > most:
        first = _next_window(text, starts, begins, first, most)
        edges.append(starts[first])
    return [*edges, len(text)]


def _next_window(text: str, starts: list[int], begins: list[int], first: int, most: int) -> int:
    limit = first + most
    last = bisect_left(begins, limit + 1) - 1
    fallback = begins[last] if begins[last] > first else limit
    while begins[last] > limit - most // 4:
        before = text[starts[begins[last] - 1] : starts[begins[last]]]
        if "\n" in before or (before[-1:].isspace() and before.rstrip().endswith((".", "!", "?"))):
            return begins[last]
        last -= 1
    return fallback
