"""What changed, and taking it back."""

from __future__ import annotations

from asyncio import to_thread

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.changes import change_view, consequences
from daybook.interfaces.server.page.visitor import Acting

router = APIRouter()
_SIZE = 50
_PAGES = 100_000
"""No memory has more of them."""


@router.get("/changes")
async def changes(daybook: Memory, shown: ShownTo, page: int = 1, undone: int = 0) -> Response:
    """Show what changed, the latest first; no more events are read than down to the page's last."""
    owner, page = shown.visitor.owner, min(max(page, 1), _PAGES)
    history = await daybook.ledger.ahistory(owner=owner, last=page * _SIZE + 1)
    ledger = await to_thread(daybook.parts.store.ledgers.of, owner)
    latest = history[::-1][(page - 1) * _SIZE : page * _SIZE]
    return shown.page(
        "changes.html",
        changes=[change_view(one, ledger) for one in latest],
        number=page,
        more=len(history) > page * _SIZE,
        undone=undone,
    )


@router.get("/changes/{event_id}")
async def preview(daybook: Memory, shown: ShownTo, event_id: int) -> Response:
    """Show what taking a change back would do."""
    posted = await daybook.ledger.aundo(event_id, owner=shown.visitor.owner, dry=True)
    return shown.page("undo.html", event_id=event_id, lines=consequences(posted))


@router.post("/changes/{event_id}/undo")
async def undo(daybook: Memory, visitor: Acting, event_id: int) -> Response:
    """Take a change back."""
    posted = await daybook.ledger.aundo(event_id, owner=visitor.owner)
    return seen_at(f"/changes?undone={posted.events[-1].event_id}")
