"""Tells contradictions by a classifier of pairs of sentences.

Source: TimeRAG-Memory, section 4, Metrics (a pretrained classifier in the style of Dialogue NLI, which the
paper does not name). Figures compare only where the classifier is the same.
"""

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError
from tokenizers import Encoding, Tokenizer

from daybook.conversation.errors import BadInput, ModelError, ModelUnavailable
from daybook.embedding.onnx_session import OnnxSession


class _Config(BaseModel):
    id2label: dict[int, str] = {}


def contradiction_label(folder: Path) -> int:
    """Find the place of the label of contradiction in a folder's config.json.

    Raises:
        BadInput: there is no config.json that can be read, or its id2label has no such label.
    """
    file = folder / "config.json"
    try:
        config = _Config.model_validate_json(file.read_bytes())
    except OSError as error:
        raise BadInput(
            f"cannot be read ({error.strerror}); name the folder of a classifier", source=file
        ) from None
    except ValidationError:
        raise BadInput("is no configuration with id2label", source=file) from None
    for place, name in config.id2label.items():
        if name.casefold().startswith("contradict"):
            return place
    named = ", ".join(config.id2label.values()) or "none"
    raise BadInput(f"names no label of contradiction in id2label (its labels: {named})", source=file)


Pair: TypeAlias = tuple[str, str]
"""A premise, and a hypothesis that it may entail or contradict."""


class PairClassifier(Protocol):
    """Reads pairs of sentences."""

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability, 0 to 1, that each hypothesis contradicts its premise.

        Raises:
            ModelError: it failed.
        """


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
    """Load the classifier of a folder, as downloaded from a model hub; nothing is downloaded here.

    A folder with model.onnx (or onnx/model.onnx), tokenizer.json and config.json is run by onnxruntime; any
    other with a config.json by transformers, where that is installed.

    Raises:
        BadInput: it is no such folder, its config names no label of contradiction, a file of it cannot be
            read, or transformers is needed and not installed.
    """
    label = contradiction_label(folder)
    graph = next((folder / name for name in GRAPHS if (folder / name).is_file()), None)
    if graph is not None:
        return OnnxClassifier(graph, folder / "tokenizer.json", label)
    try:
        from daybook_eval.nli.by_transformers import TransformersClassifier
    except ImportError:
        problem = "has no model.onnx, and reading it otherwise needs transformers and torch (extra train)"
        raise BadInput(problem, source=folder) from None
    return TransformersClassifier(folder, label)


MOST_PIECES = 256
"""Of a pair; sentences of personas and replies in talk are far shorter."""
AT_ONCE = 32
"""Pairs that are run together."""
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class OnnxClassifier:
    """A `PairClassifier` of a graph from input_ids, attention_mask and token_type_ids to logits."""

    def __init__(self, graph: Path, tokenizer: Path, label: int) -> None:
        """Load it.

        Raises:
            BadInput: a file is missing or cannot be read, or the graph takes other inputs.
        """
        try:
            self._session = OnnxSession(graph, "the classifier")
        except ModelUnavailable as error:
            raise BadInput(str(error), source=graph) from None
        try:
            self._tokenizer: Tokenizer = Tokenizer.from_buffer(tokenizer.read_bytes())
        except OSError as error:
            raise BadInput(f"cannot be read: {error.strerror}", source=tokenizer) from None
        except ValueError as error:
            raise BadInput(f"is no tokenizer: {error}", source=tokenizer) from None
        self._tokenizer.enable_truncation(MOST_PIECES)
        self._tokenizer.enable_padding()
        self._label = label
        self._types = {name: _TYPES.get(kind) for name, kind in self._session.inputs.items()}
        unknown = [name for name, kind in self._types.items() if name not in _INPUTS or kind is None]
        if unknown:
            raise BadInput(f"takes {', '.join(unknown)}; known are {', '.join(_INPUTS)}", source=graph)

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each hypothesis contradicts its premise: softmax over the logits.

        Raises:
            ModelError: onnxruntime failed, or the graph has no such output.
        """
        return [
            logits for start in range(0, len(pairs), AT_ONCE) for logits in self._run(pairs[start:][:AT_ONCE])
        ]

    def _run(self, pairs: Sequence[Pair]) -> Iterator[float]:
        encodings = self._tokenizer.encode_batch(list(pairs))
        inputs = {
            name: np.array([_INPUTS[name](encoding) for encoding in encodings], dtype=kind)
            for name, kind in self._types.items()
        }
        logits: NDArray[np.float32] = self._session.run(inputs)[0]
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
