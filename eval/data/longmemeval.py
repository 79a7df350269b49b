"""LongMemEval questions with the rounds that are their evidence.

The file is read by the importer, so that what is measured is what a user gets; here the evidence
turns become evidence rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agent.conversation import Round, Session, rounds_of
from agent.interfaces.importers.longmemeval import LongMemEvalQuestion, read_questions


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the history that it is asked about, and its evidence."""

    question_id: str
    question_type: str
    question: str
    answer: str
    asked_at: datetime
    sessions: tuple[Session, ...]
    evidence: tuple[Round, ...]
    """The rounds of which a turn is evidence; none of some abstention questions."""
    abstention: bool
    """Whether the right answer is that it is not known."""

    @property
    def owner(self) -> str:
        """Every question has a memory of its own."""
        return self.question_id


def read_cases(path: Path, *, limit: int | None = None) -> Iterator[Case]:
    """Read the questions of a file, S or oracle, plain or gzip, one at a time.

    Args:
        path: the file.
        limit: how many to read at most; all where it is None.

    Raises:
        BadInput: the file cannot be read, or something is missing in it.
    """
    for place, question in enumerate(read_questions(path)):
        if place == limit:
            return
        yield Case(
            question_id=question.question_id,
            question_type=question.question_type,
            question=question.question,
            answer=question.answer,
            asked_at=question.asked_at,
            sessions=question.sessions,
            evidence=tuple(evidence_rounds(question)),
            abstention=question.abstention,
        )


def evidence_rounds(question: LongMemEvalQuestion) -> Iterator[Round]:
    """Yield the rounds that hold an evidence turn.

    Sessions are told apart by their place, since some histories repeat a session id.
    """
    for session, gold in zip(question.sessions, question.gold_turns, strict=True):
        turn = 0
        for round in rounds_of(session, question.question_id):
            following = turn + len(round.turns)  # rounds take the turns of a session in their order
            if not gold.isdisjoint(range(turn, following)):
                yield round
            turn = following
