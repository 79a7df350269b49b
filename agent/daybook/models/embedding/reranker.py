"""Rerankers: models of a folder that read a question and a passage together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from daybook.conversation.errors import ModelError
from daybook.models.embedding.embedder import in_threads
from daybook.models.embedding.onnx_folder import OnnxFolder

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_model import OnnxModel


class Reranker(Protocol):
    """Says how well passages answer a question."""

    async def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """Score each passage; only scores of one call can be compared, and the highest is the best.

        Raises:
            ModelError: the model failed.
        """

    def describe(self) -> str:
        """Say in one line what it is."""


class CrossEncoder:
    """A cross-encoder in ONNX from a folder (docs/models.md): it reads a question and a passage together.

    It has one logit, or two classes of which the second says that the passage answers.
    """

    def __init__(self, model: OnnxModel) -> None:
        self._model = model

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
        logits = self._model.logits(question, passage)
        if len(logits) not in (1, 2):
            file = self._model.folder.model
            raise ModelError(f"{file} gives {len(logits)} numbers for a pair: a reranker gives one or two")
        return float(logits[-1] - (logits[0] if len(logits) == 2 else 0))


def load_reranker(name: str | None) -> Reranker | None:
    """Make the reranker of "onnx:FOLDER", whose model is loaded when it is used; None without a name.

    Raises:
        BadSettings: there is no such reranker, or its folder lacks something.
    """
    if not name:
        return None
    from daybook.models.embedding.onnx_model import OnnxModel  # imports tokenizers

    return CrossEncoder(OnnxModel(OnnxFolder.named(name, "DAYBOOK_RERANKER")))
