"""What waits for the owner's word: yes, no, or later."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import Response

from daybook.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.paging import page_of
from daybook.interfaces.server.page.views.waiting import put_off, waiting_view
from daybook.interfaces.server.page.visitor import Acting
from daybook.library.daybook import Daybook

router = APIRouter()
_SIZE = 20


@router.get("/review")
async def review(
    daybook: Memory, shown: ShownTo, later: Annotated[list[str] | None, Query()] = None, event: int = 0
) -> Response:
    """Ask about what waits, but for what is to be asked later."""
    owner, later = shown.visitor.owner, later or []
    ledger = await to_thread(daybook.parts.store.ledgers.of, owner)
    waiting = [waiting_view(one, ledger) for one in await daybook.ledger.awaiting(owner=owner)]
    page = page_of(put_off(waiting, later), 1, _SIZE, {})
    return shown.page("review.html", page=page, later=later, put_off=len(waiting) - page.total, event=event)


@router.post("/review")
async def answer(
    daybook: Memory,
    visitor: Acting,
    key: Annotated[str, Form()],
    word: Annotated[str, Form(pattern="yes|no")],
    later: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Do what the owner says, and go on with the rest."""
    event = await _decide(daybook, visitor.owner, key.split(" "), right=word == "yes")
    query = [("later", one) for one in later or []] + [("event", str(event))]
    return seen_at(f"/review?{urlencode(query)}")


async def _decide(daybook: Daybook, owner: str, key: list[str], *, right: bool) -> int:
    """Post the answer to what a key names; return the event that it is, 0 for none.

    Raises:
        UnknownItem: nothing of that name waits.
    """
    ledger = daybook.ledger
    match key:
        case ["record", name]:
            posted = await (ledger.aconfirm if right else ledger.areject)(name, owner=owner)
        case ["same", newer, older]:
            posted = await (ledger.asame if right else ledger.aother)(newer, older, owner=owner)
        case ["consent", family]:
            await ledger.aconsent(family, owner=owner, given=right)
            if right and daybook.parts.settings.ledger:
                await daybook.aremember(owner=owner)
            return 0
        case _:
            raise UnknownItem("nothing of that name waits for a word: it may be answered already")
    return posted.events[-1].event_id if posted.events else 0
