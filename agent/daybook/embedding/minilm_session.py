"""Loads the bundled ONNX model: built once, stored on disk, rebuilt if the file is damaged."""

from __future__ import annotations

import json
import logging
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Read when onnxruntime is imported. `disable_telemetry_events` comes too late: by then it has begun a file
# of reports in the user's cache folder and asks for the address of the server that they are for.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime as ort  # type: ignore[import-untyped]
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors  # type: ignore[import-untyped]

from daybook.embedding.embedder import Vectors
from daybook.embedding.weights import WEIGHTS, Precision, built_model, read_model_file, write_whole
from daybook.errors import ModelError, ModelUnavailable

DIGEST_SIZE = sha256().digest_size
"""Bytes before the model in its kept file: the SHA-256 of the rest."""
RUN_ERRORS = (
    ort_errors.Fail,
    ort_errors.InvalidArgument,
    ort_errors.InvalidGraph,
    ort_errors.InvalidProtobuf,
    ort_errors.NotImplemented,
    ort_errors.RuntimeException,
    MemoryError,
)

_TYPES = {"F32": "<f4", "I64": "<i8"}
"""NumPy's names of the types that stand in the file of the weights."""

log = logging.getLogger(__name__)


class MiniLMSession:
    """The loaded model. Safe to use from several threads."""

    def __init__(self, model: bytes) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1  # texts run side by side instead, which costs less waiting
        options.enable_mem_pattern = False  # plans memory per length of text, and lengths vary
        options.log_severity_level = 3
        ort.disable_telemetry_events()  # for a host that imported onnxruntime before this module
        try:
            self._session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except RUN_ERRORS as error:
            raise ModelUnavailable(
                f"onnxruntime {ort.__version__} cannot run all-MiniLM-L6-v2: {error}"
            ) from error

    def vector(self, ids: list[int]) -> Vectors:
        """The vector of one text as an array of shape (1, 384); `ids` are at most 256.

        Raises:
            ModelError: onnxruntime failed, for want of memory for example.
        """
        try:
            vector: Vectors = self._session.run(None, {"ids": np.array([ids], dtype=np.int32)})[0]
        except RUN_ERRORS as error:
            raise ModelError(f"onnxruntime failed on all-MiniLM-L6-v2: {error}") from error
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
