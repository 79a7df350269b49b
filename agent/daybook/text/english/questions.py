"""Reads a question: its kinds, by its wording, and the range of dates worth searching.

The range is told by three decisions:

- Questions look back. "On Friday" and "in March" are the latest ones, and a period that lies wholly
  ahead gives no range: nothing was said in it yet.
- Vague counts are wide. "Two weeks ago" is right to half a week, "two months ago" to half a month;
  "five days ago" is that day.
- Longer periods are told afterwards. What happened in March is spoken of in March or soon after, so a
  past period of more than a day is followed by as much time again, but not by more than there was.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daybook.conversation import QuestionKind, TimeRange
from daybook.text.english.timex import Grain, Lean, TimeMention, find_times
from daybook.text.english.word_tables import MONTH_NAME, WEEKDAY_NAME

_PATTERNS = tomllib.loads(Path(__file__).with_name("question_patterns.toml").read_text(encoding="utf-8"))
_WORDS = _PATTERNS["words"] | {"MONTH": MONTH_NAME, "WEEKDAY": WEEKDAY_NAME}


def _filled_in(pattern: str) -> str:
    """Put the lists of words into a pattern of `question_patterns.toml`."""
    return re.sub("<([A-Z_]+)>", lambda name: _WORDS[name[1]], pattern)


_KINDS = {
    QuestionKind(kind): {
        float(confidence): re.compile(_filled_in(rule), re.IGNORECASE | re.VERBOSE)
        for confidence, rule in rules.items()
    }
    for kind, rules in _PATTERNS["kinds"].items()
}
"""How sure each wording makes each kind."""
_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior|originally|initially|at first|in the past"
    r"|back (?:then|when)|earlier|ex|(?:my|our) (?:old|last))\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:current(?:ly)?|now|still|these days|at the moment)\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:am|do|can) I\b|\b(?:is|are) (?:my|our|mine)\b|['’](?:s|re) (?:my|our)\b|\bI(?:['’]m| am)\b",
    re.IGNORECASE,
)


def kinds_of(text: str) -> dict[QuestionKind, float]:
    """Name what a question asks of memory, by its wording.

    Several kinds may hold, or none. A kind's confidence is that of its surest rule; it is a judgement
    about English wording, not a frequency.

    Source: the five detectors are those of MemoryStack, section 3.2; the rules are ours.
    """
    sure = {
        kind: max((confidence for confidence, rule in rules.items() if rule.search(text)), default=0.0)
        for kind, rules in _KINDS.items()
    }
    return {kind: confidence for kind, confidence in sure.items() if confidence}


def asks_before(question: str) -> bool:
    """True if a question asks of what was so before, and not of the present."""
    return _FORMERLY.search(question) is not None and not _NOW.search(question)


def asks_now(question: str) -> bool:
    """True if the wording of a question asks of the present."""
    return _PRESENT.search(question) is not None


DAY = timedelta(days=1)
Bounds = tuple[datetime | None, datetime | None]

_QUOTED = re.compile(r"(?<!\w)(?:'[^']+'(?!\w)|\"[^\"]+\"|“[^“”]+”|‘[^‘’]+’(?!\w))")
_STOPS = """a an the i you he she it we they my your and or but in on at of by since until before after
during for to with did do was were is are that when where last this next what who how which"""
_ATTRIBUTIVE = re.compile(rf"\s+(?!(?:{'|'.join(_STOPS.split())})\b)[^\W\d_]", re.IGNORECASE)
"""A noun that a day stands before: "the Monday choir"."""


def time_range_of(text: str, asked_at: datetime) -> TimeRange | None:
    """The range of dates in which what a question asks about was said, in the time zone of `asked_at`.

    Several expressions make one range that covers them all; open ones ("before June") only count where
    there is no other, and then narrow each other. Names in quotation marks are no dates.

    Returns:
        A half-open range of whole days; None if the question names no period, only one that is
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
