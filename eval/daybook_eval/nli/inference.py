"""Tells contradictions by a classifier of pairs of sentences.

Source: TimeRAG-Memory, section 4, Metrics (a pretrained classifier in the style of Dialogue NLI, which the
paper does not name). Figures compare only where the classifier is the same.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import BadInput
from daybook_eval.nli.pairs import PairClassifier

GRAPHS = ("model.onnx", "onnx/model.onnx")
"""Where folders have the ONNX graph."""


@dataclass(frozen=True, slots=True)
class ClassifierInference:
    """An `Inference` that has a classifier compare a response with every statement."""

    classifier: PairClassifier

    async def contradiction(self, response: str, statements: Sequence[str]) -> float | None:
        """Give the greatest probability of the statements; None where there are none.

        Raises:
            ModelError: the classifier failed.
        """
        pairs = [(statement, response) for statement in statements]
        return max(await to_thread(self.classifier.contradictions, pairs)) if pairs else None


def load_classifier(folder: Path) -> PairClassifier:
    """Load the classifier of a folder, as it is downloaded from a model hub.

    A folder with model.onnx (or onnx/model.onnx), tokenizer.json and config.json is run by onnxruntime; any
    other with a config.json by transformers, where that is installed. Nothing is downloaded.

    Raises:
        BadInput: the folder is no such folder, its config names no label of contradiction, a file of it
            cannot be read, or transformers is needed and not installed.
    """
    from daybook_eval.nli.labels import contradiction_label

    label = contradiction_label(folder)
    graph = next((folder / name for name in GRAPHS if (folder / name).is_file()), None)
    if graph is not None:
        from daybook_eval.nli.by_onnx import OnnxClassifier

        return OnnxClassifier(graph, folder / "tokenizer.json", label)
    try:
        from daybook_eval.nli.by_transformers import TransformersClassifier
    except ImportError:
        problem = "has no model.onnx, and reading it otherwise needs transformers and torch (extra train)"
        raise BadInput(problem, source=folder) from None
    return TransformersClassifier(folder, label)
