"""Rules for what only the moment of speaking dates: "yesterday", "last month", "two weeks ago"."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from daybook.language.english.timex.amounts import (
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
from daybook.language.english.timex.clock import HOUR, Clock, at_clock
from daybook.language.english.timex.cursor import Cursor, Parse, cardinal, longest
from daybook.language.english.timex.dates import recurring, weekday
from daybook.language.english.timex.meaning import Meaning, Now, now_meaning, shifted
from daybook.language.english.timex.spans import (
    DAY,
    Grain,
    Recurring,
    TimeSpan,
    day_at,
    floor,
    length,
    unit_at,
)
from daybook.language.english.word_tables import WEEKDAYS

_WHOLE = (Grain.QUARTER, Grain.DECADE, Grain.CENTURY)
"""Units counted whole ("the next two quarters"); the others roll from the day of speaking."""
_NO_SLACK = timedelta(0)
_DAYS = {
    "today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "day before yesterday": -2,
    "the day after tomorrow": 2, "day after tomorrow": 2, "eod": 0, "end of day": 0, "current date": 0,
}  # fmt: skip
_ROLLING_CUES = ("in", "over", "during", "within", "for", "throughout")
_PERIODS = (Grain.WEEK, Grain.FORTNIGHT, Grain.MONTH, Grain.QUARTER, Grain.YEAR, Grain.DECADE, Grain.CENTURY)
Pick: TypeAlias = Callable[[Recurring, datetime], TimeSpan | None]


def ago(at: Cursor) -> Parse[Meaning] | None:
    """A day so far back or ahead: "two weeks ago", "3 weeks from now"; of weekends the whole one."""
    parsed = amount(at.skip("about", "around", "roughly"))
    if parsed is None:
        return None
    if rest := parsed.rest.any_phrase("ago today", "ago", "back"):
        if parsed.value.grain is Grain.WEEKEND:
            return Parse(unit_from_now(Grain.WEEKEND, -int(parsed.value.count)), rest)
        return Parse(shifted(now_meaning(), parsed.value, -1), rest)
    if rest := parsed.rest.any_phrase("from now", "hence"):
        return Parse(shifted(now_meaning(), parsed.value, 1), rest)
    return None


def weekdays_ago(at: Cursor) -> Parse[Meaning] | None:
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


def in_amount(at: Cursor) -> Parse[Meaning] | None:
    """The day that "in two weeks" leads to."""
    rest = at.take("in")
    parsed = amount(rest) if rest else None
    if parsed is None:
        return None
    return Parse(shifted(now_meaning(), parsed.value, 1), parsed.rest.skip("time"))


def stretch(at: Cursor) -> Parse[Meaning] | None:
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
        return Parse(rolling(parsed.value, -1 if before else 1), parsed.rest)
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
    value = TimeAmount(length(grain, count.value), grain, count.value, _NO_SLACK)
    return Parse(rolling(value, sign), count.rest.step(2))


def rolling(value: TimeAmount, sign: int) -> Meaning:
    """The amount up to now (sign -1), from its first day on, or the amount from tomorrow on (+1)."""

    def resolve(now: Now) -> TimeSpan:
        if value.grain in _WHOLE and value.count >= 1:
            return _whole(value, sign, now)
        if value.is_clock:
            other = now.moment + value.delta * sign
            return TimeSpan(min(now.moment, other), max(now.moment, other), value.grain)
        if sign < 0:
            return TimeSpan(floor(now.moment - value.delta, Grain.DAY), now.moment, value.grain)
        start = day_at(now.moment, 1).start
        return TimeSpan(start, start + value.delta if start else None, value.grain)

    return Meaning(resolve)


def _whole(value: TimeAmount, sign: int, now: Now) -> TimeSpan:
    count = int(value.count)
    first = unit_at(now.moment, value.grain, 1 if sign > 0 else -count)
    last = unit_at(now.moment, value.grain, count if sign > 0 else -1)
    return TimeSpan(first.start, last.end, value.grain)


def _from_now(value: TimeAmount) -> Meaning:
    def resolve(now: Now) -> TimeSpan:
        start = now.moment if value.is_clock else floor(now.moment, Grain.DAY)
        return TimeSpan(start, start + value.delta, value.grain)

    return Meaning(resolve)


def deictic(at: Cursor) -> Parse[Meaning] | None:
    """The longest expression that only the moment of speaking dates."""
    return longest(
        _day(at), _part_of_today(at), unit_from_here(at), stretch(at), _qualified(at),
        ago(at), weekdays_ago(at), in_amount(at), _end_mark(at), _weeks_beside(at), _day_week(at),
        _weekday_beyond(at), _weekday_gone(at),
    )  # fmt: skip


def _weeks_beside(at: Cursor) -> Parse[Meaning] | None:
    """So many weeks from a day: "a week on Friday", "three weeks today", "a week last Tuesday"."""
    parsed = amount(at)
    if parsed is None or parsed.value.grain not in (Grain.WEEK, Grain.FORTNIGHT):
        return None
    back = parsed.rest.take("last")
    coming = parsed.rest.take("on", "from")
    if back or coming:
        named = weekday((back or coming or parsed.rest).skip("the"))
        if named is None:
            return None
        recurs, pick = named.value, _last if back else Recurring.after
        day = Meaning(lambda now: pick(recurs, now.moment))
        return Parse(shifted(day, parsed.value, -1 if back else 1), named.rest)
    for word, offset in (("today", 0), ("tomorrow", 1)):
        if rest := parsed.rest.take(word):
            return Parse(shifted(unit_from_now(Grain.DAY, offset), parsed.value, 1), rest)
    return None


def _day_week(at: Cursor) -> Parse[Meaning] | None:
    """A week behind a day to come: "Friday week", "tomorrow week"."""
    offset = {"today": 0, "tomorrow": 1}.get(at.token.text)
    named = weekday(at)
    rest = at.step().take("week")
    if rest is None or (offset is None and named is None):
        return None
    week = TimeAmount(length(Grain.WEEK), Grain.WEEK, 1, _NO_SLACK)
    day = unit_from_now(Grain.DAY, offset or 0)
    if named is not None:
        recurs = named.value
        day = Meaning(lambda now: recurs.after(now.moment))
    return Parse(shifted(day, week, 1), rest)


def _weekday_beyond(at: Cursor) -> Parse[Meaning] | None:
    """The weekday but one: "the Tuesday before last", "the Monday after next"."""
    named = weekday(at.skip("the"))
    if named is None:
        return None
    after, before = named.rest.phrase("after next"), named.rest.phrase("before last")
    rest = after or before
    if rest is None:
        return None
    recurs, pick, sign = named.value, _next if after else Recurring.latest, 1 if after else -1
    week = TimeAmount(length(Grain.WEEK), Grain.WEEK, 1, _NO_SLACK)
    return Parse(shifted(Meaning(lambda now: pick(recurs, now.moment)), week, sign), rest)


def _weekday_gone(at: Cursor) -> Parse[Meaning] | None:
    """A day with its direction behind it: "Tuesday gone", "this Sunday just gone", "Thursday coming"."""
    named = recurring(at.skip("the").skip("this"))
    if named is None or named.value.per is not Grain.WEEK:
        return None
    recurs = named.value
    if rest := named.rest.any_phrase("just gone", "gone", "just past"):
        return Parse(Meaning(lambda now: recurs.latest(now.moment)), rest)
    if rest := named.rest.take("coming"):
        return Parse(Meaning(lambda now: recurs.after(now.moment)), rest)
    return None


def _day(at: Cursor) -> Parse[Meaning] | None:
    if at.token.text in ("now", "present"):
        return Parse(now_meaning(), at.step())
    if rest := at.any_phrase("right now", "just now"):
        return Parse(now_meaning(), rest)
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
    offset = _offset(here)
    past = here.phrase("this past") or here.take(*PAST)
    rest = (past or here.step()).skip("whole", "entire", "calendar")
    grain = UNITS.get(rest.token.text)
    if grain in (None, Grain.WEEKEND) or rest.token.text.endswith("s"):
        return None
    if past or (offset == -1 and here is not at and at.previous.text in _ROLLING_CUES):
        return Parse(rolling(TimeAmount(length(grain), grain, 1, _NO_SLACK), -1), rest.step())
    return (
        None if offset is None or grain not in _PERIODS else Parse(unit_from_now(grain, offset), rest.step())
    )


def _beyond(at: Cursor) -> Parse[Meaning] | None:
    """The unit but one: "the week after next", "the month before last"."""
    grain = UNITS.get(at.token.text)
    after, before = at.step().phrase("after next"), at.step().phrase("before last")
    rest = after or before
    if grain is None or rest is None:
        return None
    return Parse(unit_from_now(grain, 2 if after else -2), rest)


def _offset(at: Cursor) -> int | None:
    word = at.token.text
    return next((step for words, step in ((THIS, 0), (LAST, -1), (NEXT, 1)) if word in words), None)


def _qualified(at: Cursor) -> Parse[Meaning] | None:
    """One of what comes round again: "last Tuesday", "this past weekend", "next Christmas"."""
    picked = _pick(at.skip("the"))
    parsed = recurring(picked.rest) if picked else None
    if picked is None or parsed is None:
        return None
    pick, named = picked.value, parsed.value
    return Parse(Meaning(lambda now: pick(named, now.moment)), parsed.rest)


def _pick(at: Cursor) -> Parse[Pick] | None:
    """What the words before a name pick of what recurs."""
    if rest := at.phrase("this past") or at.take(*PAST):
        return Parse(Recurring.completed, rest)
    if rest := at.any_phrase("this coming", "this upcoming", "this next", "coming", "upcoming"):
        return Parse(Recurring.after, rest)
    picks: tuple[tuple[tuple[str, ...], Pick], ...] = (
        (THIS, Recurring.in_cycle),
        (LAST, _last),
        (NEXT, _next),
    )
    return next((Parse(pick, rest) for words, pick in picks if (rest := at.take(*words))), None)


def _next(recurring: Recurring, moment: datetime) -> TimeSpan | None:
    """Of what recurs weekly that of the week after this; else the first still to begin."""
    return recurring.in_cycle(moment, 1) if recurring.per is Grain.WEEK else recurring.after(moment)


def _last(recurring: Recurring, moment: datetime) -> TimeSpan | None:
    """A weekday before yesterday (which has a shorter name), last week's weekend, else the latest over."""
    this = recurring.in_cycle(moment)
    if this is not None and this.grain is Grain.WEEKEND:
        return recurring.in_cycle(moment, -1)
    if recurring.per is Grain.WEEK:
        return recurring.before(floor(moment, Grain.DAY) - DAY)
    return recurring.completed(moment)


def _end_mark(at: Cursor) -> Parse[Meaning] | None:
    grain = {"eom": Grain.MONTH, "eoy": Grain.YEAR}.get(at.token.text)
    return Parse(unit_from_now(grain), at.step()) if grain else None
