"""Conversations and their rounds, to which every quote leads."""

from __future__ import annotations

from asyncio import to_thread
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation import Round
from daybook.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.moments import day
from daybook.interfaces.server.page.views.paging import page_of
from daybook.interfaces.server.page.views.rounds import read_place, round_view
from daybook.interfaces.server.page.visitor import Looking
from daybook.library.daybook import Daybook
from daybook.store.round_queries import title_of

router = APIRouter()
_SESSIONS, _ROUNDS = 60, 30
"""On one page."""


@router.get("/sessions")
async def sessions(daybook: Memory, shown: ShownTo, q: str = "", page: int = 1) -> Response:
    """List conversations, the latest first."""
    found = await daybook.asessions(owner=shown.visitor.owner)
    words = q.casefold().split()[:20]
    chosen = [
        one for one in found if all(word in f"{one.title} {one.session_id}".casefold() for word in words)
    ]
    listed = page_of(chosen[::-1], page, _SESSIONS, {"q": q})
    rows = [(one, day(one.started_at)) for one in listed.items]
    return shown.page("sessions.html", page=listed, rows=rows, q=q)


@router.get("/session")
async def session(
    daybook: Memory, shown: ShownTo, id: str, page: int = 1, mark: str = "", at: str = ""
) -> Response:
    """Show rounds of a conversation; of the round `at`, what `mark` names is lit up."""
    rounds = await daybook.arounds(owner=shown.visitor.owner, session_id=id)
    listed = page_of(rounds, page, _ROUNDS, {"id": id})
    opening = next((one.user.content for one in rounds if one.user), "")
    title, lit = title_of(opening) or id, read_place(mark)
    views = [round_view(one, lit if one.round_id == at else None) for one in listed.items]
    return shown.page("session.html", page=listed, rounds=views, session_id=id, title=title)


@router.get("/rounds/{round_id}")
async def round_(daybook: Memory, looking: Looking, round_id: str, mark: str = "") -> Response:
    """Lead to a round in its conversation."""
    found = await _round(daybook, looking.owner, round_id)
    rounds = await daybook.arounds(owner=looking.owner, session_id=found.session_id)
    place = next((place for place, one in enumerate(rounds) if one.round_id == round_id), 0)
    query = {"id": found.session_id, "page": str(place // _ROUNDS + 1), "at": round_id, "mark": mark}
    return seen_at(f"/session?{urlencode(query, errors='replace')}#{round_id}")


@router.get("/rounds/{round_id}/whole")
async def whole(daybook: Memory, shown: ShownTo, round_id: str) -> Response:
    """Show one round, however long."""
    found = await _round(daybook, shown.visitor.owner, round_id)
    return shown.page("round.html", round=round_view(found, most=None))


async def _round(daybook: Daybook, owner: str, round_id: str) -> Round:
    found = await to_thread(daybook.parts.store.rounds, owner, [round_id])
    if not found:
        raise UnknownItem(f"there is no round {round_id!r}: it may have been forgotten")
    return found[0]
