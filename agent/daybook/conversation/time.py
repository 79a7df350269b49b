"""Half-open ranges of time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from daybook.conversation.turns import require_aware


@dataclass(frozen=True, slots=True)
class TimeRange:
    """A half-open stretch of time: `start` belongs to it, `end` does not. None is open on that side.

    Raises:
        ValueError: a bound has no time zone, both are None, or `start` is not before `end`.
    """

    start: datetime | None
    end: datetime | None

    def __post_init__(self) -> None:
        require_aware(self.start, "TimeRange.start")
        require_aware(self.end, "TimeRange.end")
        if self.start is None and self.end is None:
            raise ValueError("a TimeRange needs a start or an end")
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"a TimeRange must start before it ends: {self.start} .. {self.end}")

    def __contains__(self, moment: datetime) -> bool:
        return (self.start is None or self.start <= moment) and (self.end is None or moment < self.end)

    def overlaps(self, other: TimeRange) -> bool:
        """Whether some moment lies in both."""
        return (self.start is None or other.end is None or self.start < other.end) and (
            other.start is None or self.end is None or other.start < self.end
        )
