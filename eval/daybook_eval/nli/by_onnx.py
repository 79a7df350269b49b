"""Runs a classifier's ONNX graph on the processor."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when onnxruntime is imported

import onnxruntime as ort  # type: ignore[import-untyped]
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors  # type: ignore[import-untyped]
from tokenizers import Encoding, Tokenizer

from daybook.embedding.minilm_session import RUN_ERRORS
from daybook.errors import BadInput, ModelError
from daybook_eval.nli.pairs import Pair

MOST_PIECES = 256
"""Of a pair; sentences of personas and replies in talk are far shorter."""
AT_ONCE = 32
"""Pairs that are run together."""
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_LOAD_ERRORS = (*RUN_ERRORS, ort_errors.NoSuchFile)


class OnnxClassifier:
    """A `PairClassifier` of a graph from input_ids, attention_mask and token_type_ids to logits."""

    def __init__(self, graph: Path, tokenizer: Path, label: int) -> None:
        """Load it.

        Args:
            graph: the ONNX file; it may take any of the three inputs.
            tokenizer: its tokenizer.json.
            label: the output that stands for contradiction.

        Raises:
            BadInput: a file is missing or cannot be read, or the graph takes other inputs.
        """
        options = ort.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session = ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
        except _LOAD_ERRORS as error:
            raise BadInput(f"onnxruntime {ort.__version__} cannot load it: {error}", source=graph) from None
        try:
            self._tokenizer: Tokenizer = Tokenizer.from_buffer(tokenizer.read_bytes())
        except OSError as error:
            raise BadInput(f"cannot be read: {error.strerror}", source=tokenizer) from None
        except ValueError as error:
            raise BadInput(f"is no tokenizer: {error}", source=tokenizer) from None
        self._tokenizer.enable_truncation(MOST_PIECES)
        self._tokenizer.enable_padding()
        self._label = label
        self._types = {one.name: _TYPES.get(one.type) for one in self._session.get_inputs()}
        unknown = [name for name, kind in self._types.items() if name not in _INPUTS or kind is None]
        if unknown:
            raise BadInput(f"takes {', '.join(unknown)}; known are {', '.join(_INPUTS)}", source=graph)

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each hypothesis contradicts its premise: softmax over the logits.

        Raises:
            ModelError: onnxruntime failed, or the graph has no such output.
        """
        return [one for start in range(0, len(pairs), AT_ONCE) for one in self._run(pairs[start:][:AT_ONCE])]

    def _run(self, pairs: Sequence[Pair]) -> Iterator[float]:
        encodings = self._tokenizer.encode_batch(list(pairs))
        inputs = {
            name: np.array([_INPUTS[name](one) for one in encodings], dtype=kind)
            for name, kind in self._types.items()
        }
        try:
            logits: NDArray[np.float32] = self._session.run(None, inputs)[0]
        except RUN_ERRORS as error:
            raise ModelError(f"onnxruntime failed on the classifier: {error}") from error
        if logits.ndim != 2 or logits.shape[1] <= self._label:
            raise ModelError(
                f"the classifier's output has the shape {logits.shape}, without label {self._label}"
            )
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        yield from (powers[:, self._label] / powers.sum(axis=1)).tolist()


def _ids(encoding: Encoding) -> list[int]:
    return encoding.ids


def _mask(encoding: Encoding) -> list[int]:
    return encoding.attention_mask


def _types(encoding: Encoding) -> list[int]:
    return encoding.type_ids


_INPUTS = {"input_ids": _ids, "attention_mask": _mask, "token_type_ids": _types}
