"""Histories of the data sets LongMemEval (S, M and oracle) and LoCoMo, whose questions are left out.

Sources: Wu et al., LongMemEval, ICLR 2025; Maharana et al., Evaluating Very Long-Term Conversational Memory
of LLM Agents, ACL 2024.
"""

import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked, name_of, object_of
from daybook.interfaces.importers.formats import ChatFormat, FileReading, History
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import JsonRecord, read_records
from daybook.interfaces.written_moments import slashed_moment

_SESSION = re.compile(r"session_(\d{1,9})", re.ASCII)
_SPOKEN = "%I:%M %p on %d %B, %Y"
"""LoCoMo's "1:56 pm on 8 May, 2023"."""

Moment = Annotated[datetime, BeforeValidator(lambda value: slashed_moment(str(value)))]
"""LongMemEval's "2023/05/30 (Tue) 10:18"."""


def chosen_records(
    source: Source, field: str, ids: Collection[str] = (), limit: int | None = None
) -> Iterator[tuple[int, JsonRecord]]:
    """Yield records with their places from 0: those that have one of `ids` in a field, or all without ids.

    Reading stops at the last that is chosen.

    Raises:
        BadInput: reading comes to what cannot be read (`read_records`), or an id is not in the file.
    """
    missing = set(ids)
    for place, record in enumerate(read_records(source, limit)):
        name = name_of(object_of(record.value).get(field))
        if not ids or name in missing:
            yield place, record
            missing.discard(name)
        if ids and not missing:
            return
    if missing:
        raise BadInput(f"holds no {field} {', '.join(sorted(missing))}", source=str(source))


class _Turn(Fields):
    role: Role
    content: Text
    has_answer: bool | None = None


class LongMemEvalHistory(Fields):
    """The history of a question, in the order of the file."""

    question_id: str
    haystack_dates: list[Moment]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_Turn]]

    @cached_property
    def sessions(self) -> tuple[Session, ...]:
        """Not always in time order; a session id may come twice (see `Session.occurrence`)."""
        histories = zip(self.haystack_session_ids, self.haystack_dates, self.haystack_sessions, strict=True)
        sessions = (
            Session(session_id, date, tuple(Turn(turn.role, turn.content) for turn in turns))
            for session_id, date, turns in histories
        )
        return tuple(number_occurrences(sessions))

    def require_whole(self, source: Source, where: str) -> None:
        """Raise BadInput if a session lacks its date or its id, or nothing is said in any."""
        count = len(self.haystack_sessions)
        if not count == len(self.haystack_dates) == len(self.haystack_session_ids):
            problem = "haystack_dates, haystack_session_ids and haystack_sessions differ in length"
            raise BadInput(problem, source=str(source), where=where)
        if not any(self.haystack_sessions):
            raise BadInput("the history is empty", source=str(source), where=f"{where}.haystack_sessions")


class _LocomoTurn(Fields):
    speaker: str
    text: Text
    blip_caption: Text | None = None

    def turn(self, user: str) -> Turn:
        """Make a turn of it; a picture keeps its caption, behind what was said: "[image: a red bicycle]"."""
        picture = f"[image: {self.blip_caption}]" if self.blip_caption else ""
        text = "\n".join(part for part in (self.text, picture) if part)
        return Turn(Role.USER if self.speaker == user else Role.ASSISTANT, text, speaker=self.speaker)


class _LocomoSession(Fields):
    turns: list[_LocomoTurn]


def locomo_sessions(record: JsonRecord, place: int, source: Source) -> tuple[Session, ...]:
    """Read the sessions of a conversation, in which `speaker_a` takes the user's side.

    Every conversation has a "session_1": its place in the file is the sessions' occurrence, which keeps the
    conversations of one file apart in one memory.

    Raises:
        BadInput: a session has no date, a turn is wrong, or nothing is said.
    """
    talk, where = object_of(object_of(record.value).get("conversation")), f"{record.where}.conversation"
    names = sorted(filter(_SESSION.fullmatch, talk), key=lambda name: int(name.removeprefix("session_")))
    sessions = []
    for name in names:
        given = checked(_LocomoSession, {"turns": talk[name]}, source=source, where=f"{where}.{name}")
        date = str(talk.get(f"{name}_date_time", ""))
        try:
            started_at = datetime.strptime(date, _SPOKEN).replace(tzinfo=UTC)
        except ValueError:
            problem = f"cannot read the date {date[:40]!r}; expected one like '1:56 pm on 8 May, 2023'"
            raise BadInput(problem, source=str(source), where=f"{where}.{name}_date_time") from None
        turns = tuple(turn.turn(str(talk.get("speaker_a"))) for turn in given.turns)
        sessions.append(Session(name, started_at, turns, place))
    if not any(session.turns for session in sessions):
        raise BadInput("the conversation is empty", source=str(source), where=where)
    return tuple(sessions)


def _longmemeval_histories(reading: FileReading) -> Iterator[History]:
    source, options = reading.source, reading.options
    for _, record in chosen_records(source, "question_id", options.question_ids, options.limit):
        given = checked(LongMemEvalHistory, record.value, source=source, where=record.where)
        given.require_whole(source, record.where)
        said = tuple(session for session in given.sessions if session.turns)
        yield History(said, owner=given.question_id)


def _locomo_histories(reading: FileReading) -> Iterator[History]:
    source, options = reading.source, reading.options
    for place, record in chosen_records(source, "sample_id", options.question_ids, options.limit):
        sessions = locomo_sessions(record, place, source)
        yield History(tuple(session for session in sessions if session.turns))


LONGMEMEVAL = ChatFormat(
    looks_like=lambda fields: "haystack_sessions" in fields,
    read_histories=_longmemeval_histories,
    has_questions=True,
)
LOCOMO = ChatFormat(
    looks_like=lambda fields: "conversation" in fields,
    read_histories=_locomo_histories,
    has_questions=True,
)
