"""Prints the results of judging and of grading."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress as ProgressBar,
    TextColumn,
    TimeRemainingColumn,
)

from daybook.conversation import Usage
from daybook.interfaces.rendering.screen import Screen
from daybook_eval.judging.grade_run import CONTRADICTION, GradedRun
from daybook_eval.judging.judge_run import Failure, Judged
from daybook_eval.judging.judges import Progress
from daybook_eval.tables import figure

_COLUMNS = (
    "judge",
    "#correct",
    "#judged",
    "#asked",
    "#unreadable",
    "#share",
    "#wrong let pass",
    "#vague let pass",
)


@contextmanager
def progress_bar(doing: str = "judging") -> Iterator[Progress]:
    """Show how much is done and how long the rest will take, on a terminal's standard error."""
    bar = ProgressBar(
        TextColumn(doing),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
    )
    bar.disable = not bar.console.is_terminal
    task = bar.add_task(doing, total=None)
    with bar:
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show_judged(judged: Judged, *, tables: bool) -> None:
    """Print a line for each judge and each two of them, and on standard error what else to know."""
    if tables:
        screen = Screen()
        judges = judged.summary["judges"]
        rows = (_judge_row(name, found) for name, found in judges.items())
        screen.table(_COLUMNS, rows, always_headed=True)
        for pair in judged.summary["agreement"]:
            screen.line(agreement_line(pair))
    aside = Screen(stderr=True)
    for line in _judging_asides(judged):
        aside.line(line)


def _judging_asides(judged: Judged) -> Iterator[str]:
    yield from asides(judged.usage, judged.judges_itself, judged.failures, "verdicts")
    if judged.strangers:
        yield f"{judged.strangers} of people's verdicts are on questions that the run has no answer to"


def asides(
    usage: Usage, judges_itself: Sequence[str], failures: Sequence[Failure], called: str
) -> Iterator[str]:
    """Say what judging cost, whether a judge is one of those judged, and what could not be had."""
    yield from spent(usage)
    for name in judges_itself:
        yield f"{name} wrote answers of this run as well: another judge is to be believed more"
    if failures:
        first = failures[0]
        yield (
            f"{len(failures)} {called} could not be had, the first by {first.judge} on"
            f" {first.question_id}: {first.problem}; the same command tries again"
        )


def agreement_line(pair: Mapping[str, Any]) -> str:
    """Say how far two judges agree."""
    kappa = "not defined" if pair["kappa"] is None else f"{pair['kappa']:.2f}"
    return (
        f"{' and '.join(pair['judges'])}: the same on {pair['observed']:.0%} of"
        f" {pair['questions']} answers, kappa {kappa}"
    )


def spent(usage: Usage) -> Iterator[str]:
    """Say what calls cost, where there were any."""
    if usage.calls:
        cost = "" if usage.cost is None else f", cost {usage.cost:.4f}"
        yield f"{usage.calls} calls, {usage.input_tokens:,} tokens in, {usage.output_tokens:,} out{cost}"


def _judge_row(name: str, found: Mapping[str, Any]) -> list[str]:
    planted = (found["false_positives"].get(kind) for kind in ("wrong", "vague"))
    return [
        name,
        *(str(found[key]) for key in ("correct", "judged", "asked", "unreadable")),
        figure(found["share"]),
        *("–" if share is None else f"{share['correct']} of {share['judged']}" for share in planted),
    ]


COLUMNS = ("=graded by", "=measure", "#value, 95%", "#graded", "#unreadable", "#asked")


def show_graded(graded: GradedRun, *, tables: bool) -> None:
    """Print a line for each judge and measure, and on standard error what else to know."""
    if tables:
        Screen().table(COLUMNS, grade_rows(graded.judges), always_headed=True)
    aside = Screen(stderr=True)
    for line in _grading_asides(graded):
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


def _grading_asides(graded: GradedRun) -> Iterator[str]:
    yield from asides(graded.usage, graded.judges_itself, graded.failures, "grades")
    if graded.skipped:
        names = " and ".join(graded.skipped)
        yield f"{names} were not measured: records hold no texts of rounds; give --data the run's file"
    if graded.without_context:
        yield f"{graded.without_context} answers were given a context that is not in the data file"
