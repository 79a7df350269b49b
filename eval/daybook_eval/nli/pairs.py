"""What reads pairs of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

Pair: TypeAlias = tuple[str, str]
"""A premise, and a hypothesis that it may entail or contradict."""


class PairClassifier(Protocol):
    """Reads pairs of sentences."""

    def contradictions(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability, 0 to 1, that each hypothesis contradicts its premise.

        Raises:
            ModelError: it failed.
        """
