"""Prints the results of grading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.judging.grade_run import GradedRun
from daybook_eval.judging.grades import CONTRADICTION
from daybook_eval.judging.show import asides

COLUMNS = ("=graded by", "=measure", "#value, 95%", "#graded", "#unreadable", "#asked")


def show_graded(graded: GradedRun, *, tables: bool) -> None:
    """Print a line for each judge and measure, and on standard error what else is to be known."""
    if tables:
        Screen().table(COLUMNS, grade_rows(graded.judges), always_headed=True)
    aside = Screen(stderr=True)
    for line in _asides(graded):
        aside.line(line)


def grade_rows(judges: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    """Write each measure of each judge as a row of `COLUMNS`."""
    for judge, measures in judges.items():
        for measure, found in measures.items():
            counts = (str(found[key]) for key in ("graded", "unreadable", "asked"))
            yield [judge, measure, graded_value(measure, found), *counts]


def graded_value(measure: str, found: Mapping[str, Any]) -> str:
    """Write a mean grade with one digit, or a share with three, and its interval."""
    if found["value"] is None:
        return "–"
    low, high = found["interval"]
    if measure == CONTRADICTION:
        return f"{found['value']:.3f} [{low:.2f}, {high:.2f}]"
    return f"{found['value']:.1f} [{low:.0f}, {high:.0f}]"


def _asides(graded: GradedRun) -> Iterator[str]:
    yield from asides(graded.usage, graded.judges_itself, graded.failures, "grades")
    if graded.skipped:
        names = " and ".join(graded.skipped)
        yield f"{names} were not measured: records hold no texts of rounds; give --data the run's file"
    if graded.without_context:
        yield f"{graded.without_context} answers were given a context that is not in the data file"
