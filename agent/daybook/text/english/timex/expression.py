"""The rules joined: what is placed in a period, counted in it, part of it or beside it, and ranges."""

from collections.abc import Callable
from functools import partial

from daybook.text.english.timex.amounts import CLOCK_GRAINS, UNITS, amount
from daybook.text.english.timex.clock import at_clock, clock, clock_beside_date
from daybook.text.english.timex.cursor import Cursor, Parse, longest, ordinal, short_year
from daybook.text.english.timex.dates import (
    bare_day,
    month_day,
    numeric_date,
    recurring,
    slashed_day,
    weekday,
    whole_century,
    whole_decade,
    whole_year,
    yearly,
)
from daybook.text.english.timex.meaning import (
    Meaning,
    after,
    before,
    beside,
    edge_of,
    fixed,
    hull,
    nth,
    part_of,
    several_in,
    shifted,
    since,
    snapped,
    so_far,
    still_ahead,
    unit_around,
    until,
    whichever,
)
from daybook.text.english.timex.relative import ago, deictic, unit_from_here, unit_from_now
from daybook.text.english.timex.spans import (
    WEEKENDS,
    Grain,
    Recurring,
    TimeSpan,
    every_weekday,
    midnight,
    unit_at,
    units_in,
)
from daybook.text.english.word_tables import MONTHS, WEEKDAYS

EARLY = ("early in the", "early in", "early on in", "early", "first half of", "first part of")
MIDDLE = ("mid -", "mid", "middle of")
LATE = ("late in the", "late in", "late", "second half of", "latter half of", "last half of")
STARTS = ("start of", "beginning of", "first part of")
ENDS = ("end of", "close of")
DEEPEST = 3
"""How far expressions may nest: "the end of the first week of next month" is three deep."""
JOINTS = ("to", "until", "till", "through", "thru", "-", "–", "—", "~")
BEFORE = ("before", "prior to", "earlier than")
AFTER = ("after", "later than")
UNTIL = ("until", "till", "up to", "up until", "by", "through", "no later than", "not later than")
SINCE = ("ever since", "since", "starting from", "starting", "beginning")
AND_LATER = ("and after", "or after", "and later", "or later", "onwards", "onward", "and beyond")
STARTING = ("starting from", "starting", "beginning", "from")
AND_EARLIER = ("and before", "or before", "and earlier", "or earlier")


def _mapped(
    inner: Parse[Meaning] | None, change: Callable[[TimeSpan], TimeSpan | None]
) -> Parse[Meaning] | None:
    return inner and Parse(inner.value.mapped(change), inner.rest)


def _within(enclosing: Parse[Meaning] | None, recurring: Recurring) -> Parse[Meaning] | None:
    return _mapped(enclosing, lambda period: nth(recurring.inside(period), 1))


def _edge(at: Cursor) -> Parse[int] | None:
    """The words for an edge of a period: 1 for its first day, -1 for its last."""
    here = at.skip("the").skip("very")
    if rest := here.any_phrase(*STARTS):
        return Parse(1, rest)
    rest = here.any_phrase(*ENDS)
    return Parse(-1, rest) if rest else None


def _anchor(at: Cursor, depth: int = 0) -> Parse[Meaning] | None:
    """The longest expression for one day or period, with a time of day before or behind it."""
    if depth > DEEPEST:
        return None
    parsed = _undated_clock(at, depth) or _day_or_period(at, depth)
    if parsed is None:
        return None
    time = clock_beside_date(parsed.rest)
    return Parse(at_clock(parsed.value, time.value), time.rest) if time else parsed


def _day_or_period(at: Cursor, depth: int) -> Parse[Meaning] | None:
    return longest(
        numeric_date(at), _placed(at), _unit_first(at), deictic(at), _counted_in(at, depth),
        _modified(at, depth), _around_or_beside(at, depth), _offset(at, depth), _weekday_of_offset(at, depth),
        whole_decade(at), whole_century(at), whole_year(at),
    )  # fmt: skip


def _undated_clock(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """The time before the day: "5pm tomorrow", "the morning of May 3"."""
    time = clock(at)
    if time is None:
        return None
    day = _anchor(time.rest.skip(",").skip("on", "of", "in"), depth + 1)
    return day and Parse(at_clock(day.value, time.value), day.rest)


def _placed(at: Cursor) -> Parse[Meaning] | None:
    """Read a recurring time, alone or in its year, month or week: "May 3, 2019", "Tuesday of next week"."""
    parsed = recurring(at) or slashed_day(at)
    if parsed is None:
        return None
    behind = parsed.rest.skip("of", "in", ",", "-", "/", "for")
    enclosing = _enclosing(parsed.value.per, behind)
    if enclosing is None and parsed.value.per is Grain.YEAR and parsed.rest.token.text in ("of", "'", "’"):
        short = short_year(behind)
        enclosing = short and Parse(fixed(unit_at(midnight(short.value), Grain.YEAR)), short.rest)
    if enclosing is None:
        return Parse(whichever(parsed.value), parsed.rest)
    return _within(enclosing, parsed.value)


def _enclosing(per: Grain, at: Cursor) -> Parse[Meaning] | None:
    if per is Grain.YEAR and (parsed := whole_year(at)):
        return parsed
    unit = unit_from_here(at)
    return unit if unit is not None and UNITS.get(unit.rest.previous.text) is per else None


def _unit_first(at: Cursor) -> Parse[Meaning] | None:
    """The period before what lies in it: "next week Wednesday", "last year's Christmas"."""
    if (named := whole_year(at)) and (parsed := yearly(named.rest)):
        return _within(Parse(named.value, parsed.rest), parsed.value)
    unit = unit_from_here(at)
    parsed = recurring(unit.rest.skip(",").skip("on", "in").skip("the")) if unit else None
    if unit is None or parsed is None or UNITS.get(unit.rest.previous.text) is not parsed.value.per:
        return None
    return _within(Parse(unit.value, parsed.rest), parsed.value)


def _counted_in(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """The n-th in a period: "the first Monday of next month", "the last day of March"."""
    here = at.skip("the").skip("very")
    which = Parse(-1, here.step()) if here.token.text == "last" else ordinal(here)
    if which is None:
        return None
    if (several := amount(which.rest)) and which.value in (1, -1):  # "the first two weeks of 2021"
        joint = several.rest.take("of", "in")
        enclosing = _period(joint, depth + 1) if joint else None
        return _mapped(enclosing, partial(several_in, amount=several.value, which=which.value))
    grain, day = UNITS.get(which.rest.token.text), weekday(which.rest)
    if grain is None and day is None:
        return None
    rest = which.rest.skip("full", "whole").step()
    time = clock_beside_date(rest)
    joint = (time.rest if time else rest).take("of", "in")
    enclosing = _period(joint, depth + 1) if joint else None

    def counted(period: TimeSpan) -> TimeSpan | None:
        return nth(day.value.inside(period) if day else units_in(period, grain or Grain.DAY), which.value)

    inner = _mapped(enclosing, counted)
    return Parse(at_clock(inner.value, time.value), inner.rest) if inner and time else inner


def _period(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """An anchor, or "the month" and the like, which is this one where something is said to be part of it."""
    word = at.step().token.text
    grain = UNITS.get(word) if at.token.text == "the" and not word.endswith("s") else None
    this = Parse(unit_from_now(grain), at.step(2)) if grain else None
    return longest(_day_or_period(at, depth) if depth <= DEEPEST else None, this)


def _modified(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """A part of a period: "mid-May", "early 2022", "the end of the year", "later this week"."""
    if rest := at.take("earlier", "later"):
        unit = unit_from_here(rest.skip("in"))
        change = so_far if at.token.text == "earlier" else still_ahead
        return unit and Parse(change(unit.value), unit.rest)
    here = at.skip("the")
    if rest := here.any_phrase("rest of", "remainder of", "remaining of"):
        left = _period(rest, depth + 1)
        return left and Parse(still_ahead(left.value), left.rest)
    for part, words in (("early", EARLY + STARTS), ("middle", MIDDLE), ("late", LATE + ENDS)):
        if rest := here.any_phrase(*words):
            return _mapped(_period(rest.skip("-"), depth + 1), partial(part_of, part=part))
    return None


def _edge_day(at: Cursor, depth: int = 0) -> Parse[Meaning] | None:
    """The first or last day of a period, where a range is drawn from it or to it."""
    which = _edge(at)
    return which and _mapped(_period(which.rest, depth + 1), partial(edge_of, which=which.value))


def _around_or_beside(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """A unit and where it lies: "the week of the 18th", "the weekend before Christmas"."""
    here = at.skip("the")
    here = here.step() if here.token.text == "last" and here.step(2).token.text == "before" else here
    grain, day = UNITS.get(here.token.text), WEEKDAYS.get(here.token.text)
    if (grain is None and day is None) or here.token.text.endswith("s") or grain in CLOCK_GRAINS:
        return None
    joint = here.step()
    around = joint.take("of", "commencing", "starting", "beginning")
    sign = -1 if joint.any_phrase("before", "prior to") else 1 if joint.take("after", "following") else 0
    rest = around or joint.phrase("prior to") or (joint.step() if sign else None)
    inner = _anchor(rest.skip("on"), depth + 1) if rest else None
    if around:
        return None if grain is None else _mapped(inner, partial(unit_around, grain=grain))
    unit = grain if day is None else every_weekday(day)
    unit = WEEKENDS if unit is None or unit is Grain.WEEKEND else unit
    return _mapped(inner, partial(beside, sign=sign, unit=unit))


def _offset(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """An amount from an anchor: "two weeks before May 13", "4 months from tomorrow"."""
    parsed = amount(at)
    if parsed is None:
        return None
    back = parsed.rest.any_phrase("before", "prior to")
    rest = back or parsed.rest.take("after", "from", "following")
    inner = _anchor(rest, depth + 1) if rest else None
    return inner and Parse(shifted(inner.value, parsed.value, -1 if back else 1), inner.rest)


def _weekday_of_offset(at: Cursor, depth: int) -> Parse[Meaning] | None:
    """A weekday and how long ago, in either order: "the Thursday two months ago", "a week ago on Friday"."""
    here = at.skip("the")
    day = WEEKDAYS.get(here.token.text)
    start = at if day is None else here.step().skip(",")
    back = longest(ago(start), _offset(start, depth))
    if back is None or day is not None:
        return back and Parse(snapped(day or 0, back.value), back.rest)
    behind = back.rest.skip("on").skip("last")
    day = WEEKDAYS.get(behind.token.text)
    return None if day is None else Parse(snapped(day, back.value), behind.step())


def expression(at: Cursor) -> Parse[Meaning] | None:
    """The longest time expression that begins here: a day, a period or a range."""
    plain = _anchor(at)
    point = longest(_edge_day(at), plain)
    return longest(_from_to(at, point), _two_days(at), _open(at), _lasting(at), _trailing(at, point), plain)


def _point(at: Cursor) -> Parse[Meaning] | None:
    return longest(_edge_day(at), _anchor(at))


def _from_to(at: Cursor, point: Parse[Meaning] | None) -> Parse[Meaning] | None:
    opening = at.take("from", "between", "since")
    start = opening or at
    joints = ("and", "-", "–", "—", "~") if at.token.text == "between" else JOINTS
    first = _point(start) if opening else point
    if first is not None and (joint := first.rest.skip(",").take(*joints)):
        last = longest(_point(joint), _day_behind(start, joint), _to_date(joint))
        if last is not None:
            return Parse(hull(first.value, last.value), last.rest)
    day = bare_day(start)
    joint = day.rest.take(*joints) if day else None
    dated = month_day(joint) if joint else None
    last = _anchor(joint) if joint and dated else None
    return Parse(hull(whichever(day.value), last.value), last.rest) if day and last else None


def _two_days(at: Cursor) -> Parse[Meaning] | None:
    """A day and the next one, of one month: "the 17th and 18th of April", "June 17th and 18th"."""
    here = at.skip("the")
    month_first = here.token.text in MONTHS
    first = ordinal(here.step() if month_first else here)
    joint = first.rest.take("and", "&") if first else None
    second = ordinal(joint.skip("the")) if joint else None
    if first is None or joint is None or second is None or second.value != first.value + 1:
        return None
    start, last = (_anchor(here), bare_day(joint)) if month_first else (_anchor(joint), bare_day(here))
    if start is None or last is None or (month_day(here if month_first else joint)) is None:
        return None
    if month_first:
        return Parse(hull(start.value, whichever(last.value)), last.rest)
    return Parse(hull(whichever(last.value), start.value), start.rest)


def _day_behind(start: Cursor, joint: Cursor) -> Parse[Meaning] | None:
    """A lone day number behind a date: "November 19-20", "from April the ninth till the seventeenth"."""
    if month_day(start) is None:
        return None
    day = bare_day(joint)
    return day and Parse(whichever(day.value), day.rest)


def _to_date(at: Cursor) -> Parse[Meaning] | None:
    rest = at.take("date")
    return Parse(unit_from_now(Grain.DAY), rest) if rest else None


def _is_over(at: Cursor) -> bool:
    """True if nothing follows that "and after" could belong to instead."""
    return not at.token.is_word and not at.token.is_number


def _open(at: Cursor) -> Parse[Meaning] | None:
    """Ranges that are open on one side: "since May", "before the end of June"."""
    for words, change in ((SINCE, since), (UNTIL, until), (BEFORE, before), (AFTER, after)):
        rest = at.any_phrase(*words)
        if rest is not None and clock(rest) is None:
            inner = longest(_point(rest.skip("on")), _to_date(rest) if change is until else None)
            edge = _edge(rest) if change is before else None
            change = until if edge and edge.value < 0 else change  # before the end of June may be in June
            return _mapped(inner, change)
    return None


def _lasting(at: Cursor) -> Parse[Meaning] | None:
    """A length and its beginning: "for three days from Monday"."""
    start = at.take("for")
    parsed = amount(start) if start else None
    joint = parsed.rest.skip(",").any_phrase(*STARTING) if parsed else None
    if parsed is None or joint is None:
        return None
    delta, grain = parsed.value.delta, parsed.value.grain
    return _mapped(
        _point(joint.skip("on")),
        lambda span: TimeSpan(span.start, span.start + delta, grain) if span.start else None,
    )


def _trailing(at: Cursor, point: Parse[Meaning] | None) -> Parse[Meaning] | None:
    """The direction behind the anchor: "from 2018 on", "May 3 or later"."""
    inner = _point(at.step()) if at.token.text == "from" else point
    if inner is None:
        return None
    if (rest := inner.rest.any_phrase(*AND_LATER)) and _is_over(rest):
        return Parse(inner.value.mapped(since), rest)
    if at.token.text == "from" and (rest := inner.rest.any_phrase("on", "forward")):
        return Parse(inner.value.mapped(since), rest)
    rest = inner.rest.any_phrase(*AND_EARLIER)
    return Parse(inner.value.mapped(until), rest) if rest and _is_over(rest) else None
