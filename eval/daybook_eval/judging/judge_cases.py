"""The answers to judge, each with its question and expected answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from daybook_eval.judging.rules import JudgingRule, rule_of
from daybook_eval.records import QuestionRecord


class AnswerKind(StrEnum):
    """Where an answer comes from."""

    ANSWER = "answer"
    """The system that is measured."""
    WRONG = "wrong"
    """Planted: surely wrong."""
    VAGUE = "vague"
    """Planted: it says nothing."""


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """One answer to be judged."""

    question_id: str
    question_type: str
    question: str
    expected: str
    answer: str
    abstention: bool
    kind: AnswerKind = AnswerKind.ANSWER

    @property
    def rule(self) -> JudgingRule:
        """The rule that it is marked by."""
        return rule_of(self.question_type, abstention=self.abstention)

    @property
    def answer_sha256(self) -> str:
        """Names the answer, so that a verdict on another one is not taken for a verdict on this."""
        return sha256(self.answer.encode("utf-8", "surrogatepass")).hexdigest()


def judge_cases_of(records: Iterable[QuestionRecord]) -> list[JudgeCase]:
    """Make a case of each record that holds an answer."""
    return [
        JudgeCase(
            question_id=record.question_id,
            question_type=record.question_type,
            question=record.question,
            expected=record.gold_answer,
            answer=record.answer,
            abstention=record.abstention,
        )
        for record in records
        if record.status == "done" and record.answer is not None
    ]
