"""Vectors that no two texts share a direction in."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def flat_vectors(texts: Iterable[str]) -> dict[str, NDArray[np.float32]]:
    """Every distinct text along an axis of its own: the cosine of two is 0."""
    distinct = list(dict.fromkeys(texts))
    return dict(zip(distinct, np.eye(len(distinct), dtype=np.float32), strict=True))
