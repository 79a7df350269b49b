"""What the tests of the command share: a small history, an embedder without a model, and what a run gives."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from daybook.embedding.embedder import Vectors

MESSAGES = [
    {"role": "user", "content": "I parked the car on level four.", "timestamp": "2024-03-05T09:00:00Z"},
    {"role": "assistant", "content": "Level four it is.", "timestamp": "2024-03-05T09:00:10Z"},
    {
        "role": "user",
        "content": "My sister adopted a parrot named Coco.",
        "timestamp": "2024-03-09T18:00:00Z",
    },
    {"role": "assistant", "content": "Welcome, Coco!", "timestamp": "2024-03-09T18:00:20Z"},
]
FIRST, SECOND = "2024-03-05T09:00:00+00:00", "2024-03-09T18:00:00+00:00"


class HashedWords:
    """Equal words, near vectors."""

    fingerprint, dim = "hashed-words", 256

    def windows(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))] if text.strip() else []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.full((len(texts), self.dim), 0.01, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
                vectors[row, digest[0] % self.dim] += 1
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


@dataclass
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]
