"""What an expression means: a function from the moment at which it is said to a span."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from dateutil.relativedelta import relativedelta

from daybook.language.english.timex.amounts import TimeAmount
from daybook.language.english.timex.spans import (
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
    """Which way an expression without a direction ("Tuesday", "in March") is read."""

    PAST = "past"
    FUTURE = "future"


BY_TENSE = None
"""In the place of a `Lean`: the tense of the clause decides, as in "starts on Monday"."""


@dataclass(frozen=True, slots=True)
class Now:
    """The moment that expressions are relative to, in naive local time, and which way to lean."""

    moment: datetime
    lean: Lean


Resolve = Callable[[Now], TimeSpan | None]


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of an expression.

    `resolve` gives None where nothing fits (a 31st of June) and raises OverflowError or ValueError
    where the span would lie beyond the years 1 to 9999.
    """

    resolve: Resolve
    recurring: Recurring | None = None
    """Set while nothing says which one is meant: it can still lean on a neighbour."""


def fixed(span: TimeSpan | None) -> Meaning:
    """The same span whenever it is said."""
    return Meaning(lambda now: span)


def whichever(recurring: Recurring) -> Meaning:
    """The last one or the next, as the reader leans."""
    return Meaning(
        lambda now: (recurring.latest if now.lean is Lean.PAST else recurring.coming)(now.moment), recurring
    )


def now_meaning() -> Meaning:
    """The moment itself, as the minute that it lies in."""
    return Meaning(lambda now: unit_at(now.moment, Grain.MINUTE))


def mapped(anchor: Meaning, change: Callable[[TimeSpan], TimeSpan | None]) -> Meaning:
    """What a change makes of an anchor, wherever that has a span."""

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        return None if span is None else change(span)

    return Meaning(resolve)


def within(recurring: Recurring, enclosing: Meaning, which: int = 1) -> Meaning:
    """The `which`-th in the enclosing period: 1 the first, -1 the last."""
    return mapped(enclosing, lambda period: _pick(list(recurring.inside(period)), which))


def unit_within(grain: Grain, enclosing: Meaning, which: int) -> Meaning:
    """The `which`-th unit of the enclosing period: "the second week of May"."""
    return mapped(enclosing, lambda period: _pick(list(units_in(period, grain)), which))


def units_within(amount: TimeAmount, enclosing: Meaning, which: int) -> Meaning:
    """The first (1) or the last (-1) so many units of the enclosing period."""

    def several(period: TimeSpan) -> TimeSpan | None:
        units, count = list(units_in(period, amount.grain)), int(amount.count)
        if not 0 < count <= len(units):
            return None
        chosen = units[:count] if which > 0 else units[-count:]
        return TimeSpan(chosen[0].start, chosen[-1].end, amount.grain)

    return mapped(enclosing, several)


def _pick(spans: list[TimeSpan], which: int) -> TimeSpan | None:
    index = which - 1 if which > 0 else which
    return spans[index] if -len(spans) <= index < len(spans) else None


def shifted(anchor: Meaning, amount: TimeAmount, sign: int) -> Meaning:
    """An amount before (sign -1) or after (+1) the anchor: from its day, or its moment for hours."""

    def moved(base: TimeSpan) -> TimeSpan | None:
        edge = base.start if base.start is not None else base.end
        if edge is None:
            return None
        if amount.is_clock:
            moment = floor(edge + amount.delta * sign, amount.grain)
            return TimeSpan(moment, moment + MINUTE, amount.grain)
        day = day_at(edge + amount.delta * sign)
        return TimeSpan(day.start, day.end, amount.grain, tolerance=amount.tolerance)

    return mapped(anchor, moved)


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
        if start is None or start.start is None:
            return None, None
        return start, closing.after(start.start)
    stop = last.resolve(now)
    if opening is not None and stop is not None and stop.start is not None:
        return opening.before(stop.start), stop
    return first.resolve(now), stop


def since(anchor: Meaning) -> Meaning:
    """From the beginning of the anchor on, open at the end."""
    return mapped(anchor, lambda span: TimeSpan(span.start, None, span.grain))


def after(anchor: Meaning) -> Meaning:
    """From the end of the anchor on, open at the end."""
    return mapped(anchor, lambda span: TimeSpan(span.end, None, span.grain))


def before(anchor: Meaning) -> Meaning:
    """Up to the beginning of the anchor, open at the start."""
    return mapped(anchor, lambda span: TimeSpan(None, span.start, span.grain))


def until(anchor: Meaning) -> Meaning:
    """Up to the end of the anchor, open at the start."""
    return mapped(anchor, lambda span: TimeSpan(None, span.end, span.grain, last=span.start))


def lasting(anchor: Meaning, amount: TimeAmount) -> Meaning:
    """The stretch of that length that begins with the anchor."""
    return mapped(
        anchor,
        lambda span: TimeSpan(span.start, span.start + amount.delta, amount.grain) if span.start else None,
    )


def part_of(period: Meaning, part: str) -> Meaning:
    """A part: early and late are the halves, the middle is about the middle third, as loose as speech."""

    def cut(span: TimeSpan) -> TimeSpan:
        if span.start is None or span.end is None:
            return span
        start, end = span.start, span.end
        third, half = (end - start) / 3, _HALVES.get(span.grain)
        if part != "middle":
            middle = start + half if half else _whole_days(start, (end - start) / 2)
            start, end = (start, middle) if part == "early" else (middle, end)
        elif offsets := _MIDDLES.get(span.grain):
            start, end = start + offsets[0], start + offsets[1]
        else:
            start, end = _whole_days(start, third), _whole_days(start, 2 * third)
        return TimeSpan(start, end, span.grain)

    return mapped(period, cut)


def _whole_days(start: datetime, offset: timedelta) -> datetime:
    moment = start + offset
    return moment if offset < DAY else floor(moment, Grain.DAY)


def edge_of(period: Meaning, which: int) -> Meaning:
    """The first day of a period (1) or its last (-1)."""

    def day(span: TimeSpan) -> TimeSpan | None:
        if span.start is None or span.end is None:
            return None
        return day_at(span.start if which > 0 else span.end - DAY)

    return mapped(period, day)


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


def unit_around(grain: Grain, anchor: Meaning) -> Meaning:
    """The unit that an anchor begins in: "the week of the 18th"; as coarse an anchor is itself meant."""

    def around(span: TimeSpan) -> TimeSpan | None:
        if span.start is None:
            return None
        unit = unit_at(span.start, grain)
        return span if span.holds(unit) else unit

    return mapped(anchor, around)


def unit_beside(grain: Grain, anchor: Meaning, sign: int) -> Meaning:
    """The stretch as long as a unit that ends where the anchor begins (-1), or begins where it ends (+1)."""

    def beside(span: TimeSpan) -> TimeSpan | None:
        side = span.start if sign < 0 else span.end
        if side is None:
            return None
        other = side + length(grain) * sign
        return TimeSpan(min(side, other), max(side, other), grain)

    return mapped(anchor, beside)


def recurring_beside(every: Recurring, anchor: Meaning, sign: int) -> Meaning:
    """The nearest whole one before (-1) or after (+1) an anchor: "the Sunday before Christmas"."""

    def beside(span: TimeSpan) -> TimeSpan | None:
        side = span.start if sign < 0 else span.end
        if side is None:
            return None
        return every.completed(side) if sign < 0 else every.after(side - DAY / 2)

    return mapped(anchor, beside)


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
