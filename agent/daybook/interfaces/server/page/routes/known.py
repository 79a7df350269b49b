"""What is known: the list, one fact, and the owner's word on it."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.known import Which, known_view
from daybook.interfaces.server.page.views.moments import chosen
from daybook.interfaces.server.page.views.record import record_view
from daybook.interfaces.server.page.visitor import Acting
from daybook.library.owner_decisions import Posted

router = APIRouter()


@router.get("/")
async def known(
    daybook: Memory,
    shown: ShownTo,
    which: Which = Which.HOLDS,
    q: str = "",
    about: str = "",
    as_of: str = "",
    page: int = 1,
) -> Response:
    """Show what is known, by subject."""
    moment = chosen(as_of, "known on")
    ledger = await to_thread(daybook.parts.store.ledgers.of, shown.visitor.owner, as_of=moment)
    query = {"which": which.value, "q": q, "about": about, "as_of": as_of}
    view = await to_thread(known_view, ledger, which=which, words=q, about=about, number=page, query=query)
    return shown.page("known.html", view=view, which=which.value, q=q, about=about, as_of=as_of)


@router.get("/records/{record_id}")
async def record(daybook: Memory, shown: ShownTo, record_id: str, done: str = "", event: int = 0) -> Response:
    """Show all about one fact, and what was just done about it."""
    ledger = await to_thread(daybook.parts.store.ledgers.of, shown.visitor.owner)
    view = record_view(record_id, ledger)
    return shown.page("record.html", view=view, done=done, event=event)


@router.post("/records/{record_id}/confirm")
async def confirm(daybook: Memory, visitor: Acting, record_id: str) -> Response:
    """Say that a fact is right."""
    posted = await daybook.ledger.aconfirm(record_id, owner=visitor.owner)
    return _back_to(record_id, "confirmed", posted)


@router.post("/records/{record_id}/reject")
async def reject(daybook: Memory, visitor: Acting, record_id: str) -> Response:
    """Say that a fact is wrong."""
    posted = await daybook.ledger.areject(record_id, owner=visitor.owner)
    return _back_to(record_id, "rejected", posted)


@router.post("/records/{record_id}/correct")
async def correct(
    daybook: Memory, visitor: Acting, record_id: str, value: Annotated[str, Form()] = ""
) -> Response:
    """Put the right value in the place of a wrong one, and show the fact that has it."""
    posted = await daybook.ledger.acorrect(record_id, value, owner=visitor.owner)
    ledger = await to_thread(daybook.parts.store.ledgers.of, visitor.owner)
    before = ledger.records[record_id]
    written = [
        one.after.record_id
        for one in posted.differences
        if one.before is None and one.after and one.after.address == before.address
    ]
    return _back_to(written[0] if written else record_id, "corrected", posted)


def _back_to(record_id: str, done: str, posted: Posted) -> Response:
    event = posted.events[-1].event_id if posted.events else 0
    return seen_at(f"/records/{record_id}?done={done}&event={event}")
