"""The diary as a timeline, by month, the latest first."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation import DiaryEntry, EntryStatus, Sureness
from daybook.english import MONTH_NAMES
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import day_field, page_of
from daybook.interfaces.server.page.round_views import QuoteView, day, support_view
from daybook.interfaces.server.page.visits import Renderer

router = APIRouter()
_EVER = (datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))
_ENTRIES = 60
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


@router.get("/diary")
async def diary(
    daybook: Memory,
    renderer: Renderer,
    q: str = "",
    start: str = "",
    end: str = "",
    plans: bool = False,
    page: int = 1,
) -> Response:
    """Show what happened and what is planned, by month."""
    first, last = day_field(start, "from"), day_field(end, "before")
    between = (first or _EVER[0], last or _EVER[1]) if first or last else None
    entries = await daybook.adiary(owner=renderer.visitor.owner, between=between, search=q, planned=plans)
    query = {"q": q, "start": start, "end": end, "plans": "1" if plans else ""}
    listed = page_of(entries[::-1], page, _ENTRIES, query)
    months = await to_thread(_months, listed.items, daybook.now())
    return renderer.page("diary.html", page=listed, months=months, **query)


def _months(entries: Sequence[DiaryEntry], now: datetime) -> list[tuple[str, list[EntryView]]]:
    """Group entries by the month in which they began; `now` decides which plans are to come."""
    months = groupby(entries, key=lambda entry: _month(entry.began.astimezone(UTC)))
    return [(name, [_entry_view(entry, now) for entry in group]) for name, group in months]


def _entry_view(entry: DiaryEntry, now: datetime) -> EntryView:
    """Show an entry as it stands at a moment."""
    status = entry.status_at(now)
    return EntryView(
        entry_id=entry.entry_id,
        when=_days_of(entry),
        iso=entry.began.date().isoformat(),
        what=entry.what,
        state="" if status is EntryStatus.HAPPENED else str(status),
        status=status.name.lower(),
        teller=entry.speaker,
        who=", ".join(entry.who),
        where=entry.where,
        quotes=tuple(support_view(support) for support in reversed(entry.support[-_QUOTES:])),
        more_quotes=max(0, len(entry.support) - _QUOTES),
    )


def _days_of(entry: DiaryEntry) -> str:
    """Write when an entry was: "3 May 2023", "about 9 May 2023", "1 May to 7 May 2023"."""
    last = entry.ended - timedelta(days=1)
    if entry.sure is Sureness.ABOUT:
        return f"about {day(entry.middle)}"
    if last <= entry.began:
        return day(entry.began)
    start = day(entry.began)
    if entry.began.year == last.year:
        start = start.removesuffix(f" {last.year}")
        if entry.began.month == last.month:
            start = str(entry.began.day)
    return f"{start} to {day(last)}"


def _month(moment: datetime) -> str:
    return f"{MONTH_NAMES[moment.month - 1].capitalize()} {moment.year}"
