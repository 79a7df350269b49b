"""The cost of questions: calls, tokens and time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor

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


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, interpolated between neighbours.

    Raises ValueError if there are no values, or the share is not between 0 and 1.

    Source: Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996, definition 7 (NumPy's default).
    """
    if not values or not 0 <= share <= 1:
        raise ValueError("a percentile needs values, and a share from 0 to 1")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def stage_latencies(timings: Iterable[Mapping[str, float]]) -> Mapping[str, Mapping[str, float]]:
    """Summarise milliseconds by stage: "p50", "p95" and "questions", how many went through it."""
    by_stage: dict[str, list[float]] = {}
    for question in timings:
        for stage, milliseconds in question.items():
            by_stage.setdefault(stage, []).append(milliseconds)
    return {
        stage: {"p50": percentile(taken, 0.5), "p95": percentile(taken, 0.95), "questions": len(taken)}
        for stage, taken in by_stage.items()
    }
