"""Conversations and their rounds, to which every quote leads, and the search for rounds."""

import re
from collections.abc import Callable, Set
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import Response

from daybook.conversation import Candidate, Role, Round
from daybook.conversation.errors import UnknownItem
from daybook.conversation.language import Analyzer
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.round_views import RoundView, Stretch, read_place, round_view
from daybook.interfaces.server.page.visits import CurrentVisitor, Renderer
from daybook.library.daybook import Daybook
from daybook.store.round_queries import title_of

router = APIRouter()
_SESSIONS, _ROUNDS = 60, 30
"""On one page."""
_FEW, _MANY = 10, 50
"""Rounds that a search shows."""
_PASSAGE = 420
"""Characters of one side of a round that a search shows, about."""
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+"
)


@router.get("/sessions")
async def sessions(daybook: Memory, renderer: Renderer, q: str = "", page: int = 1) -> Response:
    """List conversations, the latest first."""
    words = q.casefold().split()[:20]
    chosen = [
        session
        for session in await daybook.asessions(owner=renderer.visitor.owner)
        if all(word in f"{session.title} {session.session_id}".casefold() for word in words)
    ]
    listed = page_of(chosen[::-1], page, _SESSIONS, {"q": q})
    return renderer.page("sessions.html", page=listed, q=q)


@router.get("/session")
async def session(
    daybook: Memory, renderer: Renderer, id: str, page: int = 1, mark: str = "", at: str = ""
) -> Response:
    """Show rounds of a conversation; of the round `at`, what `mark` names is highlighted."""
    rounds = await daybook.arounds(owner=renderer.visitor.owner, session_id=id)
    listed = page_of(rounds, page, _ROUNDS, {"id": id})
    opening = next((round_.user.content for round_ in rounds if round_.user), "")
    title, marked = title_of(opening) or id, read_place(mark)
    views = [round_view(round_, marked if round_.round_id == at else None) for round_ in listed.items]
    return renderer.page("session.html", page=listed, rounds=views, session_id=id, title=title)


@router.get("/rounds/{round_id}")
async def round_(daybook: Memory, visitor: CurrentVisitor, round_id: str, mark: str = "") -> Response:
    """Lead to a round in its conversation."""
    found = await _round(daybook, visitor.owner, round_id)
    rounds = await daybook.arounds(owner=visitor.owner, session_id=found.session_id)
    place = next((place for place, other in enumerate(rounds) if other.round_id == round_id), 0)
    query = {"id": found.session_id, "page": str(place // _ROUNDS + 1), "at": round_id, "mark": mark}
    return seen_at(f"/session?{urlencode(query, errors='replace')}#{round_id}")


@router.get("/rounds/{round_id}/whole")
async def whole_round(daybook: Memory, renderer: Renderer, round_id: str) -> Response:
    """Show one round, however long."""
    found = await _round(daybook, renderer.visitor.owner, round_id)
    return renderer.page("round.html", shown=round_view(found, most=None))


@router.get("/search")
async def search(daybook: Memory, renderer: Renderer, q: str = "", more: bool = False) -> Response:
    """Find rounds, best first, with the matching words highlighted."""
    if not q.strip():
        return renderer.page("search.html", q=q, rounds=None, more=False)
    limit = _MANY if more else _FEW
    found = await daybook.asearch(q, owner=renderer.visitor.owner, limit=limit)
    analyzer = daybook.language.analyzer
    rounds = [_found_view(candidate, found.plan.question, analyzer) for candidate in found.candidates]
    return renderer.page("search.html", q=q, rounds=rounds, more=len(rounds) == _FEW)


def matching_words(text: str, asked: Set[str], words: Callable[[str], list[str]]) -> list[Stretch]:
    """Return the places of the words whose stems were asked for, in any form: "ran" is none of "run"."""
    known: dict[str, bool] = {}
    matching = []
    for found in _WORD.finditer(text):
        word = found[0]
        if word not in known:
            known[word] = not asked.isdisjoint(words(word))
        if known[word]:
            matching.append(found.span())
    return matching


async def _round(daybook: Daybook, owner: str, round_id: str) -> Round:
    found = await daybook.afetch([round_id], owner=owner)
    if not found:
        raise UnknownItem(f"there is no round {round_id!r}: it may have been forgotten")
    return found[0]


def _found_view(candidate: Candidate, question: str, analyzer: Analyzer) -> RoundView:
    """Show a round that a search found, with the words highlighted that it shares with what was asked."""
    asked = frozenset(analyzer.words(question))
    highlights: dict[Role, list[Stretch]] = {
        turn.role: matching_words(turn.content, asked, analyzer.words) for turn in candidate.round.turns
    }
    if not any(highlights.values()) and candidate.matches:  # found by its meaning alone
        best = candidate.matches[0]
        sentences = analyzer.sentences(candidate.round.fields.get(best.role, ""))
        begun = ((start, stop) for start, stop in sentences if stop > best.start)
        highlights[best.role] = [next(begun, (0, 0))]  # the sentence in which the window begins
    return round_view(candidate.round, highlights, most=_PASSAGE, superseded=candidate.superseded)
