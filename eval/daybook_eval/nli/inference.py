"""Tells contradictions by a classifier of pairs of sentences.

Source: TimeRAG-Memory, section 4, Metrics (a pretrained classifier in the style of Dialogue NLI, which the
paper does not name). Figures compare only where the classifier is the same.
"""

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from daybook.conversation.errors import BadInput
from daybook.models.embedding.onnx_folder import OnnxFolder
from daybook.models.embedding.onnx_model import OnnxModel
from daybook.models.embedding.pair_models import ContradictionClassifier, Pair


class PairClassifier(Protocol):
    """Reads pairs of sentences."""

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability, 0 to 1, that each hypothesis contradicts its premise.

        Raises:
            ModelError: it failed.
        """


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
    """Load the classifier of a folder, as downloaded from a model hub; nothing is downloaded here.

    A folder with a graph in ONNX is run by onnxruntime, as the library runs it; any other with a config.json
    by transformers, where that is installed.

    Raises:
        BadSettings: it is no such folder, or its config names no label of contradiction.
        ModelError: a file of it cannot be read or run.
        BadInput: transformers is needed and not installed.
    """
    if any(folder.glob("**/*.onnx")) or not (folder / "config.json").is_file():
        classifier = ContradictionClassifier(OnnxModel(OnnxFolder.of(folder, "nli")))
        classifier.contradictions([("one", "two")])  # loads it
        return classifier
    try:
        from daybook_eval.nli.by_transformers import TransformersClassifier
    except ImportError:
        problem = "has no model.onnx, and reading it otherwise needs transformers and torch (extra train)"
        raise BadInput(problem, source=folder) from None
    return TransformersClassifier(folder)
