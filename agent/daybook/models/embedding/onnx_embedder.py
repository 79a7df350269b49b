"""An embedding model from a folder: what sentence-transformers saved, exported to ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

import numpy as np

from daybook.conversation.errors import ModelError
from daybook.models.embedding.embedder import Vectors, in_threads, unit_rows
from daybook.models.embedding.minilm import WordPieces
from daybook.models.embedding.onnx_model import OnnxModel

WHOLE = "sentence_embedding"
"""The output of models that pool by themselves."""


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
        """As the configuration states it, else learnt from the first text.

        Raises:
            ModelError: it is stated nowhere, and nothing has been embedded yet.
        """
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
