"""Runs the model of a folder on one text at a time, or on a pair of them."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from daybook.conversation.errors import ModelUnavailable
from daybook.models.embedding.minilm import WordPieces
from daybook.models.embedding.onnx_folder import OnnxFolder

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_session import OnnxSession

_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_INPUTS = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}


class OnnxModel:
    """The model of a folder with its tokenizer; both are loaded at the first text. Safe for several threads.

    Texts run one by one, unpadded, so that a text always gets the same numbers; see `MiniLM`.
    """

    def __init__(self, folder: OnnxFolder) -> None:
        self.folder = folder
        self._lock = Lock()

    @cached_property
    def pieces(self) -> WordPieces:
        """The tokenizer, whose windows leave room for what the model wants around a text.

        Raises:
            ModelUnavailable: its file cannot be read.
        """
        file = self.folder.tokenizer
        try:
            tokenizer = Tokenizer.from_buffer(file.read_bytes())
        except Exception as error:  # tokenizers raises nothing more precise
            raise ModelUnavailable(f"{self.folder.setting}: {file} cannot be read: {error}") from error
        return WordPieces(tokenizer, self.folder.longest - tokenizer.num_special_tokens_to_add(False))

    @property
    def session(self) -> OnnxSession:
        """The loaded model."""
        with self._lock:
            return self._session

    def run(self, text: str, beside: str | None = None) -> dict[str, NDArray[Any]]:
        """Run the model on a text, or on a pair; its outputs by their names."""
        session, read = self.session, self.pieces.encoded(text, beside)
        known = {
            "input_ids": read.ids,
            "attention_mask": read.attention_mask,
            "token_type_ids": read.type_ids,
            "position_ids": list(range(len(read.ids))),
        }
        inputs = {name: np.array([known[name]], _TYPES[kind]) for name, kind in session.inputs.items()}
        return dict(zip(session.outputs, session.run(inputs), strict=True))

    @cached_property
    def _session(self) -> OnnxSession:
        from daybook.models.embedding.onnx_session import OnnxSession  # imports onnxruntime

        file, setting = self.folder.model, self.folder.setting
        session = OnnxSession(file, str(file))
        if unknown := [
            name for name, kind in session.inputs.items() if name not in _INPUTS or kind not in _TYPES
        ]:
            raise ModelUnavailable(
                f"{setting}: {file} wants {' and '.join(unknown)}, and is given {', '.join(sorted(_INPUTS))}"
            )
        return session
