"""Models of a folder that read two texts together: rerankers, and classifiers that tell contradictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.embedding.embedder import in_threads
from daybook.models.embedding.onnx_folder import OnnxFolder

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_model import OnnxModel

Pair: TypeAlias = tuple[str, str]
"""A premise, and a hypothesis that it may entail or contradict."""


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


class ContradictionClassifier:
    """A classifier of natural-language inference in ONNX; its config.json names a label of contradiction.

    Source: TimeRAG-Memory, sections 3.2 (in the gate) and 4 (in its measure); the paper names no classifier.
    """

    def __init__(self, model: OnnxModel) -> None:
        """Read its labels, one of which has to be of contradiction; the model is loaded at the first pair.

        Raises:
            BadSettings: none of them is of contradiction.
        """
        self._model = model
        labels = model.folder.config.get("id2label")
        self._label = contradiction_label(labels if isinstance(labels, dict) else {}, model.folder.path)

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each hypothesis contradicts its premise: softmax of the logits.

        Raises:
            ModelUnavailable: the model or its tokenizer cannot be loaded.
            ModelError: onnxruntime failed, or the model has no output for the label.
        """
        return [self._contradiction(*pair) for pair in pairs]

    def describe(self) -> str:
        """Say in one line what was read from the folder."""
        return f"{self._model.folder.model}: label {self._label} is contradiction"

    def _contradiction(self, premise: str, hypothesis: str) -> float:
        logits = self._model.logits(premise, hypothesis)
        if len(logits) <= self._label:
            file = self._model.folder.model
            raise ModelError(f"{file} gives {len(logits)} numbers for a pair, without label {self._label}")
        powers = np.exp(logits - logits.max())
        return float(powers[self._label] / powers.sum())


def contradiction_label(labels: Mapping[str, str] | Mapping[int, str], folder: Path) -> int:
    """Find the place of the label of contradiction among those of a config.json; raises BadSettings."""
    for place, name in labels.items():
        if str(name).casefold().startswith("contradict"):
            return int(place)
    named = ", ".join(map(str, labels.values())) or "none"
    raise BadSettings(f"{folder}: config.json names no label of contradiction in id2label (labels: {named})")


def load_reranker(name: str | None) -> Reranker | None:
    """Make the reranker of "onnx:FOLDER", whose model is loaded when it is used; None without a name.

    Raises:
        BadSettings: there is no such reranker, or its folder lacks something.
    """
    return CrossEncoder(_model_of(name, "DAYBOOK_RERANKER")) if name else None


def load_contradictions(
    name: str | None, setting: str = "DAYBOOK_CONTRADICTIONS"
) -> ContradictionClassifier | None:
    """Make the classifier of "onnx:FOLDER", as `load_reranker` does.

    Raises:
        BadSettings: there is no such classifier, or its folder lacks something.
    """
    return ContradictionClassifier(_model_of(name, setting)) if name else None


def _model_of(name: str, setting: str) -> OnnxModel:
    from daybook.models.embedding.onnx_model import OnnxModel  # imports tokenizers

    return OnnxModel(OnnxFolder.named(name, setting))
