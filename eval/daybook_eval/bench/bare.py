"""A bare search without Daybook: the lower bound of what a question costs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Round
from daybook.embedding import Embedder, Vectors
from daybook.english.words import words_of
from daybook.store.keys import Key

try:
    import bm25s  # type: ignore[import-untyped]
except ModuleNotFoundError:  # who installs the package only to use it has no need of it
    raise SystemExit("this benchmark needs bm25s: pip install bm25s") from None


class BareSearch:
    """Exact max-sim in NumPy and bm25s over the same rounds that Daybook has."""

    def __init__(self, rounds: Sequence[Round], keys: Sequence[Key], matrix: Vectors) -> None:
        places = {round.round_id: place for place, round in enumerate(rounds)}
        order = sorted(range(len(keys)), key=lambda row: places[keys[row].round_id])
        ids = [keys[row].round_id for row in order]
        self._matrix = matrix[order]
        self._starts = [row for row, name in enumerate(ids) if row == 0 or ids[row - 1] != name]
        self.round_ids = [ids[start] for start in self._starts]
        self._bm25 = bm25s.BM25()
        words = [[word for text in round.fields.values() for word in words_of(text)] for round in rounds]
        self._bm25.index(words, show_progress=False)

    def max_sim(self, query: Vectors) -> NDArray[np.float32]:
        """Score each of `round_ids` by the greatest cosine of its keys; query has shape (dim,)."""
        scores: NDArray[np.float32] = np.maximum.reduceat(self._matrix @ query, self._starts)
        return scores

    def nearest(self, query: Vectors, *, k: int, within: Collection[str] | None = None) -> set[str]:
        """Name the k rounds with the greatest scores, among those allowed."""
        ranked = [self.round_ids[place] for place in np.argsort(-self.max_sim(query), kind="stable")]
        return set([name for name in ranked if within is None or name in within][:k])

    async def search(self, question: str, embedder: Embedder) -> None:
        """Embed, score and look up one question."""
        query = (await embedder.embed([question]))[0]
        np.argsort(-self.max_sim(query))
        self._bm25.retrieve([words_of(question)], k=min(50, len(self.round_ids)), show_progress=False)
