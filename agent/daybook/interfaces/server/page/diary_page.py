"""The diary as a timeline, by month, the latest first."""

from asyncio import to_thread
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation import DiaryEntry, Sureness
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import day_field, page_of
from daybook.interfaces.server.page.round_views import day
from daybook.interfaces.server.page.visits import Renderer
from daybook.language.english import MONTH_NAMES

router = APIRouter()
_EVER = (datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))
_ENTRIES = 60
_QUOTES = 3


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
    months = await to_thread(_by_month, listed.items)
    return renderer.page(
        "diary.html", page=listed, months=months, now=daybook.now(), most_quotes=_QUOTES, **query
    )


def _by_month(entries: Sequence[DiaryEntry]) -> list[tuple[str, list[tuple[DiaryEntry, str]]]]:
    """Group entries, each with its days in words, by the month in which they began."""
    months = groupby(entries, key=lambda entry: _month(entry.began.astimezone(UTC)))
    return [(name, [(entry, _days_of(entry)) for entry in group]) for name, group in months]


def _days_of(entry: DiaryEntry) -> str:
    """Write when an entry was: "3 May 2023", "about 9 May 2023", "week of 1 May 2023", "3 to 5 May 2023"."""
    last = entry.ended - timedelta(days=1)
    if entry.sure is Sureness.ABOUT:
        return f"about {day(entry.middle)}"
    if last <= entry.began:
        return day(entry.began)
    start = day(entry.began)
    if entry.happened.is_week:
        return f"week of {start}"
    if entry.began.year == last.year:
        start = start.removesuffix(f" {last.year}")
        if entry.began.month == last.month:
            start = str(entry.began.day)
    return f"{start} to {day(last)}"


def _month(moment: datetime) -> str:
    return f"{MONTH_NAMES[moment.month - 1].capitalize()} {moment.year}"
