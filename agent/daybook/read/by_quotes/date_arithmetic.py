"""Answers that are computed from the dates of two happenings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from daybook.read.by_quotes.computed import ComputedAnswer
from daybook.read.by_quotes.dated_passages import DatedPassage, DateOf, find_dated_passage
from daybook.read.by_quotes.elapsed import elapsed, written
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.time_question import TimeQuestion, TimeRelation


def answer_from_dates(
    asked: TimeQuestion, passages: Sequence[Passage], asked_at: datetime, date_of: DateOf
) -> ComputedAnswer | None:
    """Answer a question about the time between happenings, or their order, from their dates.

    Returns:
        None where one of the happenings is not found, or their order cannot be told.
    """
    found: list[DatedPassage] = []
    for name in asked.happenings:
        happening = find_dated_passage(name, passages, date_of, besides=[other.passage for other in found])
        if happening is None:
            return None
        found.append(happening)
    text = _wording(asked, found, asked_at)
    return ComputedAnswer(text, tuple(happening.passage for happening in found)) if text else None


def _wording(asked: TimeQuestion, found: Sequence[DatedPassage], asked_at: datetime) -> str:
    if asked.relation is TimeRelation.AGO:
        one = found[0]
        length = _length(one.began, asked_at.date(), asked.unit, exact=one.exact)
        return f"{length} ago: it was {_day(one)}, and you ask on {written(asked_at)}."
    one, other = found
    if asked.relation is TimeRelation.BETWEEN:
        length = _length(one.began, other.began, asked.unit, exact=one.exact and other.exact)
        ago = " ago then" if asked.ago else ""
        return f"{length}{ago}: one was {_day(one)}, the other {_day(other)}."
    if one.began == other.began:
        return ""
    early, late = sorted(found, key=lambda happening: happening.began)
    lead, rest = (early, late) if asked.relation is TimeRelation.FIRST else (late, early)
    word = "first" if asked.relation is TimeRelation.FIRST else "last"
    return f"{_capital(lead.name)} came {word}: it was {_day(lead)}, and {rest.name} was {_day(rest)}."


def _length(first: date, second: date, unit: str | None, *, exact: bool) -> str:
    length = elapsed(first, second, unit)
    return _capital(length if exact or length.startswith("about") else f"about {length}")


def _day(happening: DatedPassage) -> str:
    return f"{'on' if happening.exact else 'around'} {written(happening.began)}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
