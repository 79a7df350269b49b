"""Parts of a period and what stands beside it: "mid-May", "the end of March", "the week of the 18th"."""

from __future__ import annotations

from datetime import datetime, timedelta

from dateutil.relativedelta import relativedelta

from daybook.english.timex.meaning import Meaning, Now
from daybook.english.timex.recurring import Recurring
from daybook.english.timex.spans import DAY, Grain, TimeSpan, day_at, floor, length, unit_at
from daybook.english.timex.tokens import Cursor, Parse

EARLY = ("early in the", "early in", "early on in", "early", "first half of", "first part of")
MIDDLE = ("mid -", "mid", "middle of")
LATE = ("late in the", "late in", "late", "second half of", "latter half of", "last half of")
STARTS = ("start of", "beginning of", "first part of")
ENDS = ("end of", "close of")

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


def modifier(at: Cursor) -> Parse[str] | None:
    """The words that name a part: "early", "middle" or "late"."""
    here = at.skip("the")
    for part, phrases in (("early", EARLY + STARTS), ("middle", MIDDLE), ("late", LATE + ENDS)):
        rest = here.any_phrase(*phrases)
        if rest is not None:
            return Parse(part, rest)
    return None


def edge(at: Cursor) -> Parse[int] | None:
    """The words for an edge of a period: 1 for its first day, -1 for its last."""
    here = at.skip("the").skip("very")
    if rest := here.any_phrase(*STARTS):
        return Parse(1, rest)
    rest = here.any_phrase(*ENDS)
    return Parse(-1, rest) if rest else None


def part_of(period: Meaning, part: str) -> Meaning:
    """A part: early and late are the halves, the middle is about the middle third, as loose as speech."""

    def resolve(now: Now) -> TimeSpan | None:
        span = period.resolve(now)
        if span is None or span.start is None or span.end is None:
            return span
        start, end = _part(span.start, span.end, span.grain, part)
        return TimeSpan(start, end, span.grain)

    return Meaning(resolve)


def _part(start: datetime, end: datetime, grain: Grain, part: str) -> tuple[datetime, datetime]:
    if part == "middle":
        if offsets := _MIDDLES.get(grain):
            return start + offsets[0], start + offsets[1]
        return _whole_days(start, (end - start) / 3), _whole_days(start, (end - start) * 2 / 3)
    half = _HALVES.get(grain)
    cut = start + half if half else _whole_days(start, (end - start) / 2)
    return (start, cut) if part == "early" else (cut, end)


def _whole_days(start: datetime, offset: timedelta) -> datetime:
    moment = start + offset
    return moment if offset < DAY else floor(moment, Grain.DAY)


def edge_of(period: Meaning, which: int) -> Meaning:
    """The first day of a period (1) or its last (-1)."""

    def resolve(now: Now) -> TimeSpan | None:
        span = period.resolve(now)
        if span is None or span.start is None or span.end is None:
            return None
        return day_at(span.start) if which > 0 else day_at(span.end - DAY)

    return Meaning(resolve)


def so_far(period: Meaning) -> Meaning:
    """The part that is past: "earlier this year"."""

    def resolve(now: Now) -> TimeSpan | None:
        span = period.resolve(now)
        return None if span is None else TimeSpan(span.start, now.moment, span.grain)

    return Meaning(resolve)


def still_ahead(period: Meaning) -> Meaning:
    """The part that is to come, from the day of speaking on: "later this week"."""

    def resolve(now: Now) -> TimeSpan | None:
        span = period.resolve(now)
        return None if span is None else TimeSpan(floor(now.moment, Grain.DAY), span.end, span.grain)

    return Meaning(resolve)


def unit_around(grain: Grain, anchor: Meaning) -> Meaning:
    """The unit that an anchor begins in: "the week of the 18th"; as coarse an anchor is itself meant."""

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        if span is None or span.start is None:
            return None
        unit = unit_at(span.start, grain)
        return span if span.holds(unit) else unit

    return Meaning(resolve)


def unit_beside(grain: Grain, anchor: Meaning, sign: int) -> Meaning:
    """The stretch as long as a unit that ends where the anchor begins (-1), or begins where it ends (+1).

    A weekend is the nearest whole one on that side.
    """

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        side = None if span is None else span.start if sign < 0 else span.end
        if side is None:
            return None
        if grain is Grain.WEEKEND:
            every = Recurring(Grain.WEEK, lambda monday: unit_at(monday, Grain.WEEKEND))
            return every.completed(side) if sign < 0 else every.after(side - DAY / 2)
        other = side + length(grain) * sign
        return TimeSpan(min(side, other), max(side, other), grain)

    return Meaning(resolve)


def weekday_beside(weekday: int, anchor: Meaning, sign: int) -> Meaning:
    """The next such day before (-1) or after (+1) an anchor: "the Sunday before Christmas"."""
    every = Recurring(Grain.WEEK, lambda monday: day_at(monday, weekday))

    def resolve(now: Now) -> TimeSpan | None:
        span = anchor.resolve(now)
        side = None if span is None else span.start if sign < 0 else span.end
        if side is None:
            return None
        return every.before(side) if sign < 0 else every.after(side - DAY / 2)

    return Meaning(resolve)


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
