"""What an expression means: a function from the moment at which it is said to a span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daybook.english.timex.amounts import TimeAmount
from daybook.english.timex.recurring import Recurring
from daybook.english.timex.spans import DAY, Grain, TimeSpan, day_at, floor, units_in


class Lean(StrEnum):
    """Which way an expression without a direction ("Tuesday", "in March") is read."""

    PAST = "past"
    FUTURE = "future"


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

    def resolve(now: Now) -> TimeSpan | None:
        if now.lean is Lean.PAST:
            return recurring.latest(now.moment)
        return recurring.coming(now.moment)

    return Meaning(resolve, recurring)


def within(recurring: Recurring, enclosing: Meaning, which: int = 1) -> Meaning:
    """The `which`-th in the enclosing period: 1 the first, -1 the last."""

    def resolve(now: Now) -> TimeSpan | None:
        period = enclosing.resolve(now)
        return None if period is None else _pick(list(recurring.inside(period)), which)

    return Meaning(resolve)


def unit_within(grain: Grain, enclosing: Meaning, which: int) -> Meaning:
    """The `which`-th unit of the enclosing period: "the second week of May"."""

    def resolve(now: Now) -> TimeSpan | None:
        period = enclosing.resolve(now)
        return None if period is None else _pick(list(units_in(period, grain)), which)

    return Meaning(resolve)


def units_within(amount: TimeAmount, enclosing: Meaning, which: int) -> Meaning:
    """The first (1) or the last (-1) so many units of the enclosing period."""

    def resolve(now: Now) -> TimeSpan | None:
        period = enclosing.resolve(now)
        units = [] if period is None else list(units_in(period, amount.grain))
        count = int(amount.count)
        if not 0 < count <= len(units):
            return None
        chosen = units[:count] if which > 0 else units[-count:]
        return TimeSpan(chosen[0].start, chosen[-1].end, amount.grain)

    return Meaning(resolve)


def _pick(spans: list[TimeSpan], which: int) -> TimeSpan | None:
    index = which - 1 if which > 0 else which
    return spans[index] if -len(spans) <= index < len(spans) else None


def shifted(anchor: Meaning, amount: TimeAmount, sign: int) -> Meaning:
    """An amount before (sign -1) or after (+1) the anchor: from its day, or its moment for hours."""

    def resolve(now: Now) -> TimeSpan | None:
        base = anchor.resolve(now)
        if base is None:
            return None
        edge = base.start if base.start is not None else base.end
        if edge is None:
            return None
        if amount.is_clock:
            moment = floor(edge + amount.delta * sign, amount.grain)
            return TimeSpan(moment, moment + _MINUTE, amount.grain)
        day = day_at(edge + amount.delta * sign)
        return TimeSpan(day.start, day.end, amount.grain, tolerance=amount.tolerance)

    return Meaning(resolve)


_MINUTE = DAY / (24 * 60)


def now_meaning() -> Meaning:
    """The moment itself, as the minute that it lies in."""

    def resolve(now: Now) -> TimeSpan:
        start = floor(now.moment, Grain.MINUTE)
        return TimeSpan(start, start + _MINUTE, Grain.MINUTE)

    return Meaning(resolve)


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
    if last.recurring is not None and not _is_finer(first.recurring, last.recurring):
        start = first.resolve(now)
        if start is None or start.start is None:
            return None, None
        return start, last.recurring.after(start.start)
    stop = last.resolve(now)
    if first.recurring is not None and stop is not None and stop.start is not None:
        return first.recurring.before(stop.start), stop
    return first.resolve(now), stop


def _is_finer(first: Recurring | None, last: Recurring) -> bool:
    """Whether only the second names its month: "from 2 to 10 July"."""
    return first is not None and first.per is Grain.MONTH and last.per is Grain.YEAR


def since(anchor: Meaning) -> Meaning:
    """From the beginning of the anchor on, open at the end."""
    return _mapped(anchor, lambda span: TimeSpan(span.start, None, span.grain))


def after(anchor: Meaning) -> Meaning:
    """From the end of the anchor on, open at the end."""
    return _mapped(anchor, lambda span: TimeSpan(span.end, None, span.grain))


def before(anchor: Meaning) -> Meaning:
    """Up to the beginning of the anchor, open at the start."""
    return _mapped(anchor, lambda span: TimeSpan(None, span.start, span.grain))


def until(anchor: Meaning) -> Meaning:
    """Up to the end of the anchor, open at the start."""
    return _mapped(anchor, lambda span: TimeSpan(None, span.end, span.grain, last=span.start))


def lasting(anchor: Meaning, amount: TimeAmount) -> Meaning:
    """The stretch of that length that begins with the anchor."""

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        if span is None or span.start is None:
            return None
        return TimeSpan(span.start, span.start + amount.delta, amount.grain)

    return Meaning(resolve)


def _mapped(anchor: Meaning, change: Callable[[TimeSpan], TimeSpan]) -> Meaning:
    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        return None if span is None else change(span)

    return Meaning(resolve)
