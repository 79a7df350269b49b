"""The period that a question asks about, and the events whose time it asks.

The period is the range of dates worth searching, by three decisions:

- Questions look back. "On Friday" and "in March" are the latest ones, and a period that lies wholly
  ahead gives no range: nothing was said in it yet.
- Vague counts are wide. "Two weeks ago" is right to half a week, "two months ago" to half a month;
  "five days ago" is that day.
- Longer periods are told afterwards. What happened in March is spoken of in March or soon after, so a
  past period of more than a day is followed by as much time again, but not by more than there was.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from daybook.conversation import TimeRange
from daybook.text.english.timex import Grain, Lean, TimeMention, find_times

DAY = timedelta(days=1)
Bounds = tuple[datetime | None, datetime | None]

_QUOTED = re.compile(r"(?<!\w)(?:'[^']+'(?!\w)|\"[^\"]+\"|“[^”]+”|‘[^’]+’(?!\w))")
_STOPS = """a an the i you he she it we they my your and or but in on at of by since until before after
during for to with did do was were is are that when where last this next what who how which"""
_ATTRIBUTIVE = re.compile(rf"\s+(?!(?:{'|'.join(_STOPS.split())})\b)[^\W\d_]", re.IGNORECASE)
"""A noun that a day stands before: "the Monday choir"."""
_UNIT = (
    r"(?:how (?:many (?P<unit>day|week|month|year)s?|long|much time)"
    r"|(?:what|which) (?:was|is) the (?:time|number of (?P<unit2>day|week|month|year)s))\b"
)
_BETWEEN = re.compile(rf"{_UNIT}.*?\bbetween (?P<both>.+)", re.IGNORECASE)
_FILLERS = (
    r"(?: (?:had|have|has|did|does|do|was|were|is|are|passed|pass|it|take|took|been|elapsed|later|went by))*"
)
_AFTER = re.compile(
    rf"{_UNIT}{_FILLERS} (?P<one>(?!older|younger).*?)"
    r",? (?:after|before|since|when|until|till|from) (?P<two>.+)",
    re.IGNORECASE,
)
_AGO = re.compile(
    rf"{_UNIT}(?: (?:have|has|had|passed|elapsed|gone by|been|is it|it|it's))* (?:ago|since)\b,? (?P<one>.+)",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\b(?:which|what|who|whom)\b.*?\b(?P<order>first|earlier|earliest|sooner|before|last|later|latest"
    r"|most recently|more recently|most recent|more recent)\b[^,:;]*[,:;-]\s*(?P<both>.+? or .+)",
    re.IGNORECASE,
)
_AND = re.compile(
    r",? and (?=(?:the (?:day|date|time|moment|week|month)|when|my|the|i|our|me|start|finish|buying|getting"
    r"|receiving|going)\b)",
    re.IGNORECASE,
)
_LATER = ("last", "later", "latest", "most recent", "more recent")
_LEAD = re.compile(
    r"^(?:(?:the (?:day|date|time|moment|week|month)(?: that| when| on which| of)?|when|that|did|do|have"
    r"|it|it's been|been|i|me|for me to)\s+)+",
    re.IGNORECASE,
)


class TimeRelation(StrEnum):
    """What a question asks of the events that it names."""

    BETWEEN = "between"
    """The time from one to the other."""
    AGO = "ago"
    """The time from one to the moment of asking."""
    FIRST = "first"
    """Which of two is the earlier."""
    LAST = "last"
    """Which of two is the later."""


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """A question about when events were, in its own words."""

    relation: TimeRelation
    events: tuple[str, ...]
    """One for AGO, two for the rest."""
    unit: str | None
    """"day", "week", "month" or "year"; None where the question names none."""
    ago: bool = False
    """Whether BETWEEN was asked as "how long ago … when …"."""


def time_range_of(text: str, asked_at: datetime) -> TimeRange | None:
    """The range of dates in which what a question asks about was said, in the time zone of `asked_at`.

    Several expressions make one range that covers them all; open ones ("before June") only count where
    there is no other, and then narrow each other. Names in quotation marks are no dates.

    Returns:
        A half-open range of whole days; None where the question names no period, only one that is
        still ahead, or all of time.

    Raises:
        ValueError: `asked_at` has no time zone.
    """
    try:
        tomorrow = _midnight(asked_at) + DAY
        periods = [
            (mention, *whole_days(mention.range, mention.tolerance)) for mention in _anchors(text, asked_at)
        ]
        past = [period for period in periods if period[1] is None or period[1] < tomorrow]
        closed = [(mention, start, end) for mention, start, end in past if start and end]
        if closed:
            start, end = _hull(closed, tomorrow)
        else:
            start = max((start for _, start, _ in past if start), default=None)
            end = min((end for _, _, end in past if end), default=None)
        if start and end and start.astimezone(UTC) >= end.astimezone(UTC):
            return None
        return TimeRange(start, end) if start or end else None
    except OverflowError:  # beyond the years 1 to 9999
        return None


def _anchors(text: str, asked_at: datetime) -> Iterator[TimeMention]:
    titles = [match.span() for match in _QUOTED.finditer(text)]
    for mention in find_times(text, asked_at, lean=Lean.PAST):
        inside = any(start <= mention.start and mention.stop <= stop for start, stop in titles)
        if not inside and not _names_an_event(text, mention):
            yield mention


def _names_an_event(text: str, mention: TimeMention) -> bool:
    """True if a weekday or a holiday is only part of a name: "the Monday choir", "the Easter regatta"."""
    if mention.grain is not Grain.DAY or not mention.alternatives:  # its words say which one it is
        return False
    has_figures = re.search(r"\d", text[mention.start : mention.stop]) is not None
    return not has_figures and _ATTRIBUTIVE.match(text, mention.stop) is not None


def whole_days(time: TimeRange, tolerance: timedelta = timedelta(0)) -> Bounds:
    """The bounds of a time, widened by the tolerance of its words and to whole days."""
    return (
        None if time.start is None else _midnight(time.start - tolerance),
        None if time.end is None else _midnight(time.end + tolerance, up=True),
    )


def _hull(periods: list[tuple[TimeMention, datetime, datetime]], tomorrow: datetime) -> Bounds:
    """All of the periods and what lies between, with the time in which it was told."""
    start, end = min(start for _, start, _ in periods), max(end for _, _, end in periods)
    is_long = len(periods) > 1 or not periods[0][0].is_day
    if is_long and end < tomorrow:
        end = min(end + (end - start), tomorrow)
    return start, end


def _midnight(moment: datetime, *, up: bool = False) -> datetime:
    floor = moment.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return floor + DAY if up and floor != moment.replace(fold=0) else floor


def time_question(question: str) -> TimeQuestion | None:
    """Read a question about the time between events, or about their order.

    Returns:
        None where it asks for something else, or its events cannot be told apart.
    """
    text = " ".join(question.replace("\u2019", "'").split()).rstrip("?. ")
    return _which(text) or _between(text) or _ago(text)


def _between(text: str) -> TimeQuestion | None:
    if match := _BETWEEN.search(text):
        pieces = _AND.split(match["both"], maxsplit=1)
        parts = _events(pieces if pieces[1:] else match["both"].split(" and "))
        return TimeQuestion(TimeRelation.BETWEEN, parts, _unit(match)) if parts else None
    joints = set(re.findall(r"\b(?:ago|since|when)\b", text.lower()))
    if joints and "when" not in joints:
        return None
    if match := _AFTER.search(text):
        one, two = _bare(match["one"]), _bare(match["two"])
        one = re.sub(r"^ago\s+(?:did\s+)?i\s+", "", one, flags=re.IGNORECASE)
        if len(one.split()) > 1 and len(two.split()) > 1:
            return TimeQuestion(TimeRelation.BETWEEN, (one, two), _unit(match), "ago" in joints)
    return None


def _ago(text: str) -> TimeQuestion | None:
    match = _AGO.search(text)
    event = _bare(match["one"]) if match else ""
    return TimeQuestion(TimeRelation.AGO, (event,), _unit(match)) if match and event else None


def _which(text: str) -> TimeQuestion | None:
    match = _WHICH.search(text)
    parts = _events(re.split(r",? or ", match["both"], maxsplit=1)) if match else None
    if match is None or parts is None:
        return None
    later = match["order"].lower().startswith(_LATER)
    return TimeQuestion(TimeRelation.LAST if later else TimeRelation.FIRST, parts, None)


def _events(pieces: Sequence[str]) -> tuple[str, ...] | None:
    parts = tuple(map(_bare, pieces))
    return parts if len(parts) == 2 and all(parts) else None


def _bare(words: str) -> str:
    """Take away what introduces an event: "the day that I …", "when I …"."""
    return _LEAD.sub("", words.strip(" ,.?"))


def _unit(match: re.Match[str]) -> str | None:
    unit = match["unit"] or match["unit2"]
    return unit and unit.lower()
