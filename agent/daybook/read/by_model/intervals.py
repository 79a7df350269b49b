"""Spans of time whose ends a reader names and whose length is computed here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from daybook_prompts.replies import Interval

PLACE = re.compile(r"\[\[(\d+)\]\]")
"""Where the length of an interval belongs in an answer: [[1]] is that of the first."""
_NEAR = timedelta(days=366)


def length_of(interval: Interval) -> int:
    """Count the whole days, weeks, months or years between two days; the sign is dropped."""
    first, last = sorted((interval.start, interval.end))
    if interval.unit in ("days", "weeks"):
        return (last - first).days // (7 if interval.unit == "weeks" else 1)
    between = relativedelta(last, first)
    return between.years if interval.unit == "years" else between.years * 12 + between.months


def begins_and_ends_near(interval: Interval, moments: Iterable[date], quotes: str) -> bool:
    """Whether both ends lie within a year of one of some moments, or their year stands in the quotes."""
    days = list(moments)
    return all(
        str(end.year) in quotes or any(abs(end - day) <= _NEAR for day in days)
        for end in (interval.start, interval.end)
    )


def fill_lengths(answer: str, intervals: Sequence[Interval]) -> str:
    """Put the length of each interval in its place; a place without an interval stays as it is."""
    lengths = [str(length_of(interval)) for interval in intervals]

    def fill(place: re.Match[str]) -> str:
        number = int(place[1])
        return lengths[number - 1] if 0 < number <= len(lengths) else place[0]

    return PLACE.sub(fill, answer)


def unfilled_places(answer: str, intervals: Sequence[Interval]) -> list[str]:
    """Name the places of an answer that have no interval."""
    return [place[0] for place in PLACE.finditer(answer) if not 0 < int(place[1]) <= len(intervals)]


def days_of(intervals: Sequence[Interval]) -> set[date]:
    """Give the days that the intervals begin and end with."""
    return {day for interval in intervals for day in (interval.start, interval.end)}
