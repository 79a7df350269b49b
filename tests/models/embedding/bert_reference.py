"""The forward pass of all-MiniLM-L6-v2 in plain NumPy, written against the weights' names only."""

from collections.abc import Mapping
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def reference_vector(weights: Mapping[str, NDArray[np.float32]], ids: list[int]) -> Array:
    """The unit vector of one text, in double precision."""
    w = {name: values.astype(np.float64) for name, values in weights.items() if values.dtype.kind == "f"}
    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)]
    x = x + w["embeddings.token_type_embeddings.weight"][0]
    x = _norm(x, w, "embeddings.LayerNorm")
    for layer in range(6):
        prefix = f"encoder.layer.{layer}"
        mixed = _dense(_attend(x, w, f"{prefix}.attention.self"), w, f"{prefix}.attention.output.dense")
        x = _norm(x + mixed, w, f"{prefix}.attention.output.LayerNorm")
        wide = _gelu(_dense(x, w, f"{prefix}.intermediate.dense"))
        x = _norm(x + _dense(wide, w, f"{prefix}.output.dense"), w, f"{prefix}.output.LayerNorm")
    mean = x.mean(axis=0)
    vector: Array = mean / np.linalg.norm(mean)
    return vector


def _dense(x: Array, w: Mapping[str, Array], name: str) -> Array:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _norm(x: Array, w: Mapping[str, Array], name: str) -> Array:
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    normed: Array = centred / spread * w[f"{name}.weight"] + w[f"{name}.bias"]
    return normed


def _attend(x: Array, w: Mapping[str, Array], name: str) -> Array:
    query, key, value = (
        _dense(x, w, f"{name}.{part}").reshape(len(x), 12, 32).transpose(1, 0, 2)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / sqrt(32)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    joined: Array = (shares @ value).transpose(1, 0, 2).reshape(len(x), 384)
    return joined


def _gelu(x: Array) -> Array:
    curve: Array = x * 0.5 * (1 + np.vectorize(erf)(x / sqrt(2)))
    return curve
