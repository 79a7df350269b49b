"""Conversations and their rounds, to which every quote leads."""

from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.round_views import read_place, round_view
from daybook.interfaces.server.page.visits import CurrentVisitor, Renderer
from daybook.store.round_queries import title_of

router = APIRouter()
_SESSIONS, _ROUNDS = 60, 30
"""On one page."""


@router.get("/sessions")
async def sessions(daybook: Memory, renderer: Renderer, page: int = 1) -> Response:
    """List conversations, the latest first."""
    found = await daybook.asessions(owner=renderer.visitor.owner)
    return renderer.page("sessions.html", page=page_of(found[::-1], page, _SESSIONS))


@router.get("/session")
async def session(
    daybook: Memory, renderer: Renderer, id: str, page: int = 1, mark: str = "", at: str = ""
) -> Response:
    """Show rounds of a conversation; of the round `at`, what `mark` names is highlighted."""
    rounds = await daybook.arounds(owner=renderer.visitor.owner, session_id=id)
    listed = page_of(rounds, page, _ROUNDS, id=id)
    opening = next((round_.user.content for round_ in rounds if round_.user), "")
    title, marked = title_of(opening) or id, read_place(mark)
    views = [round_view(round_, marked if round_.round_id == at else None) for round_ in listed.items]
    return renderer.page("session.html", page=listed, rounds=views, session_id=id, title=title)


@router.get("/rounds/{round_id}")
async def round_(daybook: Memory, visitor: CurrentVisitor, round_id: str, mark: str = "") -> Response:
    """Lead to a round in its conversation."""
    found = await daybook.afetch([round_id], owner=visitor.owner)
    if not found:
        raise UnknownItem(f"there is no round {round_id!r}: it may have been forgotten")
    session_id = found[0].session_id
    rounds = await daybook.arounds(owner=visitor.owner, session_id=session_id)
    place = next((place for place, other in enumerate(rounds) if other.round_id == round_id), 0)
    query = {"id": session_id, "page": str(place // _ROUNDS + 1), "at": round_id, "mark": mark}
    return seen_at(f"/session?{urlencode(query, errors='replace')}#{round_id}")
