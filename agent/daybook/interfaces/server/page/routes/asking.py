"""Questions to memory, and their answers."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.documents.cited import still_kept
from daybook.errors import UnknownItem
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.kept import KeptHere
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.views.answers import answer_view
from daybook.interfaces.server.page.views.moments import chosen
from daybook.interfaces.server.page.visitor import Acting

router = APIRouter(prefix="/ask")


@router.get("")
async def form(shown: ShownTo) -> Response:
    """Ask for a question."""
    return shown.page("ask.html", view=None)


@router.post("")
async def ask(
    daybook: Memory,
    kept: KeptHere,
    visitor: Acting,
    question: Annotated[str, Form()] = "",
    asked_at: Annotated[str, Form()] = "",
    as_of: Annotated[str, Form()] = "",
) -> Response:
    """Answer a question. The answer is kept for its page, so that going back to it asks no model again."""
    explanation = await daybook.aexplain(
        question,
        owner=visitor.owner,
        asked_at=chosen(asked_at, "asked on"),
        as_of=chosen(as_of, "said until"),
    )
    return seen_at(f"/ask/{kept.answers.put(visitor.owner, explanation)}")


@router.get("/{key}")
async def answer(daybook: Memory, kept: KeptHere, shown: ShownTo, key: str) -> Response:
    """Show an answer with the rounds that it rests on.

    Raises:
        UnknownItem: it is not kept any more, or something of it was forgotten meanwhile.
    """
    owner = shown.visitor.owner
    explanation = kept.answers.find(owner, key)
    found = explanation.answer
    cited = dict.fromkeys(one.round_id for one in found.evidence)
    names = cited | dict.fromkeys(note.round_id for note in found.notes)
    rounds = {one.round_id: one for one in await to_thread(daybook.parts.store.rounds, owner, list(names))}
    store, now = daybook.parts.store, daybook.parts.clock()
    has_documents = await to_thread(still_kept, store, owner, found.documents, at=now)
    if rounds.keys() != names.keys() or not has_documents:
        kept.answers.drop(owner)
        raise UnknownItem("something that this answer rests on was forgotten meanwhile: ask again")
    return shown.page("ask.html", view=answer_view(explanation, [rounds[name] for name in cited]))
