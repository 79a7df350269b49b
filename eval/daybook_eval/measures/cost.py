"""The cost of questions: calls, tokens and time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from daybook.conversation import Usage


@dataclass(frozen=True, slots=True)
class CostFigures:
    """Means over questions."""

    questions: int
    calls: float
    input_tokens: float
    output_tokens: float
    without_calls: int
    """Questions that no model was asked about."""


def cost_figures(usages: Sequence[Usage]) -> CostFigures:
    """Average what questions take; raises ValueError if there are no questions."""
    if not usages:
        raise ValueError("costs need questions")
    count = len(usages)
    return CostFigures(
        questions=count,
        calls=sum(usage.calls for usage in usages) / count,
        input_tokens=sum(usage.input_tokens for usage in usages) / count,
        output_tokens=sum(usage.output_tokens for usage in usages) / count,
        without_calls=sum(usage.calls == 0 for usage in usages),
    )


def stage_costs(usages: Iterable[Mapping[str, Usage]]) -> Mapping[str, CostFigures]:
    """Average what each stage costs, over the questions that a model was asked about in it, by stage."""
    by_stage: dict[str, list[Usage]] = {}
    for question in usages:
        for stage, usage in question.items():
            by_stage.setdefault(stage, []).append(usage)
    return {stage: cost_figures(given) for stage, given in by_stage.items()}


def stage_latencies(timings: Iterable[Mapping[str, float]]) -> Mapping[str, Mapping[str, float]]:
    """Summarise milliseconds by stage: "p50", "p95" (interpolated) and "questions", which went through it."""
    by_stage: dict[str, list[float]] = {}
    for question in timings:
        for stage, milliseconds in question.items():
            by_stage.setdefault(stage, []).append(milliseconds)
    return {stage: {**_quantiles(taken), "questions": len(taken)} for stage, taken in by_stage.items()}


def _quantiles(taken: Sequence[float]) -> dict[str, float]:
    return {name: float(np.quantile(taken, share)) for name, share in (("p50", 0.5), ("p95", 0.95))}
