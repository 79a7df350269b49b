"""Tells contradictions by a classifier of two sentences, from a folder that is named.

Source: TimeRAG-Memory, sections 3.2 (in the gate) and 4 (in its measure); the paper names no classifier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.embedding.onnx_folder import OnnxFolder

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_model import OnnxModel

SETTING = "DAYBOOK_CONTRADICTIONS"
Pair: TypeAlias = tuple[str, str]
"""A premise, and a hypothesis that it may entail or contradict."""


class ContradictionClassifier:
    """A classifier of natural-language inference in ONNX; its config.json names a label of contradiction."""

    def __init__(self, model: OnnxModel) -> None:
        """Read its labels; the model is loaded at the first pair.

        Raises:
            BadSettings: none of them is of contradiction.
        """
        self._model = model
        labels = model.folder.config.get("id2label")
        self._label = contradiction_label(labels if isinstance(labels, dict) else {}, model.folder.path)

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability, 0 to 1, that each hypothesis contradicts its premise: softmax of the logits.

        Raises:
            ModelUnavailable: the model or its tokenizer cannot be loaded.
            ModelError: onnxruntime failed, or the model has no output for the label.
        """
        return [self._contradiction(*pair) for pair in pairs]

    def describe(self) -> str:
        """Say in one line what was read from the folder."""
        return f"{self._model.folder.model}: label {self._label} is contradiction"

    def _contradiction(self, premise: str, hypothesis: str) -> float:
        logits = next(iter(self._model.run(premise, hypothesis).values())).ravel()
        if len(logits) <= self._label:
            file = self._model.folder.model
            raise ModelError(f"{file} gives {len(logits)} numbers for a pair, without label {self._label}")
        powers = np.exp(logits - logits.max())
        return float(powers[self._label] / powers.sum())


def contradiction_label(labels: Mapping[str, str] | Mapping[int, str], folder: Path) -> int:
    """Find the place of the label of contradiction among those of a config.json.

    Raises:
        BadSettings: there is none.
    """
    for place, name in labels.items():
        if str(name).casefold().startswith("contradict"):
            return int(place)
    named = ", ".join(map(str, labels.values())) or "none"
    raise BadSettings(f"{folder}: config.json names no label of contradiction in id2label (labels: {named})")


def load_contradictions(name: str | None, setting: str = SETTING) -> ContradictionClassifier | None:
    """Load the classifier of that name, "onnx:" and a folder; None without one. The model is not loaded yet.

    Raises:
        BadSettings: there is no such classifier, or its folder lacks something.
    """
    if not name:
        return None
    from daybook.models.embedding.onnx_model import OnnxModel  # imports tokenizers

    return ContradictionClassifier(OnnxModel(OnnxFolder.named(name, setting)))
