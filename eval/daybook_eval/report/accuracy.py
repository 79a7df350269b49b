"""Verdicts to accuracy: correct, judged and asked side by side, abstention apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.summary import count_verdicts, summarize
from daybook_eval.judging.verdicts import Verdict
from daybook_eval.report.scores import Scored
from daybook_eval.statistics import bootstrap_interval


def accuracy_of(scored: Sequence[Scored], verdicts: Iterable[Verdict]) -> dict[str, Any] | None:
    """Say how many answers are right, judge by judge.

    Returns:
        None where there are no verdicts. Else {"judges": {NAME: {"overall", "answerable", "abstention",
        "by_type": {TYPE: …}, "false_positives"}}, "agreement"}. Each entry holds "asked", "judged",
        "correct", "unreadable", "share" (correct of judged) and "interval". "overall" counts every
        question; types count those that are no abstentions. "asked" counts failed questions as well.
    """
    verdicts = list(verdicts)
    if not verdicts:
        return None
    summary = summarize(verdicts, asked=len(scored))
    judges = {
        name: {
            **_groups(scored, {one.question_id: one for one in _answers(verdicts, name)}),
            "false_positives": found["false_positives"],
        }
        for name, found in summary["judges"].items()
    }
    return {"judges": judges, "agreement": summary["agreement"]}


def _answers(verdicts: Iterable[Verdict], judge: str) -> list[Verdict]:
    return [one for one in verdicts if one.judge == judge and one.kind is AnswerKind.ANSWER]


def _groups(scored: Sequence[Scored], verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    answerable = [one for one in scored if not one.abstention]
    types = sorted({one.question_type for one in answerable})
    return {
        "overall": _entry(scored, verdicts),
        "answerable": _entry(answerable, verdicts),
        "abstention": _entry([one for one in scored if one.abstention], verdicts),
        "by_type": {
            name: _entry([one for one in answerable if one.question_type == name], verdicts) for name in types
        },
    }


def _entry(scored: Sequence[Scored], verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    given = [verdicts[one.question_id] for one in scored if one.question_id in verdicts]
    right = [float(verdict.correct) for verdict in given if verdict.correct is not None]
    interval = bootstrap_interval(right) if right else None
    return {
        **count_verdicts(given, asked=len(scored)).plain(),
        "interval": [interval.low, interval.high] if interval else None,
    }
