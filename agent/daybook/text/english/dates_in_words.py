"""Relative dates of a text in words, and whether a question asks for a length of time."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from daybook.conversation import TimeRange
from daybook.text.english.timex import Grain, TimeMention, find_times
from daybook.text.english.word_tables import MONTH_NAMES, WEEKDAYS, written_date

_DAY, _WEEK, _HALF_A_YEAR = timedelta(days=1), timedelta(days=7), timedelta(days=183)
_YEAR = re.compile(r"\b\d{4}\b")
_LENGTH = re.compile(
    r"\bhow (?:long|many (?:days?|weeks?|months?|years?)|much (?:time|later|earlier))\b"
    r"|\b(?:amount|length) of time\b|\bnumber of (?:days|weeks|months|years)\b",
    re.IGNORECASE,
)
_AGO = re.compile(r"\bago\b", re.IGNORECASE)


def asks_length(question: str) -> bool:
    """True if a question asks for a length of time between two things, and not how long ago one was."""
    return _LENGTH.search(question) is not None and not _AGO.search(question)


def relative_dates(text: str, said_at: datetime) -> list[tuple[int, str]]:
    """Find the relative dates of a text: where each ends, and the date that it means, in words.

    Dates that are written with their year mean what they say, and the day of speaking stands above the text:
    neither is listed. Nor is a weekday that is that day's own ("rainy Monday"), which may mean it.
    """
    found = [
        (mention.stop, when)
        for mention in find_times(text, said_at)
        if not _YEAR.search(text[mention.start : mention.stop])
        and not _is_todays_name(text[mention.start : mention.stop], said_at)
        and (when := date_in_words(_nearest(mention, said_at), said_at)) not in (None, written_date(said_at))
    ]
    return [(stop, when) for stop, when in found if when]


def _is_todays_name(words: str, said_at: datetime) -> bool:
    return WEEKDAYS.get(words.casefold()) == said_at.weekday()


def _nearest(mention: TimeMention, said_at: datetime) -> TimeMention:
    """Read a date that may be of last year or of this as the one that is much nearer to when it was said."""
    ranges = [range_ for range_ in (mention.range, *mention.alternatives) if range_.start]
    if len(ranges) < 2 or mention.range.start is None:
        return mention

    def distance(range_: TimeRange) -> timedelta:
        return abs(range_.start - said_at) if range_.start else timedelta.max

    nearest = min(ranges, key=distance)
    is_far = distance(mention.range) > _HALF_A_YEAR and 2 * distance(nearest) < distance(mention.range)
    return replace(mention, range=nearest) if is_far else mention


def date_in_words(mention: TimeMention, said_at: datetime) -> str | None:
    """Write the time that a mention means, as finely as it does.

    Returns:
        "8 June 2023", "the week before 9 June 2023", "June 2023", "around 2019"; None if it has no
        beginning or no end.
    """
    start, end = mention.range.start, mention.range.end
    if start is None or end is None:
        return None
    about = "around " if mention.tolerance else ""
    if mention.grain in {Grain.YEAR, Grain.DECADE, Grain.CENTURY}:
        return f"{about}{start.year}" if end - start <= 366 * _DAY else f"{start.year} to {end.year}"
    if mention.grain is Grain.MONTH:
        one = end - start <= 31 * _DAY
        return f"{about}{_month_name(start)} {start.year}" if one else _period(start, end)
    if mention.grain in {Grain.WEEK, Grain.WEEKEND, Grain.FORTNIGHT}:
        return _week(mention.grain, start, end, said_at, exact=not mention.tolerance)
    if end - start > _DAY:
        return _period(start, end)
    return f"{about}{written_date(start)}"


def _week(grain: Grain, start: datetime, end: datetime, said_at: datetime, *, exact: bool) -> str:
    told = written_date(said_at)
    if not exact or end - start > 2 * _WEEK:
        return f"around {written_date(start)}"
    if end <= said_at + 2 * _DAY and start < said_at and said_at - end < _WEEK:
        return f"the {grain} before {told}"
    if said_at < start <= said_at + 2 * _WEEK:
        return f"the {grain} after {told}"
    return f"the {grain} of {told if start <= said_at < end else written_date(start)}"


def _period(start: datetime, end: datetime) -> str:
    return f"{written_date(start)} to {written_date(end - _DAY)}"


def _month_name(moment: datetime) -> str:
    return MONTH_NAMES[moment.month - 1].capitalize()
