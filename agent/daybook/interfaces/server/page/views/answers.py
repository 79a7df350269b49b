"""An answer: its text, the rounds that it rests on with the quotes lit up, its cost, and where time went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from daybook.conversation import (
    Answer,
    Candidate,
    DocumentEvidence,
    Evidence,
    Role,
    Round,
    Usage,
    below_title,
)
from daybook.english.sentences import sentence_spans
from daybook.english.words import words_of
from daybook.interfaces.rendering.stages import STEPS
from daybook.interfaces.server.page.views.lit import Stretch, found_in
from daybook.interfaces.server.page.views.matching import lit_words
from daybook.interfaces.server.page.views.moments import day
from daybook.interfaces.server.page.views.rounds import Lit, QuoteView, RoundView, quote_view, round_view
from daybook.library.explain import Explanation
from daybook.llm import Call

_SHOWN_FROM = 0.05
"""Milliseconds: quicker steps are counted together."""


@dataclass(frozen=True, slots=True)
class NoteView:
    """What was taken from a round."""

    quote: QuoteView
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class StageView:
    """A step, and the milliseconds that it took."""

    name: str
    ms: float


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer, with everything that stands behind it."""

    question: str
    text: str
    not_known: bool
    nearest: bool
    unsupported: tuple[str, ...]
    by_rules: tuple[str, ...]
    """Steps that a model was to do and rules did, with why."""
    rounds: tuple[RoundView, ...]
    documents: tuple[DocumentEvidence, ...]
    notes: tuple[NoteView, ...]
    looked_at: int
    """How many rounds were found, of which some were read."""
    read: int
    usage: Usage
    calls: tuple[Call, ...]
    stages: tuple[StageView, ...]
    total: float
    """Milliseconds."""


def answer_view(explanation: Explanation, rounds: Sequence[Round]) -> AnswerView:
    """Show an answer.

    Args:
        explanation: the answer, and how it came about.
        rounds: those of its evidence, as they are kept.
    """
    answer = explanation.answer
    reasons = answer.degraded_reasons
    return AnswerView(
        question=answer.plan.question,
        text=answer.text,
        not_known=answer.not_known,
        nearest=answer.nearest,
        unsupported=answer.unsupported,
        by_rules=tuple(f"{STEPS.get(step, step)}: {why}" for step, why in reasons.items()),
        rounds=tuple(round_view(one, _quoted(one, answer.evidence)) for one in rounds),
        documents=tuple(
            replace(one, heading=below_title(one.heading, one.title)) for one in answer.documents
        ),
        notes=tuple(_notes(answer)),
        looked_at=len(explanation.found),
        read=len(explanation.packed),
        usage=answer.usage,
        calls=explanation.calls,
        stages=tuple(_stages(answer.timings)),
        total=answer.timings.get("total", 0.0),
    )


def found_view(candidate: Candidate, question: str, *, most: int) -> RoundView:
    """Show a round that a search found, with the words lit up that it shares with what was asked."""
    asked = frozenset(words_of(question))
    lit: dict[Role, list[Stretch]] = {
        turn.role: lit_words(turn.content, asked) for turn in candidate.round.turns
    }
    if not any(lit.values()) and candidate.matches:  # found by its meaning alone
        best = candidate.matches[0]
        lit[best.role] = [_opening(candidate.round.fields.get(best.role, ""), best.start)]
    return round_view(candidate.round, lit, most=most, superseded=candidate.superseded)


def _opening(text: str, start: int) -> Stretch:
    """Give the sentence in which a window begins."""
    spans = sentence_spans(text)
    return next(((begin, stop) for begin, stop in spans if stop > start), (0, 0))


def _quoted(round_: Round, evidence: Sequence[Evidence]) -> Lit:
    quotes = [one.quote for one in evidence if one.round_id == round_.round_id]
    return {role: found_in(text, quotes) for role, text in round_.fields.items()}


def _notes(answer: Answer) -> Iterator[NoteView]:
    for note in answer.notes:
        old = note.superseded
        text = note.text + (f" (not so any more since {day(old.at)})" if old else "")
        by = "you" if note.role is Role.USER else "assistant"
        yield NoteView(quote_view(note.quote, note.said_at, note.round_id), by, text)


def _stages(timings: Mapping[str, float]) -> Iterator[StageView]:
    quick = 0.0
    for step, ms in timings.items():
        if step != "total" and ms >= _SHOWN_FROM:
            yield StageView(STEPS.get(step, step.replace("_", " ")), ms)
        elif step != "total":
            quick += ms
    if quick:
        yield StageView("everything else", quick)
