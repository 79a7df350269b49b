"""Dates and lengths of time in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from daybook.text.english.questions.question_times import TimeQuestion, TimeRelation
from daybook.text.english.timex import Grain, TimeMention
from daybook.text.english.word_tables import MONTH_NAMES, WEEKDAY_NAMES, WEEKDAYS, written_date

_WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event that a question names, and when it was."""

    name: str
    """In the words of the question."""
    began: date
    exact: bool
    """Whether the day is known; else `began` is the middle of the time in which it was."""


def whole_months(first: date, second: date) -> int:
    """Count the whole calendar months from the earlier date to the later one."""
    months = (second.year - first.year) * 12 + second.month - first.month
    return months - (second.day < first.day)


def elapsed(first: date, second: date, unit: str | None) -> str:
    """Say how long it is from one date to another, in either order.

    `unit` is "day", "week", "month" or "year", None for what fits the length: "21 days"; "3 weeks", or
    "about 3 weeks (20 days)" where it is no whole number of them.
    """
    first, second = min(first, second), max(first, second)
    days = (second - first).days
    if unit is None:
        unit = "day" if days < 60 else "month" if whole_months(first, second) < 24 else "year"
    if unit == "day":
        return _counted(days, "day")
    if unit == "week":
        count, exact = round(days / 7), days % 7 == 0
    else:
        per_unit = 12 if unit == "year" else 1
        months = whole_months(first, second)
        exact = first.day == second.day and months % per_unit == 0
        count = months // per_unit if exact else round(days / (365.25 if unit == "year" else 30.44))
    return _counted(count, unit) if exact else f"about {_counted(count, unit)} ({_counted(days, 'day')})"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" + ("" if count == 1 else "s")


def _date_in_words(mention: TimeMention, words: str, said_at: datetime) -> str | None:
    """Write the time that a mention, with those words, names, as finely as it does.

    Returns:
        "on 8 June 2023", "the Friday before 15 July 2023 (7 July)", "the week before 9 June 2023",
        "in May 2023", "around 2019"; None where it has no beginning or no end.
    """
    start, end = mention.range.start, mention.range.end
    if start is None or end is None:
        return None
    about = "around" if mention.tolerance else "in"
    if mention.grain in {Grain.YEAR, Grain.DECADE, Grain.CENTURY}:
        return f"{about} {start.year}" if end - start <= 366 * _DAY else f"from {start.year} to {end.year}"
    if mention.grain is Grain.MONTH:
        one = end - start <= 31 * _DAY
        return f"{about} {_month_name(start)} {start.year}" if one else _period(start, end)
    if mention.grain in {Grain.WEEK, Grain.WEEKEND, Grain.FORTNIGHT}:
        return _week(mention.grain, start, end, said_at, exact=not mention.tolerance)
    if end - start > _DAY:
        return _period(start, end)
    if _WEEKDAY.search(words) and not re.search(r"\d", words):
        side = "before" if start < said_at else "after"
        name = WEEKDAY_NAMES[start.weekday()].capitalize()
        return f"the {name} {side} {written_date(said_at)} ({start.day} {_month_name(start)})"
    return f"{'around' if mention.tolerance else 'on'} {written_date(start)}"


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
    return f"between {written_date(start)} and {written_date(end - _DAY)}"


def _month_name(moment: datetime) -> str:
    return MONTH_NAMES[moment.month - 1].capitalize()


def write_when(mention: TimeMention, words: str, said_at: datetime, asked_at: datetime) -> str | None:
    """Say when something was, was to be, or is to be as of the question; None where no words are found."""
    when, start = _date_in_words(mention, words, said_at), mention.range.start
    if when is None or start is None:
        return None
    was = "was to be" if start > said_at else "was"
    return f"It {'is to be' if start > max(asked_at, said_at) else was} {when}."


def write_from_events(asked: TimeQuestion, events: Sequence[DatedEvent], asked_at: datetime) -> str:
    """Say how long it was between events, or which came first; "" where their order cannot be told.

    There is one event where it is asked how long ago it was, else two, in the order of the question.
    """
    if asked.relation is TimeRelation.AGO:
        event = events[0]
        length = _length(event.began, asked_at.date(), asked.unit, exact=event.exact)
        return f"{length} ago: it was {_day(event)}, and you ask on {written_date(asked_at)}."
    one, other = events
    if asked.relation is TimeRelation.BETWEEN:
        length = _length(one.began, other.began, asked.unit, exact=one.exact and other.exact)
        ago = " ago then" if asked.ago else ""
        return f"{length}{ago}: one was {_day(one)}, the other {_day(other)}."
    if one.began == other.began:
        return ""
    early, late = sorted(events, key=lambda event: event.began)
    is_first = asked.relation is TimeRelation.FIRST
    lead, rest = (early, late) if is_first else (late, early)
    word = "first" if is_first else "last"
    return f"{capitalised(lead.name)} came {word}: it was {_day(lead)}, and {rest.name} was {_day(rest)}."


def _length(first: date, second: date, unit: str | None, *, exact: bool) -> str:
    length = elapsed(first, second, unit)
    return capitalised(length if exact or length.startswith("about") else f"about {length}")


def _day(event: DatedEvent) -> str:
    return f"{'on' if event.exact else 'around'} {written_date(event.began)}"


def capitalised(words: str) -> str:
    """Put the first letter of some words in upper case."""
    return words[:1].upper() + words[1:]


def stretch_text(first: datetime, last: datetime) -> str:
    """Name a stretch by its first and its last day: "in 2019", "in June 2023", "between 3 May 2023 and …"."""
    days = (last - first).days + 1
    if first.day == 1 and (last + _DAY).day == 1:
        if first.month == 1 and (last + _DAY).month == 1 and days >= 365:
            return f"in {first.year}"
        if (first.year, first.month) == (last.year, last.month):
            return f"in {_month_name(first)} {first.year}"
    if days == 2 and first.weekday() == 5:
        return f"on the weekend of {written_date(first)}"
    if days == 7 and first.weekday() == 0:
        return f"in the week of {written_date(first)}"
    return _period(first, last + _DAY)
