"""A model that onnxruntime runs on the processor, without telemetry; the one place that starts it."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

# Read when onnxruntime is imported. `disable_telemetry_events` comes too late: by then it has begun a file
# of reports in the user's cache folder and asks for the address of the server that they are for.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime as ort  # type: ignore[import-untyped]
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors  # type: ignore[import-untyped]

from daybook.conversation.errors import ModelError, ModelUnavailable

RUN_ERRORS = (
    ort_errors.Fail,
    ort_errors.InvalidArgument,
    ort_errors.InvalidGraph,
    ort_errors.InvalidProtobuf,
    ort_errors.NoSuchFile,
    ort_errors.NotImplemented,
    ort_errors.RuntimeException,
    MemoryError,
)


class OnnxSession:
    """A loaded model. Safe to use from several threads.

    Args:
        model: the model, or the file that has it (which finds its weights beside it).
        name: names it in errors.

    Raises:
        ModelUnavailable: this onnxruntime cannot run it.
    """

    def __init__(self, model: bytes | Path, name: str) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1  # texts run side by side instead, which costs less waiting
        options.enable_mem_pattern = False  # plans memory per length of text, and lengths vary
        options.log_severity_level = 3
        ort.disable_telemetry_events()  # for a host that imported onnxruntime before this module
        self._name = name
        try:
            self._session = ort.InferenceSession(
                model if isinstance(model, bytes) else str(model), options, providers=["CPUExecutionProvider"]
            )
        except RUN_ERRORS as error:
            raise ModelUnavailable(f"onnxruntime {ort.__version__} cannot run {name}: {error}") from error

    @property
    def inputs(self) -> Mapping[str, str]:
        """The type of each input by its name, as onnxruntime writes it: "tensor(int64)"."""
        return {given.name: given.type for given in self._session.get_inputs()}

    @property
    def outputs(self) -> Sequence[str]:
        """The names of the outputs."""
        return [output.name for output in self._session.get_outputs()]

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> list[Any]:
        """Run the model once, for all outputs; raises ModelError."""
        try:
            found: list[Any] = self._session.run(None, inputs)
        except RUN_ERRORS as error:
            raise ModelError(f"onnxruntime failed on {self._name}: {error}") from error
        return found
