"""Stretches of wall-clock time, calendar arithmetic on them, and what comes round again.

Everything here is naive local time, so that a day stays a day over a change of the clocks; the time
zone is put back when a mention is made. Weeks start on Monday; a weekend is Saturday and Sunday.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from dateutil.relativedelta import relativedelta

DAY = timedelta(days=1)
_MAX_UNITS = 400
"""Nobody counts the hours of a year."""
_REACH = 12
"""Cycles looked at on either side: the 29th of February can be eight years away."""


class Grain(StrEnum):
    """How finely an expression tells the time."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    FORTNIGHT = "fortnight"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


_UNITS = {
    Grain.SECOND: (relativedelta(seconds=1), 0),
    Grain.MINUTE: (relativedelta(minutes=1), 0),
    Grain.HOUR: (relativedelta(hours=1), 0),
    Grain.DAY: (relativedelta(days=1), 0),
    Grain.WEEKEND: (relativedelta(weeks=1), 3),
    Grain.WEEK: (relativedelta(weeks=1), 3),
    Grain.FORTNIGHT: (relativedelta(weeks=2), 7),
    Grain.MONTH: (relativedelta(months=1), 15),
    Grain.QUARTER: (relativedelta(months=3), 45),
    Grain.SEASON: (relativedelta(months=3), 45),
    Grain.YEAR: (relativedelta(years=1), 182),
    Grain.DECADE: (relativedelta(years=10), 1826),
    Grain.CENTURY: (relativedelta(years=100), 18262),
}
"""The length of each unit, and about half of it in whole days."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A half-open stretch of naive wall-clock time: `start` in, `end` out; None is open on that side."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    last: datetime | None = None
    """Where the last named period begins, in "from May to July" the first of July."""
    tolerance: timedelta = timedelta(0)
    """How far off the speaker may be on either side: half a unit in "two weeks ago"."""

    @property
    def is_sound(self) -> bool:
        """True if it has a bound, and does not end before it starts."""
        if self.start is None or self.end is None:
            return self.start is not self.end
        return self.start < self.end

    def holds(self, other: TimeSpan) -> bool:
        """True if all of the other lies within."""
        return (self.start is None or (other.start is not None and self.start <= other.start)) and (
            self.end is None or (other.end is not None and other.end <= self.end)
        )


def midnight(year: int, month: int = 1, day: int = 1) -> datetime:
    """The beginning of a day.

    Raises:
        ValueError: there is no such day.
    """
    return datetime(year, month, day)  # noqa: DTZ001 - naive on purpose, see above


@lru_cache(1024)
def length(grain: Grain, count: int = 1) -> relativedelta:
    """The calendar length of `count` units; from one weekend to the next it is a week."""
    return _UNITS[grain][0] * count


def half(grain: Grain) -> timedelta:
    """About half a unit, in whole days: nothing for a day and less."""
    return timedelta(days=_UNITS[grain][1])


def floor(moment: datetime, grain: Grain) -> datetime:
    """The beginning of the unit that a moment lies in; for a weekend that of its week's Saturday."""
    if grain is Grain.SECOND:
        return moment.replace(microsecond=0)
    if grain is Grain.MINUTE:
        return moment.replace(second=0, microsecond=0)
    if grain is Grain.HOUR:
        return moment.replace(minute=0, second=0, microsecond=0)
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    match grain:
        case Grain.DAY:
            return day
        case Grain.WEEK | Grain.FORTNIGHT:
            return day - day.weekday() * DAY
        case Grain.WEEKEND:
            return day + (5 - day.weekday()) * DAY
        case Grain.MONTH:
            return day.replace(day=1)
        case Grain.QUARTER:
            return day.replace(month=day.month - (day.month - 1) % 3, day=1)
        case Grain.SEASON:
            return (day.replace(day=1) - relativedelta(months=day.month % 3)).replace(day=1)
        case _:
            years = {Grain.DECADE: 10, Grain.CENTURY: 100}.get(grain, 1)
            return day.replace(year=max(1, day.year - day.year % years), month=1, day=1)


def unit_at(moment: datetime, grain: Grain, offset: int = 0) -> TimeSpan:
    """The unit that a moment lies in, or the one `offset` units after it.

    Raises:
        OverflowError, ValueError: it lies beyond the years 1 to 9999.
    """
    start = floor(moment, grain) + length(grain, offset)
    end = start + (2 * DAY if grain is Grain.WEEKEND else length(grain))
    return TimeSpan(start, end, grain)


def day_at(moment: datetime, offset: int = 0) -> TimeSpan:
    """The day of a moment, or the one `offset` days after it."""
    return unit_at(moment, Grain.DAY, offset)


def units_in(span: TimeSpan, grain: Grain) -> Iterator[TimeSpan]:
    """The units that belong to a bounded span, in order; none if they are more than `_MAX_UNITS`.

    A week belongs to the span that holds its Thursday (as in ISO 8601), any other unit to the span
    that it begins in.
    """
    if span.start is None or span.end is None or span.start + length(grain, _MAX_UNITS) < span.end:
        return
    probe = timedelta(days=3) if grain in (Grain.WEEK, Grain.FORTNIGHT) else timedelta(0)
    unit = unit_at(span.start, grain)
    while unit.start is not None and unit.start + probe < span.end:
        if unit.start + probe >= span.start:
            yield unit
        unit = unit_at(unit.start, grain, 1)


@dataclass(frozen=True, slots=True)
class Recurring:
    """Something that happens once in every week, month or year, or in some of them."""

    per: Grain
    at: Callable[[datetime], TimeSpan | None]
    """From the beginning of a cycle to the span in it; None if the cycle has none."""

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
        """All that begin within a bounded period, in order; none if it has too many cycles to count."""
        if period.start is None or period.end is None:
            return
        if period.start + length(self.per, _MAX_UNITS) < period.end:
            return
        cycle = unit_at(period.start, self.per)
        while cycle.start is not None and cycle.start < period.end:
            span = self.at(cycle.start)
            if span is not None and period.start <= _begins(span) < period.end:
                yield span
            cycle = unit_at(cycle.start, self.per, 1)

    def _first(self, moment: datetime, sign: int, wanted: Callable[[TimeSpan], bool]) -> TimeSpan | None:
        # One cycle against the direction first: a winter begins in the year before its cycle ends.
        for offset in range(-1, _REACH):
            span = self.in_cycle(moment, sign * offset)
            if span is not None and wanted(span):
                return span
        return None


def _begins(span: TimeSpan) -> datetime:
    return span.start if span.start is not None else midnight(1)


def every_weekday(weekday: int) -> Recurring:
    """A day of the week; Monday is 0."""
    return Recurring(Grain.WEEK, lambda monday: day_at(monday, weekday))


WEEKENDS = Recurring(Grain.WEEK, lambda monday: unit_at(monday, Grain.WEEKEND))
