"""Rules for what only the moment of speaking dates: "yesterday", "last month", "two weeks ago"."""

from __future__ import annotations

from collections.abc import Callable

from daybook.english.timex.amounts import TimeAmount
from daybook.english.timex.calendar import recurring
from daybook.english.timex.clock import HOUR, Clock, at_clock
from daybook.english.timex.lexicon import LAST, NEXT, PARTS_OF_DAY, PAST, THIS, UNITS
from daybook.english.timex.meaning import Meaning, Now, now_meaning
from daybook.english.timex.offsets import ago, in_amount, weekdays_ago
from daybook.english.timex.recurring import Recurring
from daybook.english.timex.spans import DAY, Grain, TimeSpan, day_at, floor, length, unit_at
from daybook.english.timex.stretches import NO_SLACK, rolling, stretch
from daybook.english.timex.tokens import Cursor, Parse, longest

DAYS = {
    "today": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "eod": 0,
    "end of day": 0,
    "current date": 0,
}

ROLLING_CUES = ("in", "over", "during", "within", "for", "throughout")
PERIODS = (Grain.WEEK, Grain.FORTNIGHT, Grain.MONTH, Grain.QUARTER, Grain.YEAR, Grain.DECADE, Grain.CENTURY)


def deictic(at: Cursor) -> Parse[Meaning] | None:
    """The longest expression that only the moment of speaking dates."""
    return longest(
        _day(at), _part_of_today(at), unit_from_here(at), stretch(at), _qualified(at),
        ago(at), weekdays_ago(at), in_amount(at), _end_marks(at),
    )  # fmt: skip


def _day(at: Cursor) -> Parse[Meaning] | None:
    if at.token.text in ("now", "present"):
        return Parse(now_meaning(), at.step())
    if rest := at.any_phrase("right now", "just now"):
        return Parse(now_meaning(), rest)
    for words, offset in DAYS.items():
        if rest := at.phrase(words):
            return Parse(whole_day(offset), rest)
    return None


def whole_day(offset: int) -> Meaning:
    """The day of speaking, or the one `offset` days after it."""
    return Meaning(lambda now: day_at(now.moment, offset))


def _part_of_today(at: Cursor) -> Parse[Meaning] | None:
    word = at.token.text
    if word in ("tonight", "tonite"):
        return Parse(at_clock(whole_day(0), Clock(18 * HOUR, 24 * HOUR)), at.step())
    offsets = {"this": 0, "last": -1, "next": 1}
    part = PARTS_OF_DAY.get(at.step().token.text)
    if word not in offsets or part is None:
        return None
    day = whole_day(offsets[word])
    return Parse(at_clock(day, Clock(part[0] * HOUR, part[1] * HOUR)), at.step(2))


def unit_from_here(at: Cursor) -> Parse[Meaning] | None:
    """A calendar unit from here: "this week", "last month", "next year"; or "the past week"."""
    here = at.skip("the")
    if beyond := _beyond(here):
        return beyond
    offset = _offset(here)
    past = here.phrase("this past") or here.take(*PAST)
    rest = (past or here.step()).skip("whole", "entire", "calendar")
    grain = UNITS.get(rest.token.text)
    if grain in (None, Grain.WEEKEND) or rest.token.text.endswith("s"):
        return None
    if past or (offset == -1 and here is not at and at.previous.text in ROLLING_CUES):
        return Parse(rolling(TimeAmount(length(grain), grain, 1, NO_SLACK), -1), rest.step())
    return None if offset is None or grain not in PERIODS else Parse(_units_on(grain, offset), rest.step())


def _beyond(at: Cursor) -> Parse[Meaning] | None:
    """The unit but one: "the week after next", "the month before last"."""
    grain = UNITS.get(at.token.text)
    after, before = at.step().phrase("after next"), at.step().phrase("before last")
    rest = after or before
    if grain is None or rest is None:
        return None
    return Parse(_units_on(grain, 2 if after else -2), rest)


def _offset(at: Cursor) -> int | None:
    word = at.token.text
    return next((step for words, step in ((THIS, 0), (LAST, -1), (NEXT, 1)) if word in words), None)


def _units_on(grain: Grain, offset: int) -> Meaning:
    return Meaning(lambda now: unit_at(now.moment, grain, offset))


def _qualified(at: Cursor) -> Parse[Meaning] | None:
    """One of what comes round again: "last Tuesday", "this past weekend", "next Christmas"."""
    here = at.skip("the")
    pick, rest = _pick(here)
    parsed = recurring(rest) if pick else None
    return Parse(_picked(parsed.value, pick), parsed.rest) if pick and parsed else None


Pick = Callable[[Recurring, Now], TimeSpan | None]


def _pick(at: Cursor) -> tuple[Pick | None, Cursor]:
    """What the words before a name pick, and where the name begins."""
    if rest := at.phrase("this past") or at.take(*PAST):
        return _over, rest
    if rest := at.any_phrase("this coming", "this upcoming", "this next", "coming", "upcoming"):
        return _ahead, rest
    for words, pick in ((THIS, _this), (LAST, _last), (NEXT, _next)):
        if rest := at.take(*words):
            return pick, rest
    return None, at


def _picked(each: Recurring, pick: Pick) -> Meaning:
    return Meaning(lambda now: pick(each, now))


def _this(each: Recurring, now: Now) -> TimeSpan | None:
    return each.in_cycle(now.moment)


def _over(each: Recurring, now: Now) -> TimeSpan | None:
    return each.completed(now.moment)


def _ahead(each: Recurring, now: Now) -> TimeSpan | None:
    return each.after(now.moment)


def _next(each: Recurring, now: Now) -> TimeSpan | None:
    """Of what recurs weekly that of the week after this; else the first still to begin."""
    return each.in_cycle(now.moment, 1) if each.per is Grain.WEEK else each.after(now.moment)


def _last(each: Recurring, now: Now) -> TimeSpan | None:
    """A weekday before yesterday (which has a shorter name), last week's weekend, else the latest over."""
    this = each.in_cycle(now.moment)
    if this is not None and this.grain is Grain.WEEKEND:
        return each.in_cycle(now.moment, -1)
    if each.per is Grain.WEEK:
        return each.before(floor(now.moment, Grain.DAY) - DAY)
    return each.completed(now.moment)


def _end_marks(at: Cursor) -> Parse[Meaning] | None:
    marks = {"eom": Grain.MONTH, "eoy": Grain.YEAR}
    grain = marks.get(at.token.text)
    if grain is None:
        return None
    return Parse(Meaning(lambda now: unit_at(now.moment, grain)), at.step())
