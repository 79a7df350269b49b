"""The diary as a timeline."""

from __future__ import annotations

from asyncio import to_thread
from datetime import UTC, datetime

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo
from daybook.interfaces.server.page.views.moments import chosen
from daybook.interfaces.server.page.views.timeline import timeline_view

router = APIRouter()
_EVER = (datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))


@router.get("/diary")
async def diary(
    daybook: Memory,
    shown: ShownTo,
    q: str = "",
    start: str = "",
    end: str = "",
    plans: bool = False,
    page: int = 1,
) -> Response:
    """Show what happened and what is planned, by month."""
    first, last = chosen(start, "from"), chosen(end, "before")
    between = (first or _EVER[0], last or _EVER[1]) if first or last else None
    entries = await daybook.adiary(owner=shown.visitor.owner, between=between, search=q, planned=plans)
    query = {"q": q, "start": start, "end": end, "plans": "1" if plans else ""}
    now = daybook.parts.clock()
    view = await to_thread(timeline_view, entries, now=now, number=page, query=query)
    return shown.page("diary.html", view=view, q=q, start=start, end=end, plans=plans)
