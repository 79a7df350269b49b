"""Rules for what only the moment of speaking dates: "yesterday", "last month", "two weeks ago"."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from daybook.text.english.timex.amounts import (
    LAST,
    NEXT,
    PARTS_OF_DAY,
    PAST,
    THIS,
    UNITS,
    WEEKDAY_PLURALS,
    TimeAmount,
    amount,
    single_amount,
)
from daybook.text.english.timex.clock import HOUR, Clock, at_clock
from daybook.text.english.timex.cursor import Cursor, Parse, cardinal, longest
from daybook.text.english.timex.dates import recurring, weekday
from daybook.text.english.timex.meaning import NOW, Meaning, Now, shifted
from daybook.text.english.timex.spans import (
    DAY,
    Grain,
    Recurring,
    TimeSpan,
    day_at,
    floor,
    length,
    unit_at,
)
from daybook.text.english.word_tables import WEEKDAYS

_WHOLE = (Grain.QUARTER, Grain.DECADE, Grain.CENTURY)
"""Units counted whole ("the next two quarters"); the others roll from the day of speaking."""
_DAYS = {
    "today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "day before yesterday": -2,
    "the day after tomorrow": 2, "day after tomorrow": 2, "eod": 0, "end of day": 0, "current date": 0,
}  # fmt: skip
_COUNTED = ("time", "times", "once", "twice")
_ROLLING_CUES = ("in", "over", "during", "within", "for", "throughout")
_PERIODS = (Grain.WEEK, Grain.FORTNIGHT, Grain.MONTH, Grain.QUARTER, Grain.YEAR, Grain.DECADE, Grain.CENTURY)
Pick: TypeAlias = Callable[[Recurring, datetime], TimeSpan | None]


def _exactly(count: int, grain: Grain) -> TimeAmount:
    return TimeAmount(length(grain, count), grain, count, timedelta(0))


_WEEK = _exactly(1, Grain.WEEK)


def ago(at: Cursor) -> Parse[Meaning] | None:
    """A day so far back or ahead: "two weeks ago", "3 weeks from now"; of weekends the whole one."""
    parsed = amount(at.skip("about", "around", "roughly"))
    if parsed is None:
        return None
    if rest := parsed.rest.any_phrase("ago today", "ago", "back"):
        if parsed.value.grain is Grain.WEEKEND:
            return Parse(unit_from_now(Grain.WEEKEND, -int(parsed.value.count)), rest)
        return Parse(shifted(NOW, parsed.value, -1), rest)
    if rest := parsed.rest.any_phrase("from now", "hence"):
        return Parse(shifted(NOW, parsed.value, 1), rest)
    return None


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

    def resolve(now: Now) -> TimeSpan:
        back = (now.moment.weekday() - day - 1) % 7 + 1
        return day_at(now.moment, -back - 7 * (count.value - 1))

    return Parse(Meaning(resolve), rest)


def _in_amount(at: Cursor) -> Parse[Meaning] | None:
    """The day that "in two weeks" leads to; "the first time in a year" looks back over it."""
    rest = at.take("in") if at.previous.text not in _COUNTED else None
    parsed = amount(rest) if rest else None
    if parsed is None:
        return None
    return Parse(shifted(NOW, parsed.value, 1), parsed.rest.skip("time"))


def _stretch(at: Cursor) -> Parse[Meaning] | None:
    """A stretch up to now or from now: "the last two weeks", "the next 3 days", "within 9 months"."""
    here = at.skip("the")
    if rest := at.take("within"):
        ahead = rest.skip("the").skip(*NEXT)
        parsed = amount(ahead)
        return parsed and Parse(_from_now(parsed.value), parsed.rest)
    before = here.phrase("this past") or here.take(*LAST, *PAST)
    after = here.take(*NEXT)
    if before or after:
        parsed = amount(before or after or here)
        if parsed is not None and parsed.rest.token.text == "ago":
            parsed = single_amount(before or after or here)
        if parsed is None:
            return None
        return Parse(_rolling(parsed.value, -1 if before else 1), parsed.rest)
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
    return Parse(_rolling(_exactly(count.value, grain), sign), count.rest.step(2))


def _rolling(value: TimeAmount, sign: int) -> Meaning:
    """The amount up to now (sign -1), from its first day on, or the amount from tomorrow on (+1)."""

    def resolve(now: Now) -> TimeSpan:
        if value.grain in _WHOLE and value.count >= 1:
            count = int(value.count)
            first, last = (
                unit_at(now.moment, value.grain, offset)
                for offset in ((1, count) if sign > 0 else (-count, -1))
            )
            return TimeSpan(first.start, last.end, value.grain)
        if value.is_clock:
            other = now.moment + value.delta * sign
            return TimeSpan(min(now.moment, other), max(now.moment, other), value.grain)
        if sign < 0:
            return TimeSpan(floor(now.moment - value.delta, Grain.DAY), now.moment, value.grain)
        start = floor(now.moment, Grain.DAY) + DAY
        return TimeSpan(start, start + value.delta, value.grain)

    return Meaning(resolve)


def _from_now(value: TimeAmount) -> Meaning:
    def resolve(now: Now) -> TimeSpan:
        start = now.moment if value.is_clock else floor(now.moment, Grain.DAY)
        return TimeSpan(start, start + value.delta, value.grain)

    return Meaning(resolve)


def deictic(at: Cursor) -> Parse[Meaning] | None:
    """The longest expression that only the moment of speaking dates."""
    return longest(
        _day(at), _part_of_today(at), unit_from_here(at), _stretch(at), _qualified(at),
        ago(at), _weekdays_ago(at), _in_amount(at), _weeks_beside(at), _weekday_beyond(at),
    )  # fmt: skip


def _weeks_beside(at: Cursor) -> Parse[Meaning] | None:
    """Weeks from a day: "a week on Friday", "Friday week", "three weeks today", "a week last Tuesday"."""
    day = _weekday(at, Recurring.after) or _today_or_tomorrow(at)
    if day is not None and (rest := day.rest.take("week")):
        return Parse(shifted(day.value, _WEEK, 1), rest)
    parsed = amount(at)
    if parsed is None or parsed.value.grain not in (Grain.WEEK, Grain.FORTNIGHT):
        return None
    if back := parsed.rest.take("last"):
        day = _weekday(back.skip("the"), _last)
    elif coming := parsed.rest.take("on", "from"):
        day = _weekday(coming.skip("the"), Recurring.after)
    else:
        day = _today_or_tomorrow(parsed.rest)
    return day and Parse(shifted(day.value, parsed.value, -1 if back else 1), day.rest)


def _weekday(at: Cursor, pick: Pick) -> Parse[Meaning] | None:
    named = weekday(at)
    return named and Parse(_picked(named.value, pick), named.rest)


def _today_or_tomorrow(at: Cursor) -> Parse[Meaning] | None:
    offset = {"today": 0, "tomorrow": 1}.get(at.token.text)
    return None if offset is None else Parse(unit_from_now(Grain.DAY, offset), at.step())


def _weekday_beyond(at: Cursor) -> Parse[Meaning] | None:
    """A day with its direction behind it: "the Tuesday before last", "Sunday gone", "Thursday coming"."""
    named = recurring(at.skip("the").skip("this"))
    if named is None or named.value.per is not Grain.WEEK:
        return None
    for words, pick, weeks in _BEHIND:
        if rest := named.rest.any_phrase(*words):
            day = _picked(named.value, pick)
            return Parse(shifted(day, _WEEK, weeks) if weeks else day, rest)
    return None


def _picked(named: Recurring, pick: Pick) -> Meaning:
    return Meaning(lambda now: pick(named, now.moment))


def _day(at: Cursor) -> Parse[Meaning] | None:
    if rest := at.take("now", "present") or at.any_phrase("right now", "just now"):
        return Parse(NOW, rest)
    if grain := {"eom": Grain.MONTH, "eoy": Grain.YEAR}.get(at.token.text):
        return Parse(unit_from_now(grain), at.step())
    for words, offset in _DAYS.items():
        if rest := at.phrase(words):
            return Parse(unit_from_now(Grain.DAY, offset), rest)
    return None


def unit_from_now(grain: Grain, offset: int = 0) -> Meaning:
    """The unit that the moment of speaking lies in, or the one `offset` units after it."""
    return Meaning(lambda now: unit_at(now.moment, grain, offset))


def _part_of_today(at: Cursor) -> Parse[Meaning] | None:
    word = at.token.text
    if word in ("tonight", "tonite"):
        return Parse(at_clock(unit_from_now(Grain.DAY), Clock(18 * HOUR, 24 * HOUR)), at.step())
    offsets = {"this": 0, "last": -1, "next": 1}
    part = PARTS_OF_DAY.get(at.step().token.text)
    if word not in offsets or part is None:
        return None
    day = unit_from_now(Grain.DAY, offsets[word])
    return Parse(at_clock(day, Clock(part[0] * HOUR, part[1] * HOUR)), at.step(2))


def unit_from_here(at: Cursor) -> Parse[Meaning] | None:
    """A calendar unit from here: "this week", "last month", "next year"; or "the past week"."""
    here = at.skip("the")
    if beyond := _beyond(here):
        return beyond
    word = here.token.text
    offset = next((step for words, step in ((THIS, 0), (LAST, -1), (NEXT, 1)) if word in words), None)
    past = here.phrase("this past") or here.take(*PAST)
    rest = (past or here.step()).skip("whole", "entire", "calendar")
    grain = UNITS.get(rest.token.text)
    if grain in (None, Grain.WEEKEND) or rest.token.text.endswith("s"):
        return None
    if past or (offset == -1 and here is not at and at.previous.text in _ROLLING_CUES):
        return Parse(_rolling(_exactly(1, grain), -1), rest.step())
    if offset is None or grain not in _PERIODS:
        return None
    return Parse(unit_from_now(grain, offset), rest.step())


def _beyond(at: Cursor) -> Parse[Meaning] | None:
    """The unit but one: "the week after next", "the month before last"."""
    grain = UNITS.get(at.token.text)
    after, before = at.step().phrase("after next"), at.step().phrase("before last")
    rest = after or before
    if grain is None or rest is None:
        return None
    return Parse(unit_from_now(grain, 2 if after else -2), rest)


def _qualified(at: Cursor) -> Parse[Meaning] | None:
    """One of what comes round again: "last Tuesday", "this past weekend", "next Christmas"."""
    here = at.skip("the")
    for words, pick in _BEFORE:
        if rest := here.any_phrase(*words):
            named = recurring(rest)
            return named and Parse(_picked(named.value, pick), named.rest)
    return None


def _next(recurring: Recurring, moment: datetime) -> TimeSpan | None:
    """Return next week's occurrence of a weekly time; of any other, the first still to begin."""
    return recurring.in_cycle(moment, 1) if recurring.per is Grain.WEEK else recurring.after(moment)


def _last(recurring: Recurring, moment: datetime) -> TimeSpan | None:
    """A weekday before yesterday (which has a shorter name), last week's weekend, else the latest over."""
    this = recurring.in_cycle(moment)
    if this is not None and this.grain is Grain.WEEKEND:
        return recurring.in_cycle(moment, -1)
    if recurring.per is Grain.WEEK:
        return recurring.before(floor(moment, Grain.DAY) - DAY)
    return recurring.completed(moment)


_BEFORE: tuple[tuple[tuple[str, ...], Pick], ...] = (
    (("this past", *PAST), Recurring.completed),
    (("this coming", "this upcoming", "this next", "coming", "upcoming"), Recurring.after),
    (THIS, Recurring.in_cycle),
    (LAST, _last),
    (NEXT, _next),
)
"""The occurrence that the words before a name pick."""
_BEHIND: tuple[tuple[tuple[str, ...], Pick, int], ...] = (
    (("after next",), _next, 1),
    (("before last",), Recurring.latest, -1),
    (("just gone", "gone", "just past"), Recurring.latest, 0),
    (("coming",), Recurring.after, 0),
)
"""The occurrence that the words behind a weekday pick, and how many weeks further."""
