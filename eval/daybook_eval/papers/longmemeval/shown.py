"""What a reader is shown of values under a budget of tokens (LongMemEval, Figure 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter

from daybook.conversation import Candidate, Excerpt, Role, Round, Span
from daybook.graph.parts import Parts
from daybook.retrieve import TokenCounter, render_excerpt
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.expansions import Passage, facts_of, summary_of
from daybook_eval.papers.longmemeval.search import Ranked, ValueSearch, nearness
from daybook_eval.papers.longmemeval.values import Unit, values_of
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import SystemResult

BUDGETS = (1_000, 2_000, 4_000, 8_000, 16_000)
"""Tokens."""


class Shown(StrEnum):
    """What a value is, as the reader sees it."""

    SESSION = "session"
    ROUND = "round"
    SUMMARY = "summary"
    """The sentences that `summary_of` chooses of a session."""
    FACT = "fact"
    """The words of a round that a fact was found in."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is shown of one value: spans of rounds."""

    spans: Sequence[tuple[Round, Span]]
    text: str
    """What it is found by."""


@dataclass(frozen=True, slots=True)
class ShowValues:
    """Ranks values and packs the best under every budget; a `Recall`, which reads under one of them."""

    shown: Shown
    budget: int = BUDGETS[-1]
    """Under which it is read."""

    async def __call__(self, case: Case, parts: Parts, answers: bool) -> SystemResult:
        """Pack, and read what is packed in the order of time."""
        began = perf_counter()
        pieces = await self._pieces(case, parts)
        budgets = (self.budget,) if answers else BUDGETS
        packs = {budget: filled(pieces, budget, parts.count_tokens) for budget in budgets}
        plan = plain_plan_of(case)
        result = await read_shown(case, plan, packs[self.budget], parts, answers=answers, began=began)
        return replace(result, budget=self.budget, packs=packs)

    async def _pieces(self, case: Case, parts: Parts) -> list[_Piece]:
        """List what may be shown, best first; a summary or a fact is found by its own text."""
        if self.shown in (Shown.SESSION, Shown.ROUND):
            unit = Unit.SESSION if self.shown is Shown.SESSION else Unit.ROUND
            ranked = await ValueSearch(unit).ranked(case, parts)
            return list(_whole(ranked))
        pieces = list(_drawn(case, self.shown))
        scores = await nearness(case.question, [(one.text,) for one in pieces], parts.embedder)
        return [pieces[row] for row in (-scores).argsort(kind="stable").tolist()]


def filled(pieces: Iterable[_Piece], budget: int, count_tokens: TokenCounter) -> list[Excerpt]:
    """Show the best pieces that fit; one that does not fit is passed over, and a smaller one may come in."""
    held: dict[str, Excerpt] = {}
    for piece in pieces:
        grown = dict(_grown(held, piece, count_tokens))
        cost = sum(one.tokens for one in grown.values()) - sum(
            held[name].tokens for name in grown if name in held
        )
        if cost <= budget:
            held |= grown
            budget -= cost
    return sorted(
        held.values(), key=lambda one: (one.round.said_at, one.round.session_id, one.round.position)
    )


def _grown(
    held: dict[str, Excerpt], piece: _Piece, count_tokens: TokenCounter
) -> Iterator[tuple[str, Excerpt]]:
    """Make the excerpts of a piece's rounds with what is shown of them already."""
    for round_ in dict.fromkeys(round_ for round_, _ in piece.spans):
        name = round_.round_id
        spans = {span for one, span in piece.spans if one is round_} | set(
            held[name].spans if name in held else ()
        )
        excerpt = Excerpt(Candidate(round_, 0.0), tuple(_joined(spans)), 0)
        yield name, replace(excerpt, tokens=count_tokens(render_excerpt(excerpt)))


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Join spans of one side that overlap; the user's side first."""
    for role in (Role.USER, Role.ASSISTANT):
        reached: Span | None = None
        for span in sorted((one for one in spans if one.role is role), key=lambda one: one.start):
            if reached is not None and span.start <= reached.stop:
                reached = replace(reached, stop=max(reached.stop, span.stop))
                continue
            if reached is not None:
                yield reached
            reached = span
        if reached is not None:
            yield reached


def _whole(ranked: Ranked) -> Iterator[_Piece]:
    for value, _ in ranked.values:
        spans = [(one, Span(turn.role, 0, len(turn.content))) for one in value.rounds for turn in one.turns]
        yield _Piece(spans, value.said)


def _drawn(case: Case, shown: Shown) -> Iterator[_Piece]:
    if shown is Shown.FACT:
        for value in values_of(case, Unit.ROUND):
            yield from (_Piece(_spans([fact]), fact.text) for fact in facts_of(value))
        return
    for value in values_of(case, Unit.SESSION):
        if sentences := summary_of(value):
            yield _Piece(_spans(sentences), " ".join(one.text for one in sentences))


def _spans(passages: Iterable[Passage]) -> list[tuple[Round, Span]]:
    return [(one.round, Span(Role.USER, one.start, one.stop)) for one in passages]
