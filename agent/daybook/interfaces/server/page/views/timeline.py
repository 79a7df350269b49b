"""The diary as a timeline, by month, the latest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from daybook.conversation import DiaryEntry, EntryStatus
from daybook.english.calendar_words import MONTH_NAMES
from daybook.interfaces.server.page.views.moments import days_of
from daybook.interfaces.server.page.views.paging import Page, page_of
from daybook.interfaces.server.page.views.rounds import QuoteView, support_view

_SIZE = 60
_QUOTES = 3


@dataclass(frozen=True, slots=True)
class EntryView:
    """Something that happened, or is planned."""

    entry_id: str
    when: str
    iso: str
    what: str
    state: str
    """"" for what happened."""
    status: str
    """In a word, for the style."""
    teller: str
    who: str
    where: str
    quotes: tuple[QuoteView, ...]
    more_quotes: int


@dataclass(frozen=True, slots=True)
class MonthView:
    """A month, and what began in it."""

    name: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, slots=True)
class TimelineView:
    """A page of the diary."""

    page: Page[DiaryEntry]
    months: tuple[MonthView, ...]


def timeline_view(
    entries: Sequence[DiaryEntry], *, now: datetime, number: int, query: Mapping[str, str]
) -> TimelineView:
    """Show a page of entries, which come in the order of time; `now` decides which plans are to come."""
    page = page_of(entries[::-1], number, _SIZE, query)
    months = groupby(page.items, key=lambda entry: _month(entry.began.astimezone(UTC)))
    return TimelineView(
        page, tuple(MonthView(name, tuple(entry_view(one, now) for one in its)) for name, its in months)
    )


def entry_view(entry: DiaryEntry, now: datetime) -> EntryView:
    """Show an entry as it stands at a moment."""
    status = entry.status_at(now)
    return EntryView(
        entry_id=entry.entry_id,
        when=days_of(entry),
        iso=entry.began.date().isoformat(),
        what=entry.what,
        state="" if status is EntryStatus.HAPPENED else str(status),
        status=status.name.lower(),
        teller=entry.speaker,
        who=", ".join(entry.who),
        where=entry.where,
        quotes=tuple(support_view(one) for one in reversed(entry.support[-_QUOTES:])),
        more_quotes=max(0, len(entry.support) - _QUOTES),
    )


def _month(moment: datetime) -> str:
    return f"{MONTH_NAMES[moment.month - 1].capitalize()} {moment.year}"
