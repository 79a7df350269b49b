"""The meaning of an expression: a function from the moment at which it is said to a span."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from dateutil.relativedelta import relativedelta

from daybook.text.english.timex.amounts import TimeAmount
from daybook.text.english.timex.spans import (
    DAY,
    Grain,
    Recurring,
    TimeSpan,
    day_at,
    floor,
    length,
    unit_at,
    units_in,
)

MINUTE = timedelta(minutes=1)
_HALVES = {
    Grain.WEEK: relativedelta(days=3),
    Grain.MONTH: relativedelta(days=15),
    Grain.YEAR: relativedelta(months=6),
    Grain.DECADE: relativedelta(years=5),
}
_MIDDLES = {
    Grain.MONTH: (relativedelta(days=10), relativedelta(days=20)),
    Grain.YEAR: (relativedelta(months=4), relativedelta(months=8)),
    Grain.DECADE: (relativedelta(years=3), relativedelta(years=7)),
}


class Lean(StrEnum):
    """The direction of an expression that has none itself ("Tuesday", "in March")."""

    PAST = "past"
    FUTURE = "future"


BY_TENSE = None
"""In the place of a `Lean`: the tense of the clause decides, as in "starts on Monday"."""


@dataclass(frozen=True, slots=True)
class Now:
    """The moment that expressions are relative to, in naive local time, and which way to lean."""

    moment: datetime
    lean: Lean


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of an expression.

    `resolve` gives None if nothing fits (a 31st of June) and raises OverflowError or ValueError
    where the span would lie beyond the years 1 to 9999.
    """

    resolve: Callable[[Now], TimeSpan | None]
    recurring: Recurring | None = None
    """Set while nothing says which one is meant: it can still lean on a neighbour."""

    def mapped(self, change: Callable[[TimeSpan], TimeSpan | None]) -> Meaning:
        """Apply a change to every span of it."""
        return Meaning(lambda now: (span := self.resolve(now)) and change(span))


NOW = Meaning(lambda now: unit_at(now.moment, Grain.MINUTE))
"""The moment itself, as the minute that it lies in."""


def fixed(span: TimeSpan | None) -> Meaning:
    """The same span whenever it is said."""
    return Meaning(lambda now: span)


def whichever(recurring: Recurring) -> Meaning:
    """The last one or the next, as the reader leans."""
    return Meaning(
        lambda now: (recurring.latest if now.lean is Lean.PAST else recurring.coming)(now.moment), recurring
    )


def shifted(anchor: Meaning, amount: TimeAmount, sign: int) -> Meaning:
    """An amount before (sign -1) or after (+1) the anchor: from its day, or its moment for hours."""

    def moved(base: TimeSpan) -> TimeSpan | None:
        edge = base.start or base.end
        if edge is None:
            return None
        if amount.is_clock:
            moment = floor(edge + amount.delta * sign, amount.grain)
            return TimeSpan(moment, moment + MINUTE, amount.grain)
        day = day_at(edge + amount.delta * sign)
        return TimeSpan(day.start, day.end, amount.grain, tolerance=amount.tolerance)

    return anchor.mapped(moved)


def hull(first: Meaning, last: Meaning) -> Meaning:
    """From the beginning of one to the end of the other.

    A side that nothing dates leans on the other: in "from May to Oct 2020" it is the May before, in
    "from April 27 to the 3rd" the third of the month after.
    """

    def resolve(now: Now) -> TimeSpan | None:
        start, stop = _ends(first, last, now)
        if start is None or stop is None:
            return None
        return TimeSpan(start.start, stop.end, stop.grain, last=stop.start)

    return Meaning(resolve)


def _ends(first: Meaning, last: Meaning, now: Now) -> tuple[TimeSpan | None, TimeSpan | None]:
    opening, closing = first.recurring, last.recurring
    # In "from 2 to 10 July" only the second names its month.
    names_month = opening and closing and opening.per is Grain.MONTH and closing.per is Grain.YEAR
    if closing is not None and not names_month:
        start = first.resolve(now)
        return (start, closing.after(start.start)) if start and start.start else (None, None)
    stop = last.resolve(now)
    if opening is not None and stop is not None and stop.start is not None:
        return opening.before(stop.start), stop
    return first.resolve(now), stop


def so_far(period: Meaning) -> Meaning:
    """The part that is past: "earlier this year"."""
    return Meaning(lambda now: (span := period.resolve(now)) and TimeSpan(span.start, now.moment, span.grain))


def still_ahead(period: Meaning) -> Meaning:
    """The part that is to come, from the day of speaking on: "later this week"."""
    return Meaning(
        lambda now: (
            (span := period.resolve(now)) and TimeSpan(floor(now.moment, Grain.DAY), span.end, span.grain)
        )
    )


def snapped(weekday: int, anchor: Meaning) -> Meaning:
    """The weekday that a loosely dated day points at: "the Thursday two months ago".

    Told in weeks it is the day of that week; else the nearest one in the past, the next in the future.
    """

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        if span is None or span.start is None:
            return None
        ahead = weekday - span.start.weekday()
        if span.grain is not Grain.WEEK:
            ahead %= 7
            if span.start < now.moment and ahead > 3:
                ahead -= 7
        return day_at(span.start, ahead)

    return Meaning(resolve)


# The rest are changes of spans, for `Meaning.mapped`.


def since(span: TimeSpan) -> TimeSpan:
    """From its beginning on, open at the end."""
    return TimeSpan(span.start, None, span.grain)


def after(span: TimeSpan) -> TimeSpan:
    """From its end on, open at the end."""
    return TimeSpan(span.end, None, span.grain)


def before(span: TimeSpan) -> TimeSpan:
    """Up to its beginning, open at the start."""
    return TimeSpan(None, span.start, span.grain)


def until(span: TimeSpan) -> TimeSpan:
    """Up to its end, open at the start."""
    return TimeSpan(None, span.end, span.grain, last=span.start)


def nth(spans: Iterable[TimeSpan], which: int) -> TimeSpan | None:
    """The `which`-th of some spans: 1 the first, -1 the last."""
    every = list(spans)
    index = which - 1 if which > 0 else which
    return every[index] if -len(every) <= index < len(every) else None


def several_in(period: TimeSpan, amount: TimeAmount, which: int) -> TimeSpan | None:
    """The first (1) or the last (-1) so many units of a period."""
    units, count = list(units_in(period, amount.grain)), int(amount.count)
    if not 0 < count <= len(units):
        return None
    chosen = units[:count] if which > 0 else units[-count:]
    return TimeSpan(chosen[0].start, chosen[-1].end, amount.grain)


def part_of(span: TimeSpan, part: str) -> TimeSpan:
    """A part: early and late are the halves, the middle is about the middle third, as loose as speech."""
    start, end = span.start, span.end
    if start is None or end is None:
        return span
    if part == "middle":
        third = (end - start) / 3
        if offsets := _MIDDLES.get(span.grain):
            return TimeSpan(start + offsets[0], start + offsets[1], span.grain)
        return TimeSpan(_whole_days(start, third), _whole_days(start, 2 * third), span.grain)
    half = _HALVES.get(span.grain)
    middle = start + half if half else _whole_days(start, (end - start) / 2)
    return TimeSpan(start, middle, span.grain) if part == "early" else TimeSpan(middle, end, span.grain)


def _whole_days(start: datetime, offset: timedelta) -> datetime:
    moment = start + offset
    return moment if offset < DAY else floor(moment, Grain.DAY)


def edge_of(span: TimeSpan, which: int) -> TimeSpan | None:
    """The first day of a period (1) or its last (-1)."""
    if span.start is None or span.end is None:
        return None
    return day_at(span.start if which > 0 else span.end - DAY)


def unit_around(span: TimeSpan, grain: Grain) -> TimeSpan | None:
    """The unit that a span begins in: "the week of the 18th"; as coarse a span is itself meant."""
    if span.start is None:
        return None
    unit = unit_at(span.start, grain)
    return span if span.holds(unit) else unit


def beside(span: TimeSpan, sign: int, unit: Grain | Recurring) -> TimeSpan | None:
    """Return the span that ends where another begins (-1), or begins where it ends (+1).

    That is a stretch as long as a unit, or the nearest of what recurs: "the Sunday before Christmas".
    """
    side = span.start if sign < 0 else span.end
    if side is None:
        return None
    if isinstance(unit, Recurring):
        return unit.completed(side) if sign < 0 else unit.after(side - DAY / 2)
    other = side + length(unit) * sign
    return TimeSpan(min(side, other), max(side, other), unit)
