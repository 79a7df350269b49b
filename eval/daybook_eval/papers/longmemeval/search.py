"""Dense search over values by a key design, with a use of the question's time range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Candidate, RetrievalPlan, TimeRange
from daybook.embedding import Embedder
from daybook.graph.parts import Parts
from daybook.llm import ModelsWithFallback
from daybook.retrieve.event_dates import dates_something_in
from daybook.settings import ModelRole
from daybook.understand import time_range_by_model
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.by_model import expanded
from daybook_eval.papers.longmemeval.keys import K_IS_V, KeyDesign
from daybook_eval.papers.longmemeval.values import Unit, Value, values_of
from daybook_eval.systems.planning import plain_plan_of
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
    said = np.array([any(one.said_at in period for one in value.rounds) for value in values])
    if window is Window.SAID:
        return np.where(said, scores, _NO_KEY)
    dated = np.array([any(dates_something_in(period, one) for one in value.rounds) for value in values])
    if window is Window.EVENTS:
        return np.where(said | dated, scores, _NO_KEY)
    keyed = scores > _NO_KEY
    spread = float(scores[keyed].std()) if keyed.any() else 0.0
    return np.where(keyed, scores + LIFT * spread * (said.astype(float) + dated.astype(float)), _NO_KEY)
