"""Latency by stage: the median and the 95th percentile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, interpolated between neighbours.

    Raises:
        ValueError: there are no values, or the share is not between 0 and 1.

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
    """Summarise the times of many questions.

    Args:
        timings: of each question milliseconds by stage; a stage that it skipped is missing.

    Returns:
        By stage "p50", "p95" and "questions", how many went through it; stages in order of appearance.
    """
    by_stage: dict[str, list[float]] = {}
    for question in timings:
        for stage, milliseconds in question.items():
            by_stage.setdefault(stage, []).append(milliseconds)
    return {
        stage: {"p50": percentile(taken, 0.5), "p95": percentile(taken, 0.95), "questions": len(taken)}
        for stage, taken in by_stage.items()
    }
