"""Answers and rounds out of memory."""

from __future__ import annotations

from asyncio import to_thread
from datetime import datetime

from daybook.conversation import Candidate, Excerpt, Role, Round, Span
from daybook.english.words import words_of
from daybook.errors import UnknownItem
from daybook.interfaces.operations.results import (
    Citation,
    DocumentCitation,
    FoundRound,
    FoundRounds,
    Recalled,
)
from daybook.library.daybook import Daybook
from daybook.retrieve.matching_windows import cut_to_matches

PASSAGE = 600
"""Characters of one side of a round that a search shows."""


async def recall(
    daybook: Daybook, owner: str, question: str, *, asked_at: datetime | None = None
) -> Recalled:
    """Answer a question from memory with its evidence, as `Daybook.aask` does, beside what must be heeded.

    Raises:
        BadInput: there is no question, or a longer one than DAYBOOK_QUESTION_LIMIT allows.
    """
    answer = await daybook.aask(question, owner=owner, asked_at=asked_at)
    context = await daybook.acontext_for(question, owner=owner, asked_at=asked_at)
    return Recalled(
        answer=answer.text,
        not_known=answer.not_known,
        doubt=None if answer.doubt is None else round(answer.doubt, 2),
        evidence=[Citation.of(one) for one in answer.evidence],
        documents=[DocumentCitation.of(one) for one in answer.documents],
        constraints=[item.quote for item in context.constraints],
        degraded=list(answer.degraded),
    )


async def search(
    daybook: Daybook, owner: str, query: str, *, limit: int = 10, asked_at: datetime | None = None
) -> FoundRounds:
    """Find rounds, best first, as `Daybook.asearch` does; long turns are cut to the passages that matched."""
    found = await daybook.asearch(query, owner=owner, limit=limit, asked_at=asked_at)
    return FoundRounds(rounds=[passages(one, found.plan.question) for one in found.candidates])


async def fetch(daybook: Daybook, owner: str, round_id: str) -> FoundRound:
    """Give a round whole, word for word.

    Raises:
        UnknownItem: the owner has no such round.
    """
    found = await to_thread(daybook.parts.store.rounds, owner, [round_id])
    if not found:
        raise UnknownItem(f"{owner!r} has no round {round_id!r}: a search finds rounds")
    return _whole(found[0])


def passages(candidate: Candidate, question: str) -> FoundRound:
    """Show of a round its turns, and of a long turn the sentences around what matched."""
    asked = set(words_of(question))

    def shared(text: str) -> float:
        return len(asked.intersection(words_of(text)))

    shown = _whole(candidate.round)
    cut: dict[str, object] = {"score": candidate.score}
    for role, text in candidate.round.fields.items():
        if len(text) > PASSAGE:
            matches = [span for span in candidate.matches if span.role is role]
            stretches = cut_to_matches(text, matches, room=PASSAGE, count_tokens=len, relevance=shared)
            spans = tuple(Span(role, start, stop) for start, stop in stretches)
            cut |= {str(role): Excerpt(candidate, spans, tokens=0).shown(Role(role)), "is_cut": True}
    return shown.model_copy(update=cut)


def _whole(round_: Round) -> FoundRound:
    return FoundRound(
        round_id=round_.round_id,
        session_id=round_.session_id,
        said_at=round_.said_at.isoformat(),
        user=round_.user.content if round_.user else "",
        assistant=round_.assistant.content if round_.assistant else "",
    )
