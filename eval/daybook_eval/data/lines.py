"""Our own format: JSON Lines, plain or gzip, one question a line.

    {"question_id": "q1",
     "question_type": "any name",
     "question": "Where did I park?",
     "answer": "On level 3.",
     "asked_at": "2024-05-30T10:18:00+00:00",
     "sessions": [{"session_id": "s1", "started_at": "2024-05-29T08:00:00+00:00",
                   "turns": [{"role": "user", "content": "I parked on level 3."},
                             {"role": "assistant", "content": "Noted."}]}],
     "evidence": [[0, 0]]}

`evidence` holds places: of the session in `sessions`, then of the turn in it, both from 0. Moments are
ISO 8601, in UTC unless they have an offset. These may be left out:

    answer           "" (for questions that have none)
    evidence         [] (as for most abstentions)
    abstention       false; true where the right answer is that it is not known
    answer_sessions  []; places of sessions that the question is about, beyond those with evidence
    history          ""; a name, where several questions share one history
    sessions         where a line before has given those of that history: the first question about it, or a
                     line of its own, {"history": "ada", "sessions": […]}
    first_of         ["ada", 12]: the question sees the first 12 sessions of that history, which a line before
                     has given; in place of history and sessions
    origin           ""; how the case was made, where it is not as it was released
    said_at, speaker of a turn: when it was said, and by whom in a talk between two people

Other fields are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import JsonRecord, read_records
from daybook.interfaces.written_moments import written_moment
from daybook_eval.data.case import Case, evidence_of, of_ids


def read_cases(path: Path, *, question_ids: Collection[str] = (), limit: int | None = None) -> Iterator[Case]:
    """Read the questions of a file, one at a time.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong (its path is named), a history is
            empty, evidence names no turn, or an id is not in the file.
    """
    return islice(of_ids(_named(path), question_ids, path), limit)


def _named(path: Path) -> Iterator[tuple[str, Callable[[], Case]]]:
    """Name each question, and remember the histories that were told by then."""
    histories: dict[str, tuple[Session, ...]] = {}
    for record in read_records(path):
        fields = record.value if isinstance(record.value, dict) else {}
        tells_history = bool(fields.get("history") and fields.get("sessions"))
        if tells_history:
            told = checked(_History, record.value, source=path, where=record.where)
            histories[told.history] = _sessions(told.sessions)
        if not tells_history or "question_id" in fields:
            yield str(fields.get("question_id")), partial(_read, record, histories, path)


def _read(record: JsonRecord, histories: Mapping[str, tuple[Session, ...]], path: Path) -> Case:
    line = checked(_Line, record.value, source=path, where=record.where)
    if line.sessions is None or line.history in histories:
        sessions = _told_before(line, histories, path, record)
    else:
        sessions = _sessions(line.sessions)
    return _case(line, sessions, path, record)


def _told_before(
    line: _Line, histories: Mapping[str, tuple[Session, ...]], path: Path, record: JsonRecord
) -> tuple[Session, ...]:
    history, first = line.first_of or (line.history, None)
    if history not in histories:
        named = f"no line before this one has the sessions of the history {history!r}"
        problem = named if history else "is missing, and no history is named"
        raise BadInput(problem, source=path, where=f"{record.where}: sessions")
    sessions = histories[history]
    if first is not None and not 0 < first <= len(sessions):
        problem = f"names the first {first} sessions, but {history!r} has {len(sessions)}"
        raise BadInput(problem, source=path, where=f"{record.where}: first_of")
    return sessions[:first]


def _sessions(given: Iterable[_Session]) -> tuple[Session, ...]:
    return tuple(number_occurrences(map(_session, given)))


def _moment(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("expected a date-time like '2024-05-30T10:18:00+00:00'")
    return written_moment(value)


_Moment = Annotated[datetime, BeforeValidator(_moment)]


class _Turn(Fields):
    role: Role
    content: Text
    said_at: _Moment | None = None
    speaker: str | None = None


class _Session(Fields):
    session_id: str
    started_at: _Moment
    turns: list[_Turn]


class _History(Fields):
    history: Text
    sessions: list[_Session]


class _Line(Fields):
    question_id: str
    question_type: str
    question: Text
    answer: Text = ""
    asked_at: _Moment
    sessions: list[_Session] | None = None
    evidence: tuple[tuple[int, int], ...] = ()
    abstention: bool = False
    answer_sessions: tuple[int, ...] = ()
    history: str = ""
    first_of: tuple[str, int] | None = None
    origin: str = ""


def _case(given: _Line, sessions: tuple[Session, ...], path: Path, record: JsonRecord) -> Case:
    history = given.first_of[0] if given.first_of else given.history
    gold = _gold(given, sessions, path, record.where)
    turns = tuple(evidence_of(sessions, gold, history or given.question_id))
    about = {turn.session for turn in turns} | set(given.answer_sessions)
    return Case(
        question_id=given.question_id,
        question_type=given.question_type,
        question=given.question,
        answer=given.answer,
        asked_at=given.asked_at,
        sessions=sessions,
        abstention=given.abstention,
        evidence_turns=turns,
        answer_sessions=tuple(sorted(about)),
        history=history,
        origin=given.origin,
    )


def _session(given: _Session) -> Session:
    turns = (Turn(turn.role, turn.content, turn.said_at, turn.speaker) for turn in given.turns)
    return Session(given.session_id, given.started_at, tuple(turns))


def _gold(given: _Line, sessions: Sequence[Session], path: Path, where: str) -> list[set[int]]:
    """Collect the places of evidence turns by session, once everything that names a place is checked."""
    count = len(sessions)
    if not any(session.turns for session in sessions):
        raise BadInput("the history is empty", source=path, where=f"{where}: sessions")
    gold: list[set[int]] = [set() for _ in sessions]
    for place, (session, turn) in enumerate(given.evidence):
        if not (0 <= session < count and 0 <= turn < len(sessions[session].turns)):
            problem = f"names turn {turn} of session {session} (from 0), which is not there"
            raise BadInput(problem, source=path, where=f"{where}: evidence[{place}]")
        gold[session].add(turn)
    for place, session in enumerate(given.answer_sessions):
        if not 0 <= session < count:
            problem = f"names session {session} (from 0), but there are {count}"
            raise BadInput(problem, source=path, where=f"{where}: answer_sessions[{place}]")
    return gold
