"""A share of the judged items, with the number of items that could not be judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the judged ones hold, and how many were asked about."""

    holding: int
    judged: int
    asked: int

    @property
    def value(self) -> float | None:
        """Holding of judged, 0 to 1; None where nothing was judged."""
        return self.holding / self.judged if self.judged else None


def share_of(verdicts: Iterable[bool | None]) -> Share:
    """Count verdicts; None is one that could not be read, and neither holds nor fails."""
    verdicts = list(verdicts)
    judged = [verdict for verdict in verdicts if verdict is not None]
    return Share(sum(judged), len(judged), len(verdicts))
