"""Planted wrong and vague answers, which measure the false-positive rate of a judge.

What share of them a judge takes for right is its false-positive rate. Without it a judge that is easily
pleased cannot be told from a system that is good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from daybook_eval.judging.judge_cases import AnswerKind, JudgeCase
from daybook_eval.judging.rules import JudgingRule
from daybook_eval.measures.containment import contains

VAGUE = (
    "You mentioned something about that.",
    "We talked about this in one of our earlier conversations.",
    "There were a few things that you told me in that connection.",
)
FOR_ANYBODY = "There are many good choices, and the most popular ones are a safe bet for most people."
"""Advice that heeds nothing about the user: the wrong answer where what is expected is a rubric."""

_NUMBER = re.compile(r"\d+")


def planted(cases: Iterable[JudgeCase], count: int) -> list[JudgeCase]:
    """Plant a wrong and a vague answer for some of the questions, the same ones every time.

    Args:
        cases: their answers do not matter.
        count: how many questions at most. They are picked by the hash of their ids, so that types are
            mixed, and a smaller probe is a part of a larger one.

    Returns:
        The wrong ones, then the vague ones. A question for which no answer of another one is surely
        wrong gets a vague one only.
    """
    everything = sorted(cases, key=lambda case: _hash(case.question_id))
    picked = everything[:count]
    wrong = [
        replace(case, answer=answer, kind=AnswerKind.WRONG)
        for case in picked
        if (answer := wrong_answer(case, everything)) is not None
    ]
    vague = [
        replace(case, answer=VAGUE[_hash(case.question_id) % len(VAGUE)], kind=AnswerKind.VAGUE)
        for case in picked
    ]
    return wrong + vague


def wrong_answer(case: JudgeCase, others: Sequence[JudgeCase]) -> str | None:
    """Make an answer that is surely wrong; None where there is none.

    It is what is expected of another question, of the same type where there is one: it sounds right. For a
    question that cannot be answered any such answer is wrong; where a rubric is expected, it is advice for
    anybody.
    """
    if case.rule is JudgingRule.PREFERENCE:
        return FOR_ANYBODY
    fitting = [
        other
        for other in others
        if other.rule not in (JudgingRule.PREFERENCE, JudgingRule.ABSTENTION)
        and other.question_id != case.question_id
    ]
    start = _hash(case.question_id + " wrong")
    of_the_type = [other for other in fitting if other.question_type == case.question_type]
    for pool in (of_the_type, fitting):
        for turn in range(len(pool)):
            answer = pool[(start + turn) % len(pool)].expected
            if case.rule is JudgingRule.ABSTENTION or _differ(case.expected, answer):
                return answer
    return None


def _differ(expected: str, answer: str) -> bool:
    """Whether neither holds the other, and no number of one is a number of the other, or one beside it."""
    if contains(expected, answer) or contains(answer, expected):
        return False
    theirs = {int(number) for number in _NUMBER.findall(answer)}
    ours = {int(number) for number in _NUMBER.findall(expected)}
    return all(abs(one - other) > 1 for one in ours for other in theirs)


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
