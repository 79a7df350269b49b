"""Tells contradictions by a classifier of natural-language inference, from a folder that is named.

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
from daybook.models.embedding.pair_models import ContradictionClassifier, Pair, contradiction_label

AT_ONCE = 32
MOST_PIECES = 256


class PairClassifier(Protocol):
    """Reads pairs of sentences."""

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability, 0 to 1, that each hypothesis contradicts its premise; raises ModelError."""


@dataclass(frozen=True, slots=True)
class ClassifierInference:
    """An `Inference` that has a classifier compare a response with every statement."""

    classifier: PairClassifier

    async def contradiction(self, response: str, statements: Sequence[str]) -> float | None:
        """Give the greatest probability of the statements, None where there are none; raises ModelError."""
        pairs = [(statement, response) for statement in statements]
        return max(await to_thread(self.classifier.contradictions, pairs)) if pairs else None


def load_classifier(folder: Path) -> PairClassifier:
    """Load the classifier of a folder, as downloaded from a model hub; nothing is downloaded here.

    A folder with a graph in ONNX is run by onnxruntime, as the library runs it; any other with a config.json
    by transformers, where that is installed.

    Raises:
        BadSettings: it is no such folder, or its config names no label of contradiction.
        ModelError: a file of it cannot be read or run.
        BadInput: transformers is needed and not installed, or cannot load it.
    """
    if not any(folder.glob("**/*.onnx")) and (folder / "config.json").is_file():
        return TransformersClassifier(folder)
    classifier = ContradictionClassifier(OnnxModel(OnnxFolder.of(folder, "nli")))
    classifier.contradictions([("one", "two")])  # loads it
    return classifier


class TransformersClassifier:
    """A `PairClassifier` of a folder in the form of Hugging Face, run by transformers and PyTorch."""

    def __init__(self, folder: Path) -> None:
        """Load it; raises as `load_classifier`."""
        try:
            import torch
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        except ImportError:
            problem = "has no model.onnx, and reading it otherwise needs transformers and torch (extra train)"
            raise BadInput(problem, source=folder) from None
        try:
            self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True)
        except (OSError, ValueError) as error:
            raise BadInput(f"transformers cannot load it: {error}", source=folder) from None
        self._torch, self._model = torch, model.eval()
        self._label = contradiction_label(model.config.id2label, folder)

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each hypothesis contradicts its premise: softmax over the logits."""
        found: list[float] = []
        for start in range(0, len(pairs), AT_ONCE):
            premises, hypotheses = zip(*pairs[start : start + AT_ONCE], strict=True)
            limits = {"padding": True, "truncation": True, "max_length": MOST_PIECES}
            inputs = self._tokenizer(list(premises), list(hypotheses), **limits, return_tensors="pt")
            with self._torch.inference_mode():
                logits = self._model(**inputs).logits
            found += self._torch.softmax(logits, dim=1)[:, self._label].tolist()
        return found
