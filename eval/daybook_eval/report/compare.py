"""Two runs on the same questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.verdicts import Verdict
from daybook_eval.report.scores import Scored
from daybook_eval.statistics import mcnemar, paired_bootstrap

MEASURES = (
    "round recall_all@5",
    "round recall_all@10",
    "round recall_all@20",
    "round ndcg@10",
    "session recall_any@5",
    "session recall_all@5",
    "session recall_all@10",
    "evidence 2000",
    "evidence 4000",
    "evidence 8000",
    "evidence 16000",
    "answer contains_words",
)


def compare(
    first: Sequence[Scored],
    second: Sequence[Scored],
    verdicts: tuple[Iterable[Verdict], Iterable[Verdict]] = ((), ()),
) -> list[dict[str, Any]]:
    """Compare two runs measure by measure, over the questions that both could be measured on.

    Args:
        first: the run that the other one is held against.
        second: the other one.
        verdicts: of both; each judge that marked both runs is one more measure, "accuracy JUDGE".

    Returns:
        Of each measure that both have: "measure", "questions", "first" and "second" (means),
        "difference" (second minus first) with "low" and "high" (95%, paired bootstrap), "p" and its
        "test": exact McNemar where every value is 0 or 1, else the paired bootstrap. For the former
        "first_only" and "second_only" count the questions that decide. The values of p are not corrected
        for the number of measures.
    """
    found = []
    for measure in MEASURES:
        one, other = _values(first, measure), _values(second, measure)
        found += _compared(measure, one, other)
    ours, theirs = (_by_judge(given) for given in verdicts)
    for judge in sorted(ours.keys() & theirs.keys()):
        found += _compared(f"accuracy {judge}", ours[judge], theirs[judge])
    return found


def _values(scored: Iterable[Scored], measure: str) -> dict[str, float]:
    return {one.question_id: one.values[measure] for one in scored if measure in one.values}


def _by_judge(verdicts: Iterable[Verdict]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for verdict in verdicts:
        if verdict.kind is AnswerKind.ANSWER and verdict.correct is not None:
            found.setdefault(verdict.judge, {})[verdict.question_id] = float(verdict.correct)
    return found


def _compared(measure: str, one: Mapping[str, float], other: Mapping[str, float]) -> list[dict[str, Any]]:
    shared = sorted(one.keys() & other.keys())
    if not shared:
        return []
    first, second = [one[name] for name in shared], [other[name] for name in shared]
    difference = paired_bootstrap(first, second)
    entry: dict[str, Any] = {
        "measure": measure,
        "questions": len(shared),
        "first": sum(first) / len(shared),
        "second": sum(second) / len(shared),
        "difference": difference.interval.mean,
        "low": difference.interval.low,
        "high": difference.interval.high,
        "p": difference.p,
        "test": "paired bootstrap",
    }
    if {*first, *second} <= {0.0, 1.0}:
        exact = mcnemar([value == 1 for value in first], [value == 1 for value in second])
        entry |= {
            "p": exact.p,
            "test": "exact McNemar",
            "first_only": exact.first_only,
            "second_only": exact.second_only,
        }
    return [entry]
