"""Prints what came of episodes, task by task, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Column
from rich.text import Text

from daybook_eval.meme.episode import Task
from daybook_eval.meme.run import PAIRED, Outcome, Verdict
from daybook_eval.tables import draw, figure

NAMES = {
    Task.EXACT: "exact recall",
    Task.AGGREGATION: "aggregation",
    Task.TRACKING: "tracking",
    Task.DELETION: "deletion",
    Task.CASCADE: "cascade",
    Task.ABSENCE: "absence",
}
PUBLISHED = {Task.CASCADE: 0.03, Task.ABSENCE: 0.01}
"""The mean of six systems on the benchmark's own episodes, by its own judge (arXiv 2605.12477)."""


def show_outcomes(found: Mapping[str, Sequence[Outcome]], *, verbose: bool) -> None:
    """Print a table for each condition; with `verbose` what was answered to each question as well."""
    console = Console(highlight=False)
    for condition, outcomes in found.items():
        columns = ("asked", "before", "after", "done", "stale", "not known", "below", "MEME")
        rows = (_row(Task(task), figures) for task, figures in shape_of(outcomes).items())
        draw(condition, (Column("task", no_wrap=True), *columns), rows, console=console)
        if verbose:
            _show_each(console, outcomes)
    paired = ", ".join(NAMES[task] for task in Task if task in PAIRED)
    note = (
        "before, after: right first of all; below: right in a later paragraph. done: right after, and for "
        f"{paired} right before as well. MEME: six systems on that benchmark's episodes, judged by a model."
    )
    console.print(note)


def shape_of(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """Count what came of each task; "below" are those whose answer holds it further down."""
    return {task.value: _figures([outcome for outcome in outcomes if outcome.task is task]) for task in Task}


def outcomes_shape(found: Mapping[str, Sequence[Outcome]]) -> dict[str, Any]:
    """Write the counts and the answers as plain values."""
    return {
        condition: {
            "tasks": shape_of(outcomes),
            "outcomes": [
                {
                    "episode_id": outcome.episode_id,
                    "task": outcome.task,
                    "hop": outcome.hop,
                    "question": outcome.question,
                    "before": outcome.before,
                    "after": outcome.after,
                    "answer": outcome.answer,
                }
                for outcome in outcomes
            ],
        }
        for condition, outcomes in found.items()
    }


def _figures(outcomes: Sequence[Outcome]) -> dict[str, int]:
    after = [outcome.after for outcome in outcomes]
    return {
        "asked": len(outcomes),
        "asked_before": sum(one.before is not None for one in outcomes),
        "right_before": sum(one.before is Verdict.RIGHT for one in outcomes),
        "right_after": after.count(Verdict.RIGHT),
        "done": sum(one.done for one in outcomes),
        "stale": after.count(Verdict.STALE),
        "not_known": after.count(Verdict.NOT_KNOWN),
        "below": after.count(Verdict.BELOW),
    }


def _row(task: Task, figures: Mapping[str, int]) -> tuple[object, ...]:
    published = PUBLISHED.get(task)
    return (
        NAMES[task],
        figures["asked"],
        _share(figures["right_before"], figures["asked_before"]),
        _share(figures["right_after"], figures["asked"]),
        _share(figures["done"], figures["asked"]),
        *(figures[name] for name in ("stale", "not_known", "below")),
        "" if published is None else f"{published:.0%}",
    )


def _share(part: int, whole: int) -> str:
    return figure(part / whole if whole else None, ".0%")


def _show_each(console: Console, outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        before = outcome.before.value if outcome.before else "–"
        marks = f"before {before}, after {outcome.after.value}"
        head = f"{outcome.episode_id} {outcome.task.value}: {marks}. {outcome.question}"
        console.print(Text(head, style="bold"))
        console.print(Text(f"  {' '.join(outcome.answer.split())[:200]}"))
