"""Loads the bundled ONNX model: built once, stored on disk, rebuilt if the file is damaged."""

from __future__ import annotations

import json
import logging
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from daybook.embedding.embedder import Vectors
from daybook.embedding.onnx_session import OnnxSession
from daybook.embedding.weights import WEIGHTS, Precision, built_model, read_model_file, write_whole

DIGEST_SIZE = sha256().digest_size
"""Bytes before the model in its kept file: the SHA-256 of the rest."""
_TYPES = {"F32": "<f4", "I64": "<i8"}
"""NumPy's names of the types that stand in the file of the weights."""

log = logging.getLogger(__name__)


class MiniLMSession:
    """The loaded model. Safe to use from several threads."""

    def __init__(self, model: bytes) -> None:
        self._session = OnnxSession(model, "all-MiniLM-L6-v2")

    def vector(self, ids: list[int]) -> Vectors:
        """The vector of one text as an array of shape (1, 384); `ids` are at most 256.

        Raises:
            ModelError: onnxruntime failed, for want of memory for example.
        """
        vector: Vectors = self._session.run({"ids": np.array([ids], dtype=np.int32)})[0]
        return vector


def open_session(precision: Precision, folder: Path) -> MiniLMSession:
    """Load the model from `folder`, or build it from the weights and keep it there.

    Any number of processes may do so at once: each builds the same bytes and moves its file into
    place whole.

    Raises:
        ModelUnavailable: there are no weights, or this onnxruntime cannot run the model.
    """
    path = built_model(precision, folder)
    stored = _stored_model(path)
    if stored is not None:
        return MiniLMSession(stored)
    model = _build(precision, folder)
    session = MiniLMSession(model)
    try:
        write_whole(path, sha256(model).digest() + model)
    except OSError as error:
        log.warning("the model cannot be kept, so it is built again next time: %s", error)
    return session


def _stored_model(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, model = data[:DIGEST_SIZE], data[DIGEST_SIZE:]
    return model if sha256(model).digest() == digest else None


def _build(precision: Precision, folder: Path) -> bytes:
    """Build the model; what that needs takes 0.6 s to import, so only who builds pays for it."""
    from daybook.embedding.minilm_graph import build_graph, quantize

    model = build_graph(_tensors(read_model_file(WEIGHTS, folder)))
    if precision == "int8":
        model = quantize(model)
    return bytes(model.SerializeToString())


def _tensors(data: bytes) -> dict[str, NDArray[Any]]:
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
