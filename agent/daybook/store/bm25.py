"""BM25+ scores of one word, by rank-bm25 from counts that are kept elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

_WORD = ""
"""The one word that the documents handed to rank-bm25 have."""


class _Counted(BM25Plus):  # type: ignore[misc]
    """BM25+ over documents of which only the lengths and the counts of one word are known.

    rank-bm25 reads its statistics out of the texts of all documents, each time anew; ours are kept in an
    index that grows, and here they take the place of what it would have read.
    """

    def __init__(
        self, counts: Sequence[int], lengths: Sequence[int], *, having: int, documents: int, average: float
    ) -> None:
        super().__init__([[_WORD]])  # it cannot do without a document
        self.doc_freqs = [{_WORD: count} for count in counts]
        self.doc_len = list(lengths)
        self.corpus_size, self.avgdl = documents, average
        self._calc_idf({_WORD: having})


def bm25_plus(
    counts: NDArray[np.integer],
    lengths: NDArray[np.integer],
    *,
    documents: int,
    average_length: float,
) -> NDArray[np.float64]:
    """Score the documents that have a word, for that word.

    The score depends on how often a document has the word and on how long it is, and many are alike in
    both, so each such pair is scored once.

    Args:
        counts: how often each document that has the word has it, shape (n,).
        lengths: how many words each of them has, shape (n,).
        documents: how many documents there are, those without the word among them.
        average_length: of all documents.

    Returns:
        Shape (n,), above 0. The bonus that BM25+ gives for every shared word (Lv and Zhai, CIKM 2011) is in
        it, and idf stays above 0 however few documents there are.
    """
    if not len(counts):
        return np.zeros(0)
    pairs, inverse = np.unique((counts.astype(np.int64) << 32) + lengths, return_inverse=True)
    scorer = _Counted(
        (pairs >> 32).tolist(),
        (pairs & 0xFFFFFFFF).tolist(),
        having=len(counts),
        documents=documents,
        average=average_length,
    )
    scores = np.array(scorer.get_batch_scores([_WORD], range(len(pairs))))
    return scores[inverse]
