"""Summarises the grades of a run by judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from daybook_eval.judging.grades import CONTRADICTION, MEASURES, Exhibited, Grade
from daybook_eval.measures.contradiction import THRESHOLD, contradiction_rate
from daybook_eval.measures.dialogue_grades import grades_of
from daybook_eval.statistics import bootstrap_interval


def summarize_grades(grades: Sequence[Grade], exhibits: Iterable[Exhibited]) -> dict[str, Any]:
    """Average the grades of each judge and measure.

    Args:
        grades: on these exhibits.
        exhibits: all that could be graded.

    Returns:
        {JUDGE: {MEASURE: {"value", "interval", "graded", "unreadable", "asked"}}}. "value" is a mean of
        grades up to 100, of contradiction the share of answers that contradict; None where nothing could
        be read. "asked" counts what there is to be graded, so that graded and unreadable ones do not
        reach it where some are not graded yet. A measure for which nothing was sought is left out.
    """
    there = Counter(one.measure for one in exhibits)
    found: dict[str, Any] = {}
    for judge in sorted({grade.judge for grade in grades}):
        for measure in MEASURES:
            given = [one.value for one in grades if (one.judge, one.measure) == (judge, measure)]
            if given:
                found.setdefault(judge, {})[measure] = _entry(measure, given, there[measure])
    return found


def _entry(measure: str, given: Sequence[float | None], asked: int) -> dict[str, Any]:
    values = [value for value in given if value is not None]
    if measure == CONTRADICTION:
        mean = contradiction_rate(given).value
        values = [float(value >= THRESHOLD) for value in values]
    else:
        mean = grades_of(given).mean
    interval = bootstrap_interval(values) if values else None
    return {
        "value": mean,
        "interval": [interval.low, interval.high] if interval else None,
        "graded": len(values),
        "unreadable": len(given) - len(values),
        "asked": asked,
    }
