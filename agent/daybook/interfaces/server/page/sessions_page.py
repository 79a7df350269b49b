"""Conversations and their rounds word for word, with the stretches highlighted to which a quote leads."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation import Role, Round, Turn
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.visits import CurrentVisitor, FormSender, Renderer
from daybook.store.round_queries import title_of

Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""
Highlights = Mapping[Role, Sequence[Stretch]]
"""The highlighted stretches of each side of a round."""
Pieces = list[tuple[str, bool]]
"""A text in pieces; True for those that are highlighted."""


class RoundView(NamedTuple):
    """A round, with its sides as they are shown."""

    round: Round
    turns: list[tuple[Turn, Pieces]]


def round_view(round_: Round, highlights: Highlights | None = None) -> RoundView:
    """Show a round, with stretches of its sides highlighted."""
    given = highlights or {}
    return RoundView(
        round_, [(turn, pieces(turn.content, given.get(turn.role, ()))) for turn in round_.turns]
    )


def read_place(text: str) -> Highlights:
    """Read "user:10:25", a side of a round and the characters in it; {} if it cannot be read."""
    side, _, numbers = text.partition(":")
    start, _, stop = numbers.partition(":")
    if side not in tuple(Role) or not (start.isdecimal() and stop.isdecimal()):
        return {}
    return {Role(side): [(int(start), int(stop))]} if len(numbers) < 20 else {}


def found_in(text: str, quotes: Iterable[str]) -> list[Stretch]:
    """Return the first place of each quote in a text; of one that does not stand there, none."""
    places = ((text.find(quote), quote) for quote in quotes if quote)
    return [(start, start + len(quote)) for start, quote in places if start >= 0]


def pieces(text: str, stretches: Iterable[Stretch]) -> Pieces:
    """Highlight stretches of a text, which may overlap, and lie outside of it."""
    found: Pieces = []
    reached = 0
    for start, stop in sorted(stretches):
        start, stop = min(max(start, reached), len(text)), min(stop, len(text))
        if start < stop:
            found += [(text[reached:start], False), (text[start:stop], True)]
            reached = stop
    return [(piece, lit) for piece, lit in (*found, (text[reached:], False)) if piece]


router = APIRouter()
_SESSIONS, _ROUNDS = 60, 30
"""On one page."""


@router.get("/sessions")
async def sessions(daybook: Memory, renderer: Renderer, page: int = 1) -> Response:
    """List conversations, the latest first."""
    owner = renderer.visitor.owner
    found = await daybook.asessions(owner=owner)
    zone = str(await daybook.azone(owner=owner))
    return renderer.page("sessions.html", page=page_of(found[::-1], page, _SESSIONS), zone=zone)


@router.post("/time-zone")
async def choose_time_zone(
    daybook: Memory, visitor: FormSender, zone: Annotated[str, Form()] = ""
) -> Response:
    """Have the owner's days begin in another zone; without a name in that of the server."""
    await daybook.aset_zone(zone.strip() or None, owner=visitor.owner)
    return seen_at("/sessions")


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
