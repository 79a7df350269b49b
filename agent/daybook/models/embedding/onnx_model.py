"""The model of a folder, run on one text or on a pair, and the embedder or the reranker that it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from daybook.conversation.errors import ModelError, ModelUnavailable
from daybook.models.embedding.embedder import Vectors, in_threads, unit_rows
from daybook.models.embedding.minilm import WordPieces
from daybook.models.embedding.onnx_folder import OnnxFolder

if TYPE_CHECKING:
    from daybook.models.embedding.onnx_session import OnnxSession

_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_INPUTS = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}
WHOLE = "sentence_embedding"
"""The output of models that pool by themselves."""


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

    def logits(self, text: str, beside: str) -> NDArray[np.floating]:
        """Run the model on a pair; the numbers of its first output."""
        return next(iter(self.run(text, beside).values())).ravel()

    def run(self, text: str, beside: str | None = None) -> dict[str, NDArray[Any]]:
        """Run the model on a text, or on a pair; its outputs by their names."""
        with self._lock:
            session = self._session
        read = self.pieces.encoded(text, beside)
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


class OnnxEmbedder:
    """The embedding model of a folder. Its configuration is read now, the model at the first text.

    Vectors have unit length whatever the folder says of it, so they are compared by their direction.
    """

    def __init__(self, model: OnnxModel, *, asks: bool = False) -> None:
        self._model, self._asks = model, asks
        folder = model.folder
        prefixes = folder.prefixes
        self._prefix = prefixes[0 if asks else 1]
        read = ["onnx", folder.digest, str(folder.longest), folder.pooling]
        if any(prefixes):
            read.append(sha256(repr(prefixes).encode()).hexdigest()[:6])
        self.fingerprint = ":".join(read)
        size = folder.config.get("hidden_size")
        self._dim: int | None = size if isinstance(size, int) else None

    @property
    def dim(self) -> int:
        """As the configuration states it, else learnt from the first text; ModelError before that."""
        if self._dim is None:
            raise ModelError(
                f"the dimension of {self._model.folder.model} is not known before its first text"
            )
        return self._dim

    @property
    def for_questions(self) -> OnnxEmbedder:
        """The same model with what it wants before questions; itself where that is what texts get."""
        question_prefix, text_prefix = self._model.folder.prefixes
        return self if self._asks or question_prefix == text_prefix else OnnxEmbedder(self._model, asks=True)

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut between words, as long as the model reads beside its prefixes."""
        return self._windows.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed in threads, as many as there are processors."""
        if not texts:
            return np.empty((0, self._dim or 0), dtype=np.float32)
        rows = await in_threads(self._vector, texts)
        vectors = unit_rows(rows, count=len(texts), dim=self._dim, source=str(self._model.folder.model))
        self._dim = vectors.shape[1]
        return vectors

    def describe(self) -> str:
        """Say in one line what was read from the folder."""
        folder = self._model.folder
        question_prefix, text_prefix = (repr(prefix) if prefix else "none" for prefix in folder.prefixes)
        return (
            f"{folder.model}: {folder.pooling} pooling, up to {folder.longest} tokens,"
            f" prefix of questions {question_prefix}, of texts {text_prefix}"
        )

    @cached_property
    def _windows(self) -> WordPieces:
        pieces = self._model.pieces
        spare = max(pieces.count(prefix) + 1 if prefix else 0 for prefix in self._model.folder.prefixes)
        return pieces.narrowed(spare)

    def _vector(self, text: str) -> list[float]:
        found = self._model.run(self._prefix + text)
        flat = {name: values for name, values in found.items() if values.ndim == 2}
        pieces = next((values for values in found.values() if values.ndim == 3), None)
        if WHOLE in flat or (pieces is None and flat):
            whole = flat[WHOLE] if WHOLE in flat else next(iter(flat.values()))
            return list(whole[0])
        if pieces is None:
            raise ModelError(f"{self._model.folder.model} gives no vectors of tokens or texts")
        return list(pieces[0, 0] if self._model.folder.pooling == "cls" else pieces[0].mean(axis=0))


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
