"""LongMemEval (S, M and oracle): questions, each with the chat history that it is asked about.

Source: Wu et al., LongMemEval, ICLR 2025.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source
from daybook.interfaces.moments import slashed_moment


@dataclass(frozen=True, slots=True)
class LongMemEvalQuestion:
    """A question, its history in the order of the file, and what answers it."""

    question_id: str
    question_type: str
    question: str
    answer: str
    """The gold answer; a rubric for preferences, an explanation for abstentions."""
    asked_at: datetime
    sessions: tuple[Session, ...]
    """Not always in time order; a session id may come twice (see `Session.occurrence`)."""
    gold_turns: tuple[frozenset[int], ...]
    """For each session the positions of its evidence turns, from 0; never longer or shorter than
    `sessions`."""
    answer_session_ids: tuple[str, ...]

    @property
    def abstention(self) -> bool:
        """Whether the right answer is that it is not known."""
        return self.question_id.endswith("_abs")


def read_questions(
    path: Source, question_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[LongMemEvalQuestion]:
    """Read the questions of a file, plain or gzip, one at a time and in its order.

    Args:
        path: the file.
        question_ids: which questions to read; all when empty. Reading stops at the last of them,
            and the others are not checked.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, a history is empty, or an id
            is not in the file. It is raised when reading gets there, so read to the end before
            relying on any of it.
    """
    wanted = set(question_ids)
    for record in read_records(path, limit):
        found = record.value.get("question_id") if isinstance(record.value, dict) else None
        if question_ids and found not in wanted:
            continue
        yield _question(checked(_Question, record.value, source=path, where=record.where), path, record.where)
        wanted.discard(str(found))
        if question_ids and not wanted:
            return
    if wanted:
        raise BadInput(f"holds no question with the id {', '.join(sorted(wanted))}", source=str(path))


def _moment(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("expected a date like '2023/05/30 (Tue) 10:18'")
    return slashed_moment(value)


def _as_text(value: object) -> object:
    """Some gold answers are numbers."""
    return str(value) if isinstance(value, int | float) else value


_Moment = Annotated[datetime, BeforeValidator(_moment)]


class _Turn(Fields):
    role: Role
    content: Text
    has_answer: bool | None = None


class _Question(Fields):
    question_id: str
    question_type: str
    question: Text
    answer: Annotated[Text, BeforeValidator(_as_text)]
    question_date: _Moment
    haystack_dates: list[_Moment]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_Turn]]
    answer_session_ids: tuple[str, ...] = ()


def _question(given: _Question, path: Source, where: str) -> LongMemEvalQuestion:
    _require_dated_history(given, path, where)
    histories = zip(given.haystack_session_ids, given.haystack_dates, given.haystack_sessions, strict=True)
    sessions = (
        Session(session_id, date, tuple(Turn(turn.role, turn.content) for turn in turns))
        for session_id, date, turns in histories
    )
    return LongMemEvalQuestion(
        question_id=given.question_id,
        question_type=given.question_type,
        question=given.question,
        answer=given.answer,
        asked_at=given.question_date,
        sessions=tuple(number_occurrences(sessions)),
        gold_turns=tuple(_evidence(turns) for turns in given.haystack_sessions),
        answer_session_ids=given.answer_session_ids,
    )


def _evidence(turns: list[_Turn]) -> frozenset[int]:
    return frozenset(position for position, turn in enumerate(turns) if turn.has_answer)


def _require_dated_history(given: _Question, path: Source, where: str) -> None:
    count = len(given.haystack_sessions)
    for name in ("haystack_dates", "haystack_session_ids"):
        length = len(getattr(given, name))
        if length != count:
            problem = f"has {length} items, but haystack_sessions has {count}"
            raise BadInput(problem, source=str(path), where=f"{where}.{name}")
    if not any(given.haystack_sessions):
        raise BadInput("the history is empty", source=str(path), where=f"{where}.haystack_sessions")
