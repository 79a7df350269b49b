"""What comes round again (Tuesday, the 5th, March, Christmas), and how one of them is picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from daybook.english.timex.spans import MOST_UNITS, Grain, TimeSpan, floor, length, midnight, unit_at

REACH = 12
"""Cycles looked at on either side: the 29th of February can be eight years away."""


@dataclass(frozen=True, slots=True)
class Recurring:
    """Something that happens once in every week, month or year, or in some of them."""

    per: Grain
    at: Callable[[datetime], TimeSpan | None]
    """From the beginning of a cycle to the span in it; None where the cycle has none."""

    def in_cycle(self, moment: datetime, offset: int = 0) -> TimeSpan | None:
        """The one of the cycle that a moment lies in, or of the cycle `offset` later."""
        start = unit_at(moment, self.per, offset).start
        return None if start is None else self.at(start)

    def latest(self, moment: datetime) -> TimeSpan | None:
        """The latest that has begun; of what recurs weekly the latest before today."""
        if self.per is Grain.WEEK:
            return self.before(floor(moment, Grain.DAY))
        return self._first(moment, -1, lambda span: _begins(span) <= moment)

    def coming(self, moment: datetime) -> TimeSpan | None:
        """The earliest that is not over."""
        return self._first(moment, 1, lambda span: span.end is not None and span.end > moment)

    def completed(self, moment: datetime) -> TimeSpan | None:
        """The latest that is over."""
        return self._first(moment, -1, lambda span: span.end is not None and span.end <= moment)

    def after(self, moment: datetime) -> TimeSpan | None:
        """The earliest that begins after a moment."""
        return self._first(moment, 1, lambda span: _begins(span) > moment)

    def before(self, moment: datetime) -> TimeSpan | None:
        """The latest that begins before a moment."""
        return self._first(moment, -1, lambda span: _begins(span) < moment)

    def inside(self, period: TimeSpan) -> Iterator[TimeSpan]:
        """All that begin within a bounded period, in order; none where it has too many cycles to count."""
        if period.start is None or period.end is None:
            return
        if period.start + length(self.per, MOST_UNITS) < period.end:
            return
        cycle = unit_at(period.start, self.per)
        while cycle.start is not None and cycle.start < period.end:
            span = self.at(cycle.start)
            if span is not None and period.start <= _begins(span) < period.end:
                yield span
            cycle = unit_at(cycle.start, self.per, 1)

    def _first(self, moment: datetime, sign: int, wanted: Callable[[TimeSpan], bool]) -> TimeSpan | None:
        # One cycle against the direction first: a winter begins in the year before its cycle ends.
        for offset in range(-1, REACH):
            span = self.in_cycle(moment, sign * offset)
            if span is not None and wanted(span):
                return span
        return None


def _begins(span: TimeSpan) -> datetime:
    return span.start if span.start is not None else midnight(1)
