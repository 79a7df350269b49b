"""The cost of questions: calls, tokens and time."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

import numpy as np

from daybook.conversation import Usage


def cost_figures(usages: Sequence[Usage]) -> dict[str, float]:
    """Average what questions take; "without_calls" counts those that no model was asked about."""
    return {
        "questions": len(usages),
        "calls": fmean(usage.calls for usage in usages),
        "input_tokens": fmean(usage.input_tokens for usage in usages),
        "output_tokens": fmean(usage.output_tokens for usage in usages),
        "without_calls": sum(usage.calls == 0 for usage in usages),
    }


def stage_costs(usages: Iterable[Mapping[str, Usage]]) -> Mapping[str, Mapping[str, float]]:
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
