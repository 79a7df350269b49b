"""Times of day and parts of a day: "5pm", "17:30", "from 2 to 4pm", "in the early evening"."""

from dataclasses import dataclass
from datetime import timedelta

from daybook.text.english.timex.amounts import PARTS_OF_DAY
from daybook.text.english.timex.cursor import Cursor, Parse, cardinal
from daybook.text.english.timex.meaning import MINUTE, Meaning
from daybook.text.english.timex.spans import DAY, Grain, TimeSpan, floor

HOUR = timedelta(hours=1)
JOINTS = ("to", "-", "–", "—", "~", "until", "till", "and", "through")
NAMED = {"noon": 12 * HOUR, "midday": 12 * HOUR, "midnight": 24 * HOUR}
_CLEAR = frozenset({"am", "pm", "m", ":", "o'clock", "oclock", *NAMED, *PARTS_OF_DAY})
"""Words that make a number a time of day."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A stretch of a day, from midnight; it may run into the next day."""

    start: timedelta
    end: timedelta
    grain: Grain = Grain.HOUR


@dataclass(frozen=True, slots=True)
class _Time:
    offset: timedelta
    half: str
    """"am", "pm", or "" where the words do not say."""
    bare: bool
    """A lone number, which is a time only beside a date."""


def clock(at: Cursor) -> Parse[Clock] | None:
    """A time or part of a day, said in a way that nothing else is."""
    parsed = clock_beside_date(at)
    said = {token.text for token in at.tokens[at.at : parsed.rest.at]} if parsed else set()
    return parsed if said & _CLEAR else None


def at_clock(day: Meaning, clock: Clock) -> Meaning:
    """That time of a day; of anything longer than a day it says nothing, and that stays as it is."""

    def timed(span: TimeSpan) -> TimeSpan:
        if span.start is None or span.end is None or span.end - span.start > DAY:
            return span
        start = floor(span.start, Grain.DAY)
        return TimeSpan(start + clock.start, start + clock.end, clock.grain)

    return day.mapped(timed)


def clock_beside_date(at: Cursor) -> Parse[Clock] | None:
    """As `clock`, for a place beside a date: "at 5" and "from 5 to 7" are times there."""
    here = at.skip(",").skip("at", "around", "about", "by", "for", "circa")
    here = here.phrase("in the") or here.phrase("during the") or here.phrase("on the") or here.skip("the")
    return _range(here) or _part(here) or _single(here)


def _part(at: Cursor) -> Parse[Clock] | None:
    early, late = at.take("early"), at.take("late")
    rest = (early or late or at).skip("in").skip("the").skip("-")
    hours = PARTS_OF_DAY.get(rest.token.text)
    if hours is None:
        return None
    start, end = hours[0] * HOUR, hours[1] * HOUR
    middle = (start + end) / 2
    return Parse(Clock(middle if late else start, middle if early else end), rest.step())


def _single(at: Cursor) -> Parse[Clock] | None:
    parsed = _time(at)
    if parsed is None or (parsed.value.bare and at.previous.text not in ("at", "around", "about", "by")):
        return None
    offset = parsed.value.offset
    return Parse(Clock(offset, offset + MINUTE, Grain.MINUTE), parsed.rest)


def _range(at: Cursor) -> Parse[Clock] | None:
    first = _time(at.skip("from", "between"))
    joint = first and first.rest.take(*JOINTS)
    last = joint and _time(joint)
    if not first or not last:
        return None
    start, end = first.value.offset, last.value.offset
    if last.value.half == "pm" and not first.value.half and start + 12 * HOUR < end:
        start += 12 * HOUR
    while end <= start:
        end += 12 * HOUR
    return Parse(Clock(start, end), last.rest)


def _time(at: Cursor) -> Parse[_Time] | None:
    if at.token.text in NAMED:
        return Parse(_Time(NAMED[at.token.text], "", False), at.step())
    hours = cardinal(at)
    if hours is None or hours.value > 24:
        return None
    minutes, rest = _sexagesimal(hours.rest, MINUTE)
    has_minutes = rest is not hours.rest
    seconds, rest = _sexagesimal(rest, timedelta(seconds=1))
    half, rest = _half(rest)
    oclock = rest.take("o'clock", "oclock")
    offset = hours.value * HOUR + minutes + seconds
    if half == "pm" and hours.value < 12:
        offset += 12 * HOUR
    if half == "am" and hours.value == 12:
        offset -= 12 * HOUR
    return Parse(_Time(min(offset, DAY), half, not (has_minutes or half or oclock)), oclock or rest)


def _sexagesimal(at: Cursor, unit: timedelta) -> tuple[timedelta, Cursor]:
    """The two digits behind a colon, in `unit`s; nothing, and the same cursor, where there are none."""
    rest = at.take(":")
    if rest is None or not (rest.token.is_number and rest.token.glued and len(rest.token.text) == 2):
        return timedelta(0), at
    return int(rest.token.text) * unit, rest.step()


def _half(at: Cursor) -> tuple[str, Cursor]:
    for letter in ("a", "p"):
        rest = at.any_phrase(f"{letter}m", f"{letter} . m .", f"{letter} . m")
        if rest is None and at.token.text == letter and at.token.glued:
            rest = at.step()
        if rest is not None:
            return f"{letter}m", rest
    return "", at
