"""Figures of a run as rows of texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from daybook_eval.failures import Step

RANKED = {
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
_BY_HALVES = ("contains", "contains_words")
_ABSTENTION = {
    "precision": "abstaining: precision",
    "recall": "abstaining: recall",
    "wrong_not_known": "wrongly not known",
}


def share(value: float | None, interval: Sequence[float] | None = None) -> str:
    """Write a share with three digits, and its interval."""
    if value is None:
        return "–"
    return f"{value:.3f}" + (f" [{interval[0]:.2f}, {interval[1]:.2f}]" if interval else "")


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
    """Write what is found by question type, and of either half of the questions."""
    halves = {f"- {name}": half["found"] for name, half in figures["halves"].items()}
    for name, group in {**figures["by_type"], **halves}.items():
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
    for half, group in figures["halves"].items():
        for name in _BY_HALVES:
            if name in group["answer"]:
                told = f"- {half} ({group['questions']}), {_ANSWERS[name]}"
                yield [told, share(group["answer"][name], group["intervals"]["answer"][name])]
    for name, found in (figures["abstention"] or {}).items():
        yield [_ABSTENTION[name], f"{share(found['value'])} ({found['holding']} of {found['judged']})"]


def accuracy_rows(judge: Mapping[str, Any]) -> Iterator[list[str]]:
    """Write the verdicts of one judge; groups of which no question was asked are left out."""
    groups = {
        "all": judge["overall"],
        "all but abstentions": judge["answerable"],
        **judge["by_type"],
        "abstention": judge["abstention"],
    }
    for name, found in groups.items():
        counts = (str(found[key]) for key in ("correct", "judged", "asked", "unreadable"))
        if found["asked"]:
            yield [name, *counts, share(found["share"], found["interval"])]


def lost_rows(counts: Mapping[str, int]) -> Iterator[list[str]]:
    """Write the steps that failed first."""
    for step in Step:
        if counts.get(step.value):
            yield [step.value, str(counts[step.value])]


def spent_rows(figures: Mapping[str, Any], *, calls: bool) -> Iterator[list[str]]:
    """Write what each stage takes: its time, and where models are called, the means of what it spends."""
    costs = (figures["cost"] or {"stages": {}})["stages"]
    for stage, taken in figures["latency"].items():
        found = costs.get(stage)
        if taken["p95"] >= _SHORTEST or found:
            times = [f"{taken['questions']:,}", f"{taken['p50']:,.1f}", f"{taken['p95']:,.1f}"]
            yield [stage, *times, *(spent_cells(found) if calls else ())]


def cost_line(cost: Mapping[str, Any]) -> str:
    """Write what a question costs."""
    money = "" if cost["cost"] is None else f", cost {cost['cost']:.5f}, together {cost['total_cost']:.4f}"
    return (
        f"a question: {cost['calls']:.1f} calls, {cost['input_tokens']:,.0f} tokens in,"
        f" {cost['output_tokens']:,.0f} out{money}"
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
    """Write the mean calls, tokens in and out, and cost of a stage; nothing for one that calls no model."""
    if found is None:
        return ["", "", "", ""]
    cost = "–" if found["cost"] is None else f"{found['cost']:.5f}"
    return [f"{found['calls']:.1f}", f"{found['input_tokens']:,.0f}", f"{found['output_tokens']:,.0f}", cost]
