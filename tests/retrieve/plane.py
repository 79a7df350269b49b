"""Vectors of the plane, for tests that work cosines by hand."""

import numpy as np

from daybook.models.embedding.embedder import Vectors


def at(*degrees: float) -> Vectors:
    """Unit vectors at those angles, shape (angles, 2)."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
