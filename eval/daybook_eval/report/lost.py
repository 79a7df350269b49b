"""Where questions went wrong, as a report shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from daybook_eval.failures import by_type, trace
from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.verdicts import Verdict
from daybook_eval.records import QuestionRecord, Run


def lost_of(records: Iterable[QuestionRecord], header: Run, verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Trace the questions of a run.

    The judge that marked the most answers decides what is right; see `failures` for the steps, and
    for what decides where there is no judge.

    Returns:
        {"judge": its name or None, "by_type": {TYPE: {STEP: questions}}, "questions": [{"question_id",
        "question_type", "question", "step", "lost"}]}. "none" is the step of what went well, which
        "questions" leaves out; "lost" says which evidence was not shown, as "session 3, turn 2".
    """
    judge, marks = _marks(verdicts)
    texts: dict[str, str] = {}
    traced = trace(_noting(records, texts), header, marks)
    return {
        "judge": judge,
        "by_type": {name: dict(counts) for name, counts in by_type(traced).items()},
        "questions": [
            {
                "question_id": one.question_id,
                "question_type": one.question_type,
                "question": texts[one.question_id],
                "step": one.step.value,
                "lost": [f"session {turn.session + 1}, turn {turn.turn + 1}" for turn in one.lost],
            }
            for one in traced
            if one.step
        ],
    }


def _noting(records: Iterable[QuestionRecord], texts: dict[str, str]) -> Iterable[QuestionRecord]:
    for record in records:
        texts[record.question_id] = record.question
        yield record


def _marks(verdicts: Iterable[Verdict]) -> tuple[str | None, Mapping[str, bool | None] | None]:
    answers = [verdict for verdict in verdicts if verdict.kind is AnswerKind.ANSWER]
    counts = Counter(verdict.judge for verdict in answers)
    if not counts:
        return None, None
    judge, _ = max(sorted(counts.items()), key=lambda entry: entry[1])
    return judge, {one.question_id: one.correct for one in answers if one.judge == judge}
