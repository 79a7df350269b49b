"""A reranker from a folder: a cross-encoder in ONNX, which reads a question and a passage together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from daybook.embedding.in_threads import in_threads
from daybook.embedding.onnx_folder import OnnxFolder
from daybook.embedding.onnx_model import OnnxModel
from daybook.errors import ModelError


class CrossEncoder:
    """A model with one logit, or with two classes of which the second says that the passage answers."""

    def __init__(self, model: OnnxModel) -> None:
        self._model = model

    @classmethod
    def of(cls, folder: Path, *, setting: str) -> CrossEncoder:
        """Make the reranker of a folder; the model is loaded with its first passages.

        Args:
            folder: see docs/models.md for what it holds.
            setting: names the folder in errors.

        Raises:
            BadSettings: something is missing there.
        """
        return cls(OnnxModel(OnnxFolder.of(folder, setting)))

    async def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """The logit of each passage, or by how much the second class leads; made in threads.

        Raises:
            ModelUnavailable: the model or its tokenizer cannot be loaded.
            ModelError: onnxruntime failed, or the model gives something else than one or two numbers.
        """
        return await in_threads(partial(self._score, question), passages)

    def describe(self) -> str:
        """Say in one line what was read from the folder."""
        folder = self._model.folder
        return f"{folder.model}: up to {folder.longest} tokens of question and passage together"

    def _score(self, question: str, passage: str) -> float:
        logits = next(iter(self._model.run(question, passage).values())).ravel()
        if len(logits) not in (1, 2):
            file = self._model.folder.model
            raise ModelError(f"{file} gives {len(logits)} numbers for a pair: a reranker gives one or two")
        return float(logits[-1] - (logits[0] if len(logits) == 2 else 0))
