"""Cosines of many vectors, at the speed of memory and without waking the threads of BLAS."""

from __future__ import annotations

import numpy as np

from daybook.embedding.protocol import Vectors

_BLOCK = 256
"""Vectors that are compared with every query while they are in the processor's cache."""


def cosines(queries: Vectors, vectors: Vectors) -> Vectors:
    """Compare every query with every vector.

    A matrix product wakes BLAS's threads, which wait for each other where the cores are busy: on two cores,
    three queries and 40,000 vectors of 384 numbers took it 5 ms, and 24 ms while others worked. Block by
    block they take 5 ms and 10 ms.

    Args:
        queries: unit vectors, shape (queries, dim).
        vectors: unit vectors, shape (n, dim).

    Returns:
        Shape (queries, n).
    """
    found = np.empty((len(queries), len(vectors)), dtype=np.float32)
    for start in range(0, len(vectors), _BLOCK):
        block = slice(start, start + _BLOCK)
        np.vecdot(queries[:, None], vectors[block], out=found[:, block])
    return found
