"""BERTScore: how well the tokens of two texts match, by the bundled encoder's vectors of single tokens."""

from pathlib import Path

import numpy as np

from daybook.models.embedding.embedder import Vectors
from daybook.models.embedding.minilm import WordPieces, default_model_dir, open_token_session


class BertScore:
    """Scores pairs of texts by MiniLM's last layer, in 32 bits.

    Figures by other encoders, and rescaled ones, are not comparable.

    Raises:
        ModelUnavailable: the model's files cannot be had.

    Source: Zhang et al., ICLR 2020 (greedy matching, without idf and baseline; the tokens around a text do
    not count).
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or default_model_dir()
        self._pieces, self._session = WordPieces.load(folder), open_token_session(folder)

    def f1(self, said: str, wanted: str) -> float:
        """Give the harmonic mean of precision and recall, -1 to 1; 0 where either text has no token.

        Raises:
            ModelError: onnxruntime failed.
        """
        return matched(self.tokens(said), self.tokens(wanted))

    def tokens(self, text: str) -> Vectors:
        """Give the unit vectors of a text's tokens, shape (tokens, 384); a long text's end is left out."""
        ids = np.array([self._pieces.ids(text)], dtype=np.int32)
        vectors: Vectors = self._session.run({"ids": ids})[0][0, 1:-1]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


def matched(said: Vectors, wanted: Vectors) -> float:
    """Match each token of either side with the nearest of the other: F1 of the mean cosines."""
    if not len(said) or not len(wanted):
        return 0.0
    cosines = said @ wanted.T
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
