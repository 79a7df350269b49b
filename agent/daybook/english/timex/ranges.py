"""Rules for stretches between expressions: from X to Y, between, since, until, before, after."""

from __future__ import annotations

from daybook.english.timex.amounts import amount
from daybook.english.timex.calendar import bare_day, month_day
from daybook.english.timex.clock import clock
from daybook.english.timex.deictic import whole_day
from daybook.english.timex.expression import anchor, edge_day
from daybook.english.timex.meaning import Meaning, after, before, hull, lasting, since, until, whichever
from daybook.english.timex.parts import edge
from daybook.english.timex.tokens import Cursor, Parse, longest

JOINTS = ("to", "until", "till", "through", "thru", "-", "–", "—", "~")
BEFORE = ("before", "prior to", "earlier than")
AFTER = ("after", "later than")
UNTIL = ("until", "till", "up to", "up until", "by", "through")
SINCE = ("ever since", "since", "starting from", "starting", "beginning")
AND_LATER = ("and after", "or after", "and later", "or later", "onwards", "onward", "and beyond")
STARTING = ("starting from", "starting", "beginning", "from")
STARTING = ("starting from", "starting", "beginning", "from")
AND_EARLIER = ("and before", "or before", "and earlier", "or earlier")


def expression(at: Cursor) -> Parse[Meaning] | None:
    """The longest time expression that begins here: a day, a period or a range."""
    plain = anchor(at)
    point = longest(edge_day(at), plain)
    return longest(_from_to(at, point), _open(at), _lasting(at), _trailing(at, point), plain)


def _point(at: Cursor) -> Parse[Meaning] | None:
    return longest(edge_day(at), anchor(at))


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
    last = anchor(joint) if joint and dated else None
    return Parse(hull(whichever(day.value), last.value), last.rest) if day and last else None


def _day_behind(start: Cursor, joint: Cursor) -> Parse[Meaning] | None:
    """A lone day number behind a date: "November 19-20", "from April the ninth till the seventeenth"."""
    if month_day(start) is None:
        return None
    day = bare_day(joint)
    return day and Parse(whichever(day.value), day.rest)


def _to_date(at: Cursor) -> Parse[Meaning] | None:
    rest = at.take("date")
    return Parse(whole_day(0), rest) if rest else None


def _is_over(at: Cursor) -> bool:
    """Whether nothing follows that "and after" could belong to instead."""
    return not at.token.is_word and not at.token.is_number


def _open(at: Cursor) -> Parse[Meaning] | None:
    """Ranges that are open on one side: "since May", "before the end of June"."""
    for words, change in ((SINCE, since), (UNTIL, until), (BEFORE, before), (AFTER, after)):
        rest = at.any_phrase(*words)
        if rest is not None and clock(rest) is None:
            inner = longest(_point(rest.skip("on")), _to_date(rest) if change is until else None)
            change = until if change is before and _ends(rest) else change
            return Parse(change(inner.value), inner.rest) if inner else None
    return None


def _ends(at: Cursor) -> bool:
    """Whether an end follows: what is before the end of June may be in it."""
    parsed = edge(at)
    return parsed is not None and parsed.value < 0


def _lasting(at: Cursor) -> Parse[Meaning] | None:
    """A length and its beginning: "for three days from Monday"."""
    start = at.take("for")
    parsed = amount(start) if start else None
    joint = parsed.rest.skip(",").any_phrase(*STARTING) if parsed else None
    inner = _point(joint.skip("on")) if joint else None
    return Parse(lasting(inner.value, parsed.value), inner.rest) if parsed and inner else None


def _trailing(at: Cursor, point: Parse[Meaning] | None) -> Parse[Meaning] | None:
    """The direction behind the anchor: "from 2018 on", "May 3 or later"."""
    inner = _point(at.step()) if at.token.text == "from" else point
    if inner is None:
        return None
    if (rest := inner.rest.any_phrase(*AND_LATER)) and _is_over(rest):
        return Parse(since(inner.value), rest)
    if at.token.text == "from" and (rest := inner.rest.any_phrase("on", "forward")):
        return Parse(since(inner.value), rest)
    rest = inner.rest.any_phrase(*AND_EARLIER)
    return Parse(until(inner.value), rest) if rest and _is_over(rest) else None
