"""How near texts are to a query: by meaning, or by the words that they share.

Source: TimeRAG-Memory, section 3.3, which measures dense and lexical (TF-IDF, BM25) retrievers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from daybook.embedding import Embedder
from daybook.embedding.protocol import Vectors
from daybook.english.words import words_of

Similarity: TypeAlias = Callable[[str, Sequence[str]], tuple[Vectors, Vectors]]
"""From a query and texts to unit vectors, of shapes (1, dim) and (texts, dim)."""


async def by_meaning(texts: Sequence[str], embedder: Embedder) -> Similarity:
    """Compare by the cosines of an embedder.

    Args:
        texts: all that will be compared.
        embedder: of texts and queries.
    """
    every = list(dict.fromkeys(texts))
    vectors = await embedder.embed(every)
    rows = {text: row for row, text in enumerate(every)}
    return lambda query, among: (vectors[[rows[query]]], vectors[[rows[text] for text in among]])


def by_words(query: str, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
    """Compare by TF-IDF over stems; idf is of the texts compared, ln((1 + n) / (1 + having)) + 1."""
    counts = [Counter(words_of(text)) for text in (query, *texts)]
    vocabulary = {word: column for column, word in enumerate(dict.fromkeys(w for one in counts for w in one))}
    matrix = np.zeros((len(counts), max(1, len(vocabulary))), dtype=np.float32)
    for row, words in enumerate(counts):
        for word, count in words.items():
            matrix[row, vocabulary[word]] = count
    having = (matrix[1:] > 0).sum(axis=0)
    matrix *= (np.log((1 + len(texts)) / (1 + having)) + 1).astype(np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix /= np.where(lengths > 0, lengths, 1)
    return matrix[:1], matrix[1:]
