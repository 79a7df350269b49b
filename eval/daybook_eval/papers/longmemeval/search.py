"""Dense search over values by a key design, with a use of the question's time range."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Candidate, Excerpt, RetrievalPlan, Role, Round, Span, TimeRange
from daybook.graph.parts import Parts
from daybook.models.embedding import Embedder
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve import TokenCounter, render_excerpt, time_range_by_model
from daybook.retrieve.asked_period import dates_something_in
from daybook.settings import ModelRole
from daybook.text.english import ENGLISH
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.values import (
    K_IS_V,
    KeyDesign,
    Passage,
    Unit,
    Value,
    expanded,
    facts_of,
    summary_of,
    values_of,
)
from daybook_eval.systems.reading import plain_plan_of, read_shown, whole
from daybook_eval.systems.system import SystemResult

LIFT = 1.0
"""Standard deviations, as Daybook lifts what was said, or dates something, inside the range."""
_NO_KEY = -2.0


class Window(StrEnum):
    """What the time range of a question does to the values."""

    NONE = "no range"
    SAID = "filter, said"
    """Only what was said inside is found."""
    EVENTS = "filter, events"
    """Only what was said inside, or dates an event inside (the paper's)."""
    LIFT = "lift (ours)"
    """What was said inside rises by `LIFT`, and so does what dates an event inside; nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Values, best first, with their scores."""

    plan: RetrievalPlan
    values: Sequence[tuple[Value, float]]


@dataclass(frozen=True, slots=True)
class ValueSearch:
    """Ranks the values of a history; a `Recall` that searches without a store and answers nothing."""

    unit: Unit
    design: KeyDesign = K_IS_V
    window: Window = Window.NONE

    async def __call__(self, case: Case, parts: Parts, answers: bool) -> SystemResult:
        """Rank; of a session its first round stands in the ranking, which is measured by sessions."""
        began = perf_counter()
        ranked = await self.ranked(case, parts)
        candidates = [Candidate(value.rounds[0], score, {"dense": score}) for value, score in ranked.values]
        total = (perf_counter() - began) * 1000
        return SystemResult(plan=ranked.plan, fused=candidates, final=candidates, timings={"total": total})

    async def ranked(self, case: Case, parts: Parts) -> Ranked:
        """Rank the values that have a key; equal ones keep the order of the file."""
        values = list(values_of(case, self.unit))
        drawn: list[tuple[str, ...]] = [()] * len(values)
        if self.design.expansion is not None:
            drawn = await expanded(values, self.design.expansion, parts)
        keys = [self.design.texts(value.said, some) for value, some in zip(values, drawn, strict=True)]
        scores = await nearness(case.question, keys, parts.embedder)
        plan = plain_plan_of(case)
        if self.window is not Window.NONE:
            plan = replace(plan, time_range=await _period(case, plan, parts))
            scores = _in_window(scores, values, plan.time_range, self.window)
        order = [row for row in np.argsort(-scores, kind="stable").tolist() if scores[row] > _NO_KEY]
        return Ranked(plan, [(values[row], float(scores[row])) for row in order])


async def _period(case: Case, plan: RetrievalPlan, parts: Parts) -> TimeRange | None:
    """Find the question's time range by the model for understanding, where there is one, else by rules."""
    models, prompt = ModelsWithFallback.begin(parts.models), parts.prompts["time_range"]
    return await models.call(
        "time_range",
        ModelRole.UNDERSTAND,
        lambda model: time_range_by_model(case.question, case.asked_at, plan.time_range, model, prompt),
        plan.time_range,
    )


async def nearness(question: str, keys: Sequence[Sequence[str]], embedder: Embedder) -> NDArray[np.float64]:
    """Score each value by the cosine of its nearest key to the question; below -1 where it has none."""
    texts = list(dict.fromkeys(text for some in keys for text in some))
    scores = np.full(len(keys), _NO_KEY)
    if not texts:
        return scores
    vectors = await embedder.embed([question, *texts])
    cosines = dict(zip(texts, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    for row, some in enumerate(keys):
        scores[row] = max((cosines[text] for text in some), default=_NO_KEY)
    return scores


def _in_window(
    scores: NDArray[np.float64], values: Sequence[Value], period: TimeRange | None, window: Window
) -> NDArray[np.float64]:
    if period is None:
        return scores
    said = np.array([any(round_.said_at in period for round_ in value.rounds) for value in values])
    if window is Window.SAID:
        return np.where(said, scores, _NO_KEY)
    dated = np.array(
        [
            any(dates_something_in(period, round_, ENGLISH.analyzer) for round_ in value.rounds)
            for value in values
        ]
    )
    if window is Window.EVENTS:
        return np.where(said | dated, scores, _NO_KEY)
    keyed = scores > _NO_KEY
    spread = float(scores[keyed].std()) if keyed.any() else 0.0
    return np.where(keyed, scores + LIFT * spread * (said.astype(float) + dated.astype(float)), _NO_KEY)


BUDGETS = (1_000, 2_000, 4_000, 8_000, 16_000)


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
        scores = await nearness(case.question, [(piece.text,) for piece in pieces], parts.embedder)
        return [pieces[row] for row in (-scores).argsort(kind="stable").tolist()]


def filled(pieces: Iterable[_Piece], budget: int, count_tokens: TokenCounter) -> list[Excerpt]:
    """Show the best pieces that fit; one that does not fit is passed over, and a smaller one may come in."""
    held: dict[str, Excerpt] = {}
    for piece in pieces:
        grown = dict(_grown(held, piece, count_tokens))
        cost = sum(excerpt.tokens for excerpt in grown.values())
        cost -= sum(held[name].tokens for name in grown if name in held)
        if cost <= budget:
            held |= grown
            budget -= cost
    rounds = (excerpt.round for excerpt in held.values())
    in_time = sorted(rounds, key=lambda round_: (round_.said_at, round_.session_id, round_.position))
    return [held[round_.round_id] for round_ in in_time]


def _grown(
    held: dict[str, Excerpt], piece: _Piece, count_tokens: TokenCounter
) -> Iterator[tuple[str, Excerpt]]:
    """Make the excerpts of a piece's rounds with what is shown of them already."""
    for round_ in dict.fromkeys(round_ for round_, _ in piece.spans):
        name = round_.round_id
        spans = {span for spanned, span in piece.spans if spanned is round_}
        spans.update(held[name].spans if name in held else ())
        excerpt = Excerpt(Candidate(round_, 0.0), tuple(_joined(spans)), 0)
        yield name, replace(excerpt, tokens=count_tokens(render_excerpt(excerpt)))


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Join spans of one side that overlap; the user's side first."""
    for role in (Role.USER, Role.ASSISTANT):
        joined: list[Span] = []
        for span in sorted((span for span in spans if span.role is role), key=lambda span: span.start):
            if joined and span.start <= joined[-1].stop:
                joined[-1] = replace(joined[-1], stop=max(joined[-1].stop, span.stop))
            else:
                joined.append(span)
        yield from joined


def _whole(ranked: Ranked) -> Iterator[_Piece]:
    for value, _ in ranked.values:
        spans = [
            (round_, Span(turn.role, 0, len(turn.content)))
            for round_ in value.rounds
            for turn in round_.turns
        ]
        yield _Piece(spans, value.said)


def _drawn(case: Case, shown: Shown) -> Iterator[_Piece]:
    if shown is Shown.FACT:
        for value in values_of(case, Unit.ROUND):
            yield from (_Piece(_spans([fact]), fact.text) for fact in facts_of(value))
        return
    for value in values_of(case, Unit.SESSION):
        if sentences := summary_of(value):
            yield _Piece(_spans(sentences), " ".join(sentence.text for sentence in sentences))


def _spans(passages: Iterable[Passage]) -> list[tuple[Round, Span]]:
    return [(passage.round, Span(Role.USER, passage.start, passage.stop)) for passage in passages]


@dataclass(frozen=True, slots=True)
class AnswerFromValues:
    """Reads the best values of a search, whatever they cost; a `Recall`."""

    search: ValueSearch
    most: int

    async def __call__(self, case: Case, parts: Parts, answers: bool) -> SystemResult:
        """Search, and read."""
        began = perf_counter()
        ranked = await self.search.ranked(case, parts)
        rounds = [round_ for value, _ in ranked.values[: self.most] for round_ in value.rounds]
        excerpts = whole(rounds, parts.count_tokens)
        return await read_shown(case, ranked.plan, excerpts, parts, answers=answers, began=began)
