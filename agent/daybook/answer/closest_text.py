"""How closest is written: quotes under their dates and authors, relative dates resolved in brackets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from daybook.conversation import Evidence, FoundPassage, Role, Turn, below_title, shown_page
from daybook.conversation.authorship import OWN, Authorship, Mode
from daybook.conversation.language import Analyzer

NOTHING_NEAR = "Nothing that I remember comes near that."
_SAID_BY_YOU = "The closest things you said:"
_SAID = "The closest things that were said:"
_KEPT = "The closest things that I keep:"
_VERBS = {
    Mode.ASKED: "asked",
    Mode.QUOTED: "quoted",
    Mode.FORWARDED: "forwarded",
    Mode.ATTACHED: "attached",
    Mode.PASTED: "pasted",
    Mode.GIVEN: "gave as a text",
    Mode.PLAYED: "wrote in play",
    Mode.SENT: "sent",
    Mode.CORRECTED: "corrected this",
}
_MAX_DAYS, _MAX_WEEKS, _MAX_MONTHS = 14, 26, 24
"""Up to how many of them a distance is told in days, in weeks, in months; else in years."""
_DAYS_PER_MONTH, _DAYS_PER_YEAR = 30.44, 365.25
_HALF_A_YEAR = timedelta(days=183)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A stretch of a turn, or of a document's passage, that is shown."""

    evidence: Evidence
    turn: Turn
    start: int
    """Where it begins in the turn, in characters."""
    authorship: Authorship
    """How its words came into their turn."""
    nearness: float
    """The cosine of the best window or statement of its side to the question."""
    passage: FoundPassage | None = None
    """None unless it is of a document."""


def write_closest(quoted: Sequence[Quoted], question: str, asked_at: datetime, analyzer: Analyzer) -> str:
    """Write what comes closest to a question; where it asks for a length of time, with the days between two.

    Args:
        quoted: best first.
        question: in stand-alone form.
        asked_at: distances are counted from there.
        analyzer: resolves dates.
    """
    parts = [_lead(quoted)]
    for quote in quoted:
        words = f"\u201c{_with_dates(quote, analyzer)}\u201d"
        parts.append(f"{_head(quote, asked_at)}:\n{words}")
    if analyzer.asks_length(question):
        parts += _days_between(quoted, analyzer)
    return "\n\n".join(parts)


def distance(said: date, asked: date) -> str:
    """Say how long before the question something was said: "today", "12 weeks ago", "3 days later"."""
    days = (asked - said).days
    if days == 0:
        return "today"
    if days == 1:
        return "yesterday"
    side = "ago" if days > 0 else "later"
    return f"{length(abs(days))} {side}"


def length(days: int) -> str:
    """Say a number of days in the unit that fits it: "3 days", "12 weeks", "7 months", "2 years"."""
    if days <= _MAX_DAYS:
        return _counted(days, "day")
    if days <= _MAX_WEEKS * 7:
        return _counted(round(days / 7), "week")
    if days <= _MAX_MONTHS * _DAYS_PER_MONTH:
        return _counted(round(days / _DAYS_PER_MONTH), "month")
    return _counted(round(days / _DAYS_PER_YEAR), "year")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _lead(quoted: Iterable[Quoted]) -> str:
    if any(quote.passage for quote in quoted):
        return _KEPT
    by_you = all(quote.turn.role is Role.USER and not quote.turn.speaker for quote in quoted)
    return _SAID_BY_YOU if by_you else _SAID


def _head(quote: Quoted, asked_at: datetime) -> str:
    """Write when it was said and whose words they are, or where it stands in which document."""
    if quote.passage:
        passage = quote.passage.passage
        page = shown_page(passage.page, passage.page_label)
        places = (passage.title, below_title(passage.heading, passage.title), page and f"page {page}")
        return f"From {', '.join(str(place) for place in places if place)}"
    said_at = quote.evidence.said_at
    asked = asked_at.astimezone(said_at.tzinfo)
    who = quote.turn.speaker or ("you" if quote.turn.role is Role.USER else "the assistant")
    return f"{_written(said_at)}, {distance(said_at.date(), asked.date())}, {who}{_how(quote.authorship)}"


def _how(authorship: Authorship) -> str:
    if authorship == OWN:
        return ""
    verb = _VERBS.get(authorship.mode, "said")
    if not authorship.by:
        return f" {verb}"
    return f" {verb} " + (
        f"\u201c{authorship.by}\u201d" if authorship.mode is Mode.ATTACHED else f"from {authorship.by}"
    )


def dated(words: str, said_at: datetime, analyzer: Analyzer, *, before: str = "") -> str:
    """Put behind each relative date of words, in brackets, the date that it means.

    `before` is what stands in front of them in their turn: it may tell which way a date leans.
    """
    for stop, when in reversed(analyzer.dates(before + words, said_at)):
        if (place := stop - len(before)) > 0:
            words = f"{words[:place]} [{when}]{words[place:]}"
    return words


def _with_dates(quote: Quoted, analyzer: Analyzer) -> str:
    if quote.passage:
        return quote.evidence.quote
    before = quote.turn.content[: quote.start]
    return dated(quote.evidence.quote, quote.evidence.said_at, analyzer, before=before)


def _days_between(quoted: Sequence[Quoted], analyzer: Analyzer) -> list[str]:
    """Count the days between the first two quotes of different days; [] where there are none."""
    days = list(dict.fromkeys(_day(quote, analyzer) for quote in quoted if not quote.passage))
    if len(days) < 2:
        return []
    first, last = sorted(days[:2])
    count = (last - first).days
    more = f" ({length(count)})" if count > _MAX_DAYS else ""
    return [f"From {_written(first)} to {_written(last)}: {_counted(count, 'day')}{more}."]


def _day(quote: Quoted, analyzer: Analyzer) -> date:
    """Date what a quote tells of: by its narrowest time of the half year before, else by when it was said."""
    said_at = quote.evidence.said_at
    told = analyzer.time_of(quote.evidence.quote, said_at)
    is_near = told is not None and told.start is not None and said_at - told.start < _HALF_A_YEAR
    return (told.start if told and told.start and is_near else said_at).date()


def _written(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
