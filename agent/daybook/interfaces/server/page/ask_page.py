"""Questions to memory, and their answers: the text, what it rests on, its cost, and where time went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.conversation import Answer, Evidence, Role, Round, below_title
from daybook.errors import UnknownItem
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import day_field, seen_at
from daybook.interfaces.server.page.round_views import (
    Highlights,
    QuoteView,
    day,
    found_in,
    quote_view,
    round_view,
)
from daybook.interfaces.server.page.visits import FormSender, Recent, Renderer

router = APIRouter(prefix="/ask")
_SHOWN_FROM = 0.05
"""Milliseconds: quicker steps are counted together."""


@router.get("")
async def form(renderer: Renderer) -> Response:
    """Ask for a question."""
    return renderer.page("ask.html", answer=None)


@router.post("")
async def ask(
    daybook: Memory,
    recent: Recent,
    visitor: FormSender,
    question: Annotated[str, Form()] = "",
    asked_at: Annotated[str, Form()] = "",
    as_of: Annotated[str, Form()] = "",
) -> Response:
    """Answer a question. The answer is kept for its page, so that going back to it asks no model again."""
    explanation = await daybook.aexplain(
        question,
        owner=visitor.owner,
        asked_at=day_field(asked_at, "asked on"),
        as_of=day_field(as_of, "said until"),
    )
    return seen_at(f"/ask/{recent.answers.put(visitor.owner, explanation)}")


@router.get("/{key}")
async def answer(daybook: Memory, recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show an answer with the rounds that it rests on.

    Raises:
        UnknownItem: it is not kept any more, or something of it was forgotten meanwhile.
    """
    owner = renderer.visitor.owner
    explanation = recent.answers.find(owner, key)
    found = explanation.answer
    cited = dict.fromkeys(evidence.round_id for evidence in found.evidence)
    names = cited | dict.fromkeys(note.round_id for note in found.notes)
    rounds = {round_.round_id: round_ for round_ in await daybook.afetch(list(names), owner=owner)}
    has_documents = await daybook.documents.astill_kept(found.documents, owner=owner)
    if rounds.keys() != names.keys() or not has_documents:
        recent.answers.drop(owner)
        raise UnknownItem("something that this answer rests on was forgotten meanwhile: ask again")
    reasons = found.degraded_reasons
    return renderer.page(
        "ask.html",
        answer=found,
        by_rules=[f"{STEPS.get(step, step)}: {why}" for step, why in reasons.items()],
        rounds=[round_view(rounds[name], _quoted(rounds[name], found.evidence)) for name in cited],
        documents=[
            replace(cited, heading=below_title(cited.heading, cited.title)) for cited in found.documents
        ],
        notes=list(_notes(found)),
        looked_at=len(explanation.found),
        read=len(explanation.packed),
        calls=explanation.calls,
        stages=list(_stages(found.timings)),
        total=found.timings.get("total", 0.0),
    )


def _quoted(round_: Round, evidence: Sequence[Evidence]) -> Highlights:
    quotes = [cited.quote for cited in evidence if cited.round_id == round_.round_id]
    return {role: found_in(text, quotes) for role, text in round_.fields.items()}


def _notes(answer: Answer) -> Iterator[tuple[QuoteView, str, str]]:
    """Yield what was taken from each round: its quote, who said that, and the note."""
    for note in answer.notes:
        old = note.superseded
        text = note.text + (f" (not so any more since {day(old.at)})" if old else "")
        by = "you" if note.role is Role.USER else "assistant"
        yield quote_view(note.quote, note.said_at, note.round_id), by, text


def _stages(timings: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield the steps and the milliseconds that each took."""
    quick = 0.0
    for step, ms in timings.items():
        if step != "total" and ms >= _SHOWN_FROM:
            yield STEPS.get(step, step.replace("_", " ")), ms
        elif step != "total":
            quick += ms
    if quick:
        yield "everything else", quick
