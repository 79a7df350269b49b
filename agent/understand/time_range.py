"""The period that a question to a memory asks about, as the range of dates worth searching.

Three decisions, taken from the questions of LongMemEval's development part:

- Questions look back. "On Friday" and "in March" are the latest ones, and a period that lies wholly
  ahead gives no range: nothing was said in it yet.
- Vague counts are wide. "Two weeks ago" is right to half a week, "two months ago" to half a month;
  "five days ago" is that day.
- Longer periods are told afterwards. What happened in March is spoken of in March or soon after, so a
  past period of more than a day is followed by as much time again, but not by more than there was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

from agent.conversation import TimeRange
from agent.understand.timex import Grain, Lean, MentionType, TimeMention, find_times

DAY = timedelta(days=1)
Bounds = tuple[datetime | None, datetime | None]

_STOPS = """a an the i you he she it we they my your and or but in on at of by since until before after
during for to with did do was were is are that when where last this next what who how which"""


def time_range_of(text: str, asked_at: datetime) -> TimeRange | None:
    """The range of dates in which what a question asks about was said.

    Several expressions make one range that covers them all; open ones ("before June") only count where
    there is no other, and then narrow each other. Names in quotation marks are no dates.

    Args:
        text: the question, in English.
        asked_at: timezone-aware; its time zone is that of the range.

    Returns:
        A half-open range of whole days; None where the question names no period, only one that is
        still ahead, or all of time.

    Raises:
        ValueError: `asked_at` has no time zone.
    """
    today = _midnight(asked_at)
    anchors = list(_anchors(text, asked_at))
    try:
        periods = [_whole_days(mention) for mention in anchors]
        past = [(start, end) for start, end in periods if start is None or start < today + DAY]
        start, end = _joined(past)
        long = len(past) > 1 or any(mention.type is MentionType.RANGE for mention in anchors)
        if long and start is not None and end is not None:
            end = _until_told(start, end, today + DAY)
    except OverflowError:  # beyond the years 1 to 9999
        return None
    return _ordered(start, end)


def _anchors(text: str, asked_at: datetime) -> Iterator[TimeMention]:
    titles = [match.span() for match in _quoted().finditer(text)]
    for mention in find_times(text, asked_at, lean=Lean.PAST):
        inside = any(start <= mention.start and mention.stop <= stop for start, stop in titles)
        if not inside and not _names_an_event(text, mention):
            yield mention


def _names_an_event(text: str, mention: TimeMention) -> bool:
    """Whether a weekday or a holiday is only part of a name: "the Sunday mass", "Ash Wednesday service"."""
    words = text[mention.start : mention.stop].lower().split()
    if mention.grain is not Grain.DAY or words[0] in ("last", "this", "next", "past"):
        return False
    return not any(character.isdigit() for character in "".join(words)) and bool(
        _attributive().match(text, mention.stop)
    )


def _whole_days(mention: TimeMention) -> Bounds:
    """A mention as whole days, with the tolerance of the words."""
    start, end = mention.range.start, mention.range.end
    return (
        None if start is None else _midnight(start - mention.tolerance),
        None if end is None else _midnight(end + mention.tolerance, up=True),
    )


def _joined(periods: list[Bounds]) -> Bounds:
    """The hull of the periods that are closed, else what the open ones have in common."""
    closed = [(start, end) for start, end in periods if start is not None and end is not None]
    if closed:
        return min(start for start, _ in closed), max(end for _, end in closed)
    starts = [start for start, _ in periods if start is not None]
    ends = [end for _, end in periods if end is not None]
    return max(starts, default=None), min(ends, default=None)


def _until_told(start: datetime, end: datetime, tomorrow: datetime) -> datetime:
    """As much time again as the period took, but no more than there was."""
    return end if end >= tomorrow else min(end + (end - start), tomorrow)


def _ordered(start: datetime | None, end: datetime | None) -> TimeRange | None:
    if start is None and end is None:
        return None
    if start is not None and end is not None and start.astimezone(UTC) >= end.astimezone(UTC):
        return None
    return TimeRange(start, end)


def _midnight(moment: datetime, *, up: bool = False) -> datetime:
    floor = moment.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return floor + DAY if up and floor != moment.replace(fold=0) else floor


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:'[^']+'(?!\w)|\"[^\"]+\"|“[^”]+”|‘[^’]+’(?!\w))")


@cache
def _attributive() -> re.Pattern[str]:
    return re.compile(rf"\s+(?!(?:{'|'.join(_STOPS.split())})\b)[^\W\d_]", re.IGNORECASE)
