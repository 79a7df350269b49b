"""A report for the terminal: tables there, tab-separated lines with their headings in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.judging.show import agreement_line
from daybook_eval.judging.show_grades import COLUMNS as GRADES
from daybook_eval.judging.show_grades import grade_rows
from daybook_eval.report import rows
from daybook_eval.report.figures import KEY_MEASURES
from daybook_eval.report.loading import Reported
from daybook_eval.report.rows import share

_ERRORS = 3
"""Reasons for failing that are shown."""
UNFINISHED = "unfinished: it goes on, or was ended before its last question; this is what there is"
_JUDGED = ("#correct", "#judged", "#asked", "#unreadable", "#share, 95%")
_SPENT = ("=stage", "#questions", "#p50 ms", "#p95 ms", "#calls", "#tokens in", "#tokens out", "#cost")


def show_report(screen: Screen, runs: Sequence[Reported], compared: Iterable[Mapping[str, Any]]) -> None:
    """Print runs side by side, each by question type, and how the others differ from the first."""
    if len(runs) > 1:
        _table(
            screen, ("=run", "#questions", *(f"#{name}" for name in KEY_MEASURES)), map(_overview_row, runs)
        )
    for run in runs:
        _show_run(screen, run)
    for pair in compared:
        screen.line("")
        screen.line((f"{pair['second']} against {pair['first']}", "bold"))
        if not pair["same_data"]:
            screen.line(("made on different files: the questions may not be the same ones", "red"))
        columns = ("=measure", "#questions", f"#{pair['first']}", f"#{pair['second']}")
        screen.table(
            (*columns, "#difference", "#95%", "#p", "=test"),
            map(rows.difference_row, pair["measures"]),
            always_headed=True,
        )


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
    if not run.finished:
        screen.line((UNFINISHED, "yellow"))
    for failed in figures["errors"][:_ERRORS]:
        screen.line((f"{failed['questions']} failed: {failed['error']}", "red"))
    _show_retrieval(screen, figures)
    _show_answers(screen, figures)
    _table(
        screen,
        ("=went wrong first", "#questions"),
        rows.lost_rows(figures["failures"]["by_type"].get("all", {})),
    )
    calls = bool(figures["cost"] and figures["cost"]["calls"])
    _table(screen, _SPENT if calls else _SPENT[:4], rows.spent_rows(figures, calls=calls))
    if calls:
        screen.line(rows.cost_line(figures["cost"]))


def _show_retrieval(screen: Screen, figures: Mapping[str, Any]) -> None:
    if figures["round"]:
        ranked, typed = ([f"#{name}" for name in measures] for measures in (rows.RANKED, rows.TYPED))
        _table(screen, ("=level", "=questions", "#n", *ranked), rows.level_rows(figures))
        _table(screen, ("=rounds, by type", "#n", *typed), rows.type_rows(figures))
        sure = figures["intervals"]["round"]["recall_all@10"]
        screen.line(f"round all@10, 95%: {share(figures['round']['recall_all@10'], sure)}")
    if figures["evidence"]:
        budgets = [f"#{int(budget):,} tokens" for budget in figures["evidence"]]
        _table(screen, ("=evidence in the context", *budgets), rows.evidence_rows(figures))


def _show_answers(screen: Screen, figures: Mapping[str, Any]) -> None:
    _table(screen, ("=answers, by their words", "#share, 95%"), rows.answer_rows(figures))
    accuracy = figures["accuracy"] or {"judges": {}, "agreement": []}
    for name, judge in accuracy["judges"].items():
        _table(screen, (f"=judged by {name}", *_JUDGED), rows.accuracy_rows(judge))
        for kind, found in judge["false_positives"].items():
            screen.line(f"{kind} answers, planted: {found['correct']} of {found['judged']} let pass")
    for pair in accuracy["agreement"]:
        screen.line(agreement_line(pair))
    _table(screen, GRADES, grade_rows(figures["grades"] or {}))


def _table(screen: Screen, columns: Sequence[str], given: Iterable[Sequence[str]]) -> None:
    """Print a table with its headings below an empty line; nothing where it has no rows."""
    if held := list(given):
        screen.line("")
        screen.table(columns, held, always_headed=True)


def _overview_row(run: Reported) -> list[str]:
    cells = (run.figures[level].get(measure) for level, measure in KEY_MEASURES.values())
    return [run.name, str(run.figures["populations"]["answerable"]), *map(share, cells)]
