"""What Daybook asks of an embedding model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors that one dot product compares."""

    @property
    def fingerprint(self) -> str:
        """Names what decides a vector (model, precision, window): equal names, equal vectors."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Cut a text into the stretches that the model can read whole.

        Returns:
            Character spans (start, stop) in the order of the text that together cover all of it but
            white space; one span where the text fits, none where it is blank.
        """

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts, each of which fits one window (a longer one is cut at the window's end).

        Returns:
            Array of shape (len(texts), dim), float32; every row has unit L2 length.

        Raises:
            ModelError: the model failed or could not be reached.
        """
