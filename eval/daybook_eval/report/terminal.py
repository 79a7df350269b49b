"""A report for the terminal: tables there, tab-separated lines with their headings in a pipe."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daybook_eval.judging.grade_run import COLUMNS as GRADES, grade_rows
from daybook_eval.judging.judge_run import agreement_line
from daybook_eval.report.figures import KEY_MEASURES
from daybook_eval.report.loading import Reported
from daybook_eval.tables import Line, Listing, figure

RANKED = {
    "any@1": "recall_any@1",
    "any@5": "recall_any@5",
    "all@5": "recall_all@5",
    "all@10": "recall_all@10",
    "ndcg@10": "ndcg@10",
    "ndcg_any@10": "ndcg_any@10",
    "mrr": "mrr",
}
"""The measures of a ranking, by their headings."""
TYPED = {
    "any@5": ("round", "recall_any@5"),
    "all@5": ("round", "recall_all@5"),
    "all@10": ("round", "recall_all@10"),
    "ndcg@10": ("round", "ndcg@10"),
    "session any@5": ("session", "recall_any@5"),
    "all@5 ": ("session", "recall_all@5"),
    "evidence@4k": ("evidence", "4000"),
    "@8k": ("evidence", "8000"),
}
"""The measures of a question type, by their headings: level and measure."""
_SHORTEST = 0.05
"""Milliseconds: a stage that takes less, and calls no model, is left out."""
_ANSWERS = {
    "contains": "containment, word for word",
    "contains_words": "containment, by content words",
    "token_f1": "token F1",
    "rouge_l": "ROUGE-L",
}
_ABSTENTION = {
    "precision": "abstaining: precision",
    "recall": "abstaining: recall",
    "wrong_not_known": "wrongly not known",
}


def share(value: float | None, interval: Sequence[float] | None = None) -> str:
    """Write a share with three digits, and its interval."""
    bounds = f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval and value is not None else ""
    return figure(value) + bounds


def level_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write each level over each of its populations."""
    counts = figures["populations"]
    for level in ("round", "session"):
        yield [level, "answerable", str(counts["answerable"]), *_ranked(figures[level])]
        if counts["official"]:
            yield [level, "official", str(counts["official"]), *_ranked(figures["official"][level])]
    if counts["official"]:
        yield ["official turn", "official", str(counts["official"]), *_ranked(figures["official_turn"])]


def type_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write what is found by question type."""
    for name, group in figures["by_type"].items():
        cells = (group[level].get(measure) for level, measure in TYPED.values())
        yield [name, str(group["questions"]), *map(share, cells)]


def evidence_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write the share of questions whose evidence is packed, passages and whole turns, by budget."""
    for name, level in (("its passages", "evidence"), ("whole turns", "evidence_whole")):
        yield [name, *(share(value) for value in figures[level].values())]


def answer_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write what can be said of answers without a judge."""
    for name, value in figures["answer"].items():
        yield [_ANSWERS[name], share(value, figures["intervals"]["answer"][name])]
    for name, found in (figures["abstention"] or {}).items():
        yield [_ABSTENTION[name], f"{share(found['value'])} ({found['holding']} of {found['judged']})"]


def groups_of(judge: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give what a judge says of all questions, of those with an answer, of each type, and of the others."""
    yield from (("all", judge["overall"]), ("all but abstentions", judge["answerable"]))
    yield from (*judge["by_type"].items(), ("abstention", judge["abstention"]))


def accuracy_rows(judge: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write the verdicts of one judge, without groups that were not asked."""
    for name, found in groups_of(judge):
        counts = (str(found[key]) for key in ("correct", "judged", "asked", "unreadable"))
        if found["asked"]:
            yield [name, *counts, share(found["share"], found["interval"])]


def spent_rows(figures: Mapping[str, Any], *, calls: bool) -> Iterator[list[str]]:
    """Write the time of each stage and, with models, its mean calls and tokens."""
    costs = (figures["cost"] or {"stages": {}})["stages"]
    for stage, taken in figures["latency"].items():
        found = costs.get(stage)
        if taken["p95"] >= _SHORTEST or found:
            times = [f"{taken['questions']:,}", f"{taken['p50']:,.1f}", f"{taken['p95']:,.1f}"]
            yield [stage, *times, *(spent_cells(found) if calls else ())]


def cost_line(cost: Mapping[str, Any]) -> str:
    """Write what a question takes."""
    return (
        f"a question: {cost['calls']:.1f} calls, {cost['input_tokens']:,.0f} tokens in,"
        f" {cost['output_tokens']:,.0f} out"
    )


def difference_row(one: Mapping[str, Any]) -> list[str]:
    """Write how two runs differ in one measure."""
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


def _ranked(means: Mapping[str, float]) -> list[str]:
    return [share(means.get(measure)) for measure in RANKED.values()]


def spent_cells(found: Mapping[str, Any] | None) -> list[str]:
    """Write the mean calls, tokens in and out of a stage; nothing for one that calls no model."""
    if found is None:
        return ["", "", ""]
    tokens = (f"{found[name]:,.0f}" for name in ("input_tokens", "output_tokens"))
    return [f"{found['calls']:.1f}", *tokens]


_LISTED = 40
"""Questions that a run may have to be listed without being asked for."""
_LIST = ("=question", "=answer", "=expected", "=verdict", "#evidence")
_ERRORS = 3
UNFINISHED = "unfinished: it goes on, or was ended before its last question; this is what there is"
_JUDGED = ("#correct", "#judged", "#asked", "#unreadable", "#share, 95%")
_SPENT = ("=stage", "#questions", "#p50 ms", "#p95 ms", "#calls", "#tokens in", "#tokens out")
Parts = Iterator[Listing | Line]


def parts_of(
    runs: Sequence[Reported], compared: Iterable[Mapping[str, Any]], questions: bool | None
) -> Parts:
    """Give runs side by side, each by question type, and how the others differ from the first."""
    if len(runs) > 1:
        columns = ("=run", "#questions", *(f"#{name}" for name in KEY_MEASURES))
        yield from _table(columns, map(_overview_row, runs))
    for run in runs:
        yield from _run(run)
        if questions or (questions is None and run.figures["questions"] <= _LISTED):
            yield from _table(_LIST, map(_listed_row, run.listed()))
    for pair in compared:
        yield from ("", ((f"{pair['second']} against {pair['first']}", "bold"),))
        if not pair["same_data"]:
            yield (("made on different files: the questions may not be the same ones", "red"),)
        columns = ("=measure", "#questions", f"#{pair['first']}", f"#{pair['second']}")
        rows = list(map(difference_row, pair["measures"]))
        yield Listing((*columns, "#difference", "#95%", "#p", "=test"), rows)


def _run(run: Reported) -> Parts:
    figures = run.figures
    counts = figures["populations"]
    yield ""
    yield ((run.name, "bold"), f"  on {run.header.data.name}")
    yield (
        f"{figures['questions']} questions: {counts['answerable']} answerable with evidence"
        f" ({counts['official']} with the user's), {counts['abstention']} abstentions,"
        f" {figures['failed']} failed"
    )
    if not run.finished:
        yield ((UNFINISHED, "yellow"),)
    for failed in figures["errors"][:_ERRORS]:
        yield ((f"{failed['questions']} failed: {failed['error']}", "red"),)
    if figures["round"]:
        ranked, typed = ([f"#{name}" for name in measures] for measures in (RANKED, TYPED))
        yield from _table(("=level", "=questions", "#n", *ranked), level_rows(figures))
        yield from _table(("=rounds, by type", "#n", *typed), type_rows(figures))
        sure = figures["intervals"]["round"]["recall_all@10"]
        yield f"round all@10, 95%: {share(figures['round']['recall_all@10'], sure)}"
    if figures["evidence"]:
        budgets = [f"#{int(budget):,} tokens" for budget in figures["evidence"]]
        yield from _table(("=evidence in the context", *budgets), evidence_rows(figures))
    yield from _table(("=answers, by their words", "#share, 95%"), answer_rows(figures))
    accuracy = figures["accuracy"] or {"judges": {}, "agreement": []}
    for name, judge in accuracy["judges"].items():
        yield from _table((f"=judged by {name}", *_JUDGED), accuracy_rows(judge))
    yield from map(agreement_line, accuracy["agreement"])
    yield from _table(GRADES, grade_rows(figures["grades"] or {}))
    calls = bool(figures["cost"] and figures["cost"]["calls"])
    yield from _table(_SPENT if calls else _SPENT[:4], spent_rows(figures, calls=calls))
    if calls:
        yield cost_line(figures["cost"])


def _table(columns: Sequence[str], given: Iterable[Sequence[str]]) -> Parts:
    """Give a table below an empty line; nothing where it has no rows."""
    if held := list(given):
        yield ""
        yield Listing(columns, held)


def _listed_row(told: Mapping[str, str]) -> list[str]:
    said = " ".join(told["answer"].split())
    return [told["question"], said, told["expected"], told["verdict"], told["evidence"]]


def _overview_row(run: Reported) -> list[str]:
    cells = (run.figures[level].get(measure) for level, measure in KEY_MEASURES.values())
    return [run.name, str(run.figures["populations"]["answerable"]), *map(share, cells)]
