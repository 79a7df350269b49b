"""Rules for what only the moment of speaking dates: "yesterday", "last month", "two weeks ago"."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from agent.understand.timex.amounts import Amount, amount, single_amount
from agent.understand.timex.calendar import recurring
from agent.understand.timex.clock import HOUR, Clock, at_clock
from agent.understand.timex.lexicon import PARTS_OF_DAY, UNITS, WEEKDAY_PLURALS, WEEKDAYS
from agent.understand.timex.meaning import Meaning, Now, now_meaning, shifted
from agent.understand.timex.numbers import cardinal
from agent.understand.timex.recurring import Recurring
from agent.understand.timex.spans import DAY, Grain, Span, day_at, floor, length, unit_at
from agent.understand.timex.tokens import Cursor, Parse, longest

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

THIS = ("this", "current")
LAST = ("last", "previous", "prior")
NEXT = ("next", "following", "coming", "upcoming")
PAST = ("past", "preceding")
ROLLING_CUES = ("in", "over", "during", "within", "for", "throughout")
WHOLE = (Grain.QUARTER, Grain.DECADE, Grain.CENTURY)
"""Units counted whole ("the next two quarters"); the others roll from the day of speaking."""

NO_SLACK = timedelta(0)
PERIODS = (Grain.WEEK, Grain.FORTNIGHT, Grain.MONTH, Grain.QUARTER, Grain.YEAR, Grain.DECADE, Grain.CENTURY)


def deictic(at: Cursor) -> Parse[Meaning] | None:
    """The longest of the rules of this module."""
    return longest(
        _day(at), _part_of_today(at), unit_from_here(at), _amount(at), _qualified(at),
        ago(at), _weekdays_ago(at), _in_amount(at), _end_marks(at),
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
    offset = _offset(here)
    past = here.phrase("this past") or here.take(*PAST)
    rest = past or (here.step() if offset is not None else here)
    beyond = _beyond(at)
    if beyond is not None:
        return beyond
    rest = rest.skip("whole", "entire", "calendar")
    grain = UNITS.get(rest.token.text)
    if grain not in PERIODS or rest.token.text.endswith("s"):
        return None
    rolls = past or (offset == -1 and here is not at and at.previous.text in ROLLING_CUES)
    if rolls:
        return Parse(_rolling(Amount(length(grain), grain, 1, NO_SLACK), -1), rest.step())
    if offset is None:
        return None
    return Parse(_units_on(grain, offset), rest.step())


def _beyond(at: Cursor) -> Parse[Meaning] | None:
    """The unit but one: "the week after next", "the month before last"."""
    here = at.skip("the")
    grain = UNITS.get(here.token.text)
    after, before = here.step().phrase("after next"), here.step().phrase("before last")
    rest = after or before
    if grain is None or rest is None:
        return None
    return Parse(_units_on(grain, 2 if after else -2), rest)


def _offset(at: Cursor) -> int | None:
    word = at.token.text
    return next((step for words, step in ((THIS, 0), (LAST, -1), (NEXT, 1)) if word in words), None)


def _units_on(grain: Grain, offset: int) -> Meaning:
    return Meaning(lambda now: unit_at(now.moment, grain, offset))


def _amount(at: Cursor) -> Parse[Meaning] | None:
    """A stretch up to now or from now: "the last two weeks", "the next 3 days", "within 9 months"."""
    here = at.skip("the")
    if rest := at.take("within"):
        ahead = rest.skip("the").skip(*NEXT)
        found = amount(ahead)
        return found and Parse(_from_now(found.value), found.rest)
    before = here.phrase("this past") or here.take(*LAST, *PAST)
    after = here.take(*NEXT)
    if before or after:
        found = amount(before or after or here)
        if found is not None and found.rest.token.text == "ago":
            found = single_amount(before or after or here)
        if found is None:
            return None
        return Parse(_rolling(found.value, -1 if before else 1), found.rest)
    return _inverted(here)


def _inverted(at: Cursor) -> Parse[Meaning] | None:
    """The adjective behind the count: "the two past weeks"."""
    count = cardinal(at)
    if count is None:
        return None
    sign = -1 if count.rest.take(*LAST, *PAST) else 1 if count.rest.take(*NEXT) else 0
    word = count.rest.step().token.text
    grain = UNITS.get(word)
    if not sign or grain is None or (count.value > 1) != word.endswith("s"):
        return None
    value = Amount(length(grain, count.value), grain, count.value, NO_SLACK)
    return Parse(_rolling(value, sign), count.rest.step(2))


def _rolling(value: Amount, sign: int) -> Meaning:
    def resolve(now: Now) -> Span:
        if value.grain in WHOLE and value.count >= 1:
            return _whole(value, sign, now)
        if value.is_clock:
            other = now.moment + value.delta * sign
            return Span(min(now.moment, other), max(now.moment, other), value.grain)
        if sign < 0:
            return Span(floor(now.moment - value.delta, Grain.DAY), now.moment, value.grain)
        start = day_at(now.moment, 1).start
        return Span(start, start + value.delta if start else None, value.grain)

    return Meaning(resolve)


def _whole(value: Amount, sign: int, now: Now) -> Span:
    count = int(value.count)
    first = unit_at(now.moment, value.grain, 1 if sign > 0 else -count)
    last = unit_at(now.moment, value.grain, count if sign > 0 else -1)
    return Span(first.start, last.end, value.grain)


def _from_now(value: Amount) -> Meaning:
    def resolve(now: Now) -> Span:
        start = now.moment if value.is_clock else floor(now.moment, Grain.DAY)
        return Span(start, start + value.delta, value.grain)

    return Meaning(resolve)


def _qualified(at: Cursor) -> Parse[Meaning] | None:
    """One of what comes round again: "last Tuesday", "this past weekend", "next Christmas"."""
    here = at.skip("the")
    if past := here.phrase("this past") or here.take(*PAST) or here.phrase("the past"):
        found = recurring(past)
        return found and Parse(_picked(found.value, lambda each, now: each.completed(now.moment)), found.rest)
    if rest := here.any_phrase("this coming", "this upcoming", "this next") or here.take(
        "coming", "upcoming"
    ):
        found = recurring(rest)
        return found and Parse(_picked(found.value, _following), found.rest)
    pick = {
        **dict.fromkeys(THIS, _this),
        **dict.fromkeys(LAST, _last),
        "next": _next,
        "following": _next,
    }.get(here.token.text)
    found = recurring(here.step()) if pick else None
    return Parse(_picked(found.value, pick), found.rest) if pick and found else None


Pick = Callable[[Recurring, Now], Span | None]


def _picked(each: Recurring, pick: Pick) -> Meaning:
    return Meaning(lambda now: pick(each, now))


def _this(each: Recurring, now: Now) -> Span | None:
    return each.in_cycle(now.moment)


def _following(each: Recurring, now: Now) -> Span | None:
    return each.after(now.moment)


def _next(each: Recurring, now: Now) -> Span | None:
    """Of what recurs weekly that of the week after this; else the first still to begin."""
    return each.in_cycle(now.moment, 1) if each.per is Grain.WEEK else each.after(now.moment)


def _last(each: Recurring, now: Now) -> Span | None:
    """The latest weekday before yesterday, which has a shorter name; the weekend of the week before this; else the latest that is over."""
    this = each.in_cycle(now.moment)
    if this is not None and this.grain is Grain.WEEKEND:
        return each.in_cycle(now.moment, -1)
    if each.per is Grain.WEEK:
        return each.before(floor(now.moment, Grain.DAY) - DAY)
    return each.completed(now.moment)


def ago(at: Cursor) -> Parse[Meaning] | None:
    """A day so far back or ahead: "two weeks ago", "3 weeks from now"; of weekends the whole one."""
    found = amount(at.skip("about", "around", "roughly"))
    if found is None:
        return None
    if rest := found.rest.take("ago", "back"):
        if found.value.grain is Grain.WEEKEND:
            return Parse(_weekend_on(-int(found.value.count)), rest)
        return Parse(shifted(now_meaning(), found.value, -1), rest)
    if rest := found.rest.any_phrase("from now", "hence"):
        return Parse(shifted(now_meaning(), found.value, 1), rest)
    return None


def _weekend_on(offset: int) -> Meaning:
    return Meaning(lambda now: unit_at(now.moment, Grain.WEEKEND, offset))


def _weekdays_ago(at: Cursor) -> Parse[Meaning] | None:
    """As in "two Fridays ago": the last Friday is one Friday ago."""
    count = cardinal(at)
    if count is None:
        return None
    word = count.rest.token.text
    day = WEEKDAY_PLURALS.get(word, WEEKDAYS.get(word))
    rest = count.rest.step().take("ago")
    if day is None or rest is None:
        return None

    def resolve(now: Now) -> Span:
        back = (now.moment.weekday() - day - 1) % 7 + 1
        return day_at(now.moment, -back - 7 * (count.value - 1))

    return Parse(Meaning(resolve), rest)


def _in_amount(at: Cursor) -> Parse[Meaning] | None:
    """The day that "in two weeks" leads to."""
    rest = at.take("in")
    found = amount(rest) if rest else None
    if found is None:
        return None
    return Parse(shifted(now_meaning(), found.value, 1), found.rest.skip("time"))


def _end_marks(at: Cursor) -> Parse[Meaning] | None:
    marks = {"eom": Grain.MONTH, "eoy": Grain.YEAR}
    grain = marks.get(at.token.text)
    if grain is None:
        return None
    return Parse(Meaning(lambda now: unit_at(now.moment, grain)), at.step())
