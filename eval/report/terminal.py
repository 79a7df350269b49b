"""A report for the terminal: tables there, tab-separated lines in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agent.interfaces.rendering.screen import Screen
from eval.failures import Step
from eval.judging.show_grades import COLUMNS, grade_rows
from eval.report.figures import KEY_MEASURES
from eval.report.loading import Reported

_RETRIEVAL = {
    "#any@5": ("round", "recall_any@5"),
    "#all@5": ("round", "recall_all@5"),
    "#all@10": ("round", "recall_all@10"),
    "#ndcg@10": ("round", "ndcg@10"),
    "#session any@5": ("session", "recall_any@5"),
    "#all@5 ": ("session", "recall_all@5"),
    "#evidence@4k": ("evidence", "4000"),
    "#@8k": ("evidence", "8000"),
}
_SHORTEST = 0.05
"""Milliseconds: a stage that takes less is left out."""
_ABSTENTION = {
    "precision": "abstaining: precision",
    "recall": "abstaining: recall",
    "wrong_not_known": "wrongly not known",
}


def show_report(screen: Screen, runs: Sequence[Reported], compared: Iterable[Mapping[str, Any]]) -> None:
    """Print runs side by side, each by question type, and how the others differ from the first."""
    if len(runs) > 1:
        screen.table(("=run", *(f"#{name}" for name in KEY_MEASURES)), map(_overview_row, runs))
    for run in runs:
        _show_run(screen, run)
    for pair in compared:
        screen.line("")
        screen.line((f"{pair['second']} against {pair['first']}", "bold"))
        screen.table(
            (
                "=measure",
                "#questions",
                *(f"#{pair[place]}" for place in ("first", "second")),
                *("#difference", "#95%", "#p", "=test"),
            ),
            (_difference_row(one) for one in pair["measures"]),
        )


def share(value: float | None, interval: Sequence[float] | None = None) -> str:
    """Write a share with three digits, and its interval."""
    if value is None:
        return "–"
    return f"{value:.3f}" + (f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval else "")


def _show_run(screen: Screen, run: Reported) -> None:
    figures = run.figures
    counts = figures["populations"]
    screen.line("")
    screen.line((run.name, "bold"), f"  {run.header.system} on {run.header.data.name}")
    screen.line(
        f"{figures['questions']} questions: {counts['answerable']} answerable with evidence"
        f" ({counts['official']} with the user's), {counts['abstention']} abstentions,"
        f" {figures['failed']} failed"
    )
    if figures["round"]:
        rows = [_retrieval_row("all", counts["answerable"], figures)]
        rows += [
            _retrieval_row(name, group["questions"], group) for name, group in figures["by_type"].items()
        ]
        screen.table(("=retrieval", "#n", *_RETRIEVAL), rows)
        sure = figures["intervals"]["round"]["recall_all@10"]
        screen.line(f"round all@10, 95%: {share(figures['round']['recall_all@10'], sure)}")
    if figures["answer"]:
        screen.line("")
        screen.table(("=answers, by their words", "#share, 95%"), _answer_rows(figures))
    for name, judge in (figures["accuracy"] or {"judges": {}})["judges"].items():
        screen.line("")
        screen.table(
            (f"=judged by {name}", "#correct", "#judged", "#asked", "#unreadable", "#share, 95%"),
            _accuracy_rows(judge),
        )
    if figures["grades"]:
        screen.line("")
        screen.table(COLUMNS, grade_rows(figures["grades"]))
    screen.table(
        ("=went wrong first", "#questions"), _lost_rows(figures["failures"]["by_type"].get("all", {}))
    )
    screen.line("")
    screen.table(("=stage", "#p50 ms", "#p95 ms"), _latency_rows(figures["latency"]))
    if figures["cost"] and figures["cost"]["calls"]:
        screen.line(_cost_line(figures["cost"]))


def _overview_row(run: Reported) -> list[str]:
    cells = (run.figures[level].get(measure) for level, measure in KEY_MEASURES.values())
    return [run.name, *(share(cell) for cell in cells)]


def _retrieval_row(name: str, questions: int, figures: Mapping[str, Any]) -> list[str]:
    cells = (figures[level].get(measure) for level, measure in _RETRIEVAL.values())
    return [name, str(questions), *(share(cell) for cell in cells)]


def _answer_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    sure = figures["intervals"]["answer"]
    for name, value in figures["answer"].items():
        yield [name, share(value, sure[name])]
    for name, found in (figures["abstention"] or {}).items():
        yield [_ABSTENTION[name], f"{share(found['value'])} ({found['holding']} of {found['judged']})"]


def _accuracy_rows(judge: Mapping[str, Any]) -> Iterator[list[str]]:
    groups = {
        "all": judge["overall"],
        "all but abstentions": judge["answerable"],
        **judge["by_type"],
        "abstention": judge["abstention"],
    }
    for name, found in groups.items():
        counts = (str(found[key]) for key in ("correct", "judged", "asked", "unreadable"))
        yield [name, *counts, share(found["share"], found["interval"])]


def _lost_rows(counts: Mapping[str, int]) -> Iterator[list[str]]:
    for step in Step:
        if counts.get(step.value):
            yield [step.value, str(counts[step.value])]


def _latency_rows(latency: Mapping[str, Mapping[str, float]]) -> Iterator[list[str]]:
    for stage, taken in latency.items():
        if taken["p95"] >= _SHORTEST:
            yield [stage, f"{taken['p50']:,.1f}", f"{taken['p95']:,.1f}"]


def _cost_line(cost: Mapping[str, Any]) -> str:
    money = "" if cost["cost"] is None else f", cost {cost['cost']:.5f}, together {cost['total_cost']:.4f}"
    return (
        f"a question: {cost['calls']:.1f} calls, {cost['input_tokens']:,.0f} tokens in,"
        f" {cost['output_tokens']:,.0f} out{money}"
    )


def _difference_row(one: Mapping[str, Any]) -> list[str]:
    return [
        one["measure"],
        str(one["questions"]),
        share(one["first"]),
        share(one["second"]),
        f"{one['difference']:+.3f}",
        f"[{one['low']:+.2f}, {one['high']:+.2f}]",
        f"{one['p']:.3f}" if one["p"] >= 0.001 else "<0.001",
        one["test"],
    ]
