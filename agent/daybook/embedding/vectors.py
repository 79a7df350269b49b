"""What another program answers, made into vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from daybook.embedding.protocol import Vectors
from daybook.errors import ModelError


def unit_rows(rows: Sequence[Sequence[float]], *, count: int, dim: int | None, source: str) -> Vectors:
    """Check and normalise the vectors that an embedding model returned for `count` texts.

    Args:
        rows: a vector for each text.
        count: how many there must be, at least 1.
        dim: how long each must be; None if any one length will do.
        source: what returned them, for the message.

    Raises:
        ModelError: they are too few or many, of another or of different lengths, no numbers, not
            finite, or without a direction.
    """
    try:
        vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{source} returned no vectors of one length: {error}") from error
    if vectors.ndim != 2 or len(vectors) != count or vectors.shape[1] != (dim or vectors.shape[1]):
        wanted = f"({count}, {dim or 'any'})"
        raise ModelError(f"{source} returned vectors of shape {vectors.shape}, not {wanted}")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and (lengths > 0).all()):
        raise ModelError(f"{source} returned a vector that is not finite or is all zeros")
    unit: Vectors = vectors / lengths
    return unit
