"""Answers that are computed from the dates of one or two events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from daybook.english.calendar_words import written_date
from daybook.read.by_quotes.dated_passages import DatedPassage, find_dated_passage
from daybook.read.by_quotes.elapsed import elapsed
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.time_question import TimeQuestion, TimeRelation


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """A result in words, and the passages that it rests on."""

    text: str
    passages: tuple[Passage, ...]


def answer_from_dates(
    asked: TimeQuestion, passages: Sequence[Passage], asked_at: datetime
) -> ComputedAnswer | None:
    """Answer a question about the time between events, or their order, from their dates.

    Returns:
        None where one of the events is not found, or their order cannot be told.
    """
    events: list[DatedPassage] = []
    for name in asked.events:
        event = find_dated_passage(name, passages, besides=[other.passage for other in events])
        if event is None:
            return None
        events.append(event)
    text = _wording(asked, events, asked_at)
    return ComputedAnswer(text, tuple(event.passage for event in events)) if text else None


def _wording(asked: TimeQuestion, events: Sequence[DatedPassage], asked_at: datetime) -> str:
    if asked.relation is TimeRelation.AGO:
        one = events[0]
        length = _length(one.began, asked_at.date(), asked.unit, exact=one.exact)
        return f"{length} ago: it was {_day(one)}, and you ask on {written_date(asked_at)}."
    one, other = events
    if asked.relation is TimeRelation.BETWEEN:
        length = _length(one.began, other.began, asked.unit, exact=one.exact and other.exact)
        ago = " ago then" if asked.ago else ""
        return f"{length}{ago}: one was {_day(one)}, the other {_day(other)}."
    if one.began == other.began:
        return ""
    early, late = sorted(events, key=lambda event: event.began)
    lead, rest = (early, late) if asked.relation is TimeRelation.FIRST else (late, early)
    word = "first" if asked.relation is TimeRelation.FIRST else "last"
    return f"{_capital(lead.name)} came {word}: it was {_day(lead)}, and {rest.name} was {_day(rest)}."


def _length(first: date, second: date, unit: str | None, *, exact: bool) -> str:
    length = elapsed(first, second, unit)
    return _capital(length if exact or length.startswith("about") else f"about {length}")


def _day(event: DatedPassage) -> str:
    return f"{'on' if event.exact else 'around'} {written_date(event.began)}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
