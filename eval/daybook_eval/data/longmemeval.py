"""LongMemEval questions with the rounds that are their evidence.

The file is read by the importer, so that what is measured is what a user gets; here the evidence
turns become evidence rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from daybook.interfaces.importers.longmemeval import LongMemEvalQuestion, read_questions
from daybook_eval.data.case import Case, evidence_of, evidence_rounds

__all__ = ["Case", "case_of", "read_cases"]


def read_cases(path: Path, *, question_ids: Collection[str] = (), limit: int | None = None) -> Iterator[Case]:
    """Read the questions of a file, S, M or oracle, plain or gzip, one at a time.

    Args:
        path: the file.
        question_ids: which questions to read; all when empty.
        limit: how many to read at most; all where it is None.

    Raises:
        BadInput: the file cannot be read, something is missing in it, or an id is not there.
    """
    return map(case_of, islice(read_questions(path, question_ids), limit))


def case_of(question: LongMemEvalQuestion) -> Case:
    """Make a case of a question."""
    turns = tuple(evidence_of(question.sessions, question.gold_turns, question.question_id))
    named = frozenset(question.answer_session_ids)
    return Case(
        question_id=question.question_id,
        question_type=question.question_type,
        question=question.question,
        answer=question.answer,
        asked_at=question.asked_at,
        sessions=question.sessions,
        evidence=evidence_rounds(turns),
        abstention=question.abstention,
        evidence_turns=turns,
        answer_sessions=tuple(
            place for place, session in enumerate(question.sessions) if session.session_id in named
        ),
    )
