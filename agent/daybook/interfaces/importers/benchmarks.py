"""Data sets that questions are asked about: LongMemEval (S, M and oracle), and LoCoMo's talks of two people.

Sources: Wu et al., LongMemEval, ICLR 2025; Maharana et al., Evaluating Very Long-Term Conversational Memory
of LLM Agents, ACL 2024.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field, RootModel

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.formats import ChatFormat, FileReading, History
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import JsonRecord, read_records
from daybook.interfaces.written_moments import slashed_moment, spoken_moment

_SESSION = re.compile(r"session_(\d{1,9})", re.ASCII)
_BETWEEN_IDS = re.compile(r"[;,\s]+")


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


class LongMemEvalQuestion(Fields):
    """A question, its history in the order of the file, and what answers it."""

    question_id: str
    question_type: str
    question: Text
    answer: Annotated[Text, BeforeValidator(_as_text)]
    """The gold answer; a rubric for preferences, an explanation for abstentions."""
    asked_at: _Moment = Field(validation_alias="question_date")
    haystack_dates: list[_Moment]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_Turn]]
    answer_session_ids: tuple[str, ...] = ()

    @cached_property
    def sessions(self) -> tuple[Session, ...]:
        """Not always in time order; a session id may come twice (see `Session.occurrence`)."""
        histories = zip(self.haystack_session_ids, self.haystack_dates, self.haystack_sessions, strict=True)
        sessions = (
            Session(session_id, date, tuple(Turn(turn.role, turn.content) for turn in turns))
            for session_id, date, turns in histories
        )
        return tuple(number_occurrences(sessions))

    @property
    def gold_turns(self) -> tuple[frozenset[int], ...]:
        """For each of `sessions` the positions of its evidence turns, from 0."""
        return tuple(
            frozenset(place for place, turn in enumerate(turns) if turn.has_answer)
            for turns in self.haystack_sessions
        )

    @property
    def abstention(self) -> bool:
        """True if the right answer is that it is not known."""
        return self.question_id.endswith("_abs")


def read_questions(
    path: Source, question_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[LongMemEvalQuestion]:
    """Read the questions of a file (plain or gzip, of at most `limit` bytes, unpacked), one at a time.

    Of `question_ids`, where there are any, reading stops at the last, and no others are checked.

    Raises:
        BadInput: when reading gets there, so read to the end before relying on any of it: the file cannot be
            read, a field is missing or wrong, a history is empty, or an id is not in the file.
    """
    wanted = set(question_ids)
    for record in read_records(path, limit):
        found = record.value.get("question_id") if isinstance(record.value, dict) else None
        if question_ids and found not in wanted:
            continue
        question = checked(LongMemEvalQuestion, record.value, source=path, where=record.where)
        _require_dated_history(question, path, record.where)
        yield question
        wanted.discard(str(found))
        if question_ids and not wanted:
            return
    if wanted:
        raise BadInput(f"holds no question with the id {', '.join(sorted(wanted))}", source=str(path))


def _require_dated_history(given: LongMemEvalQuestion, path: Source, where: str) -> None:
    count = len(given.haystack_sessions)
    for name in ("haystack_dates", "haystack_session_ids"):
        length = len(getattr(given, name))
        if length != count:
            problem = f"has {length} items, but haystack_sessions has {count}"
            raise BadInput(problem, source=str(path), where=f"{where}.{name}")
    if not any(given.haystack_sessions):
        raise BadInput("the history is empty", source=str(path), where=f"{where}.haystack_sessions")


@dataclass(frozen=True, slots=True)
class LocomoQuestion:
    """A question about a conversation."""

    question: str
    answer: str | None
    """None where the right answer is that it is not known."""
    category: int
    """1 several hops, 2 time, 3 open domain, 4 single hop, 5 adversarial (not answerable)."""
    evidence: tuple[tuple[int, int], ...]
    """(position in `sessions`, position of the turn), both from 0."""
    unresolved: tuple[str, ...]
    """Evidence ids of the file that name no turn."""


@dataclass(frozen=True, slots=True)
class LocomoConversation:
    """A conversation and its questions. `speaker_a` takes the user's side and `speaker_b` the assistant's."""

    sample_id: str
    sessions: tuple[Session, ...]
    """Every conversation has a "session_1": its place in the file is the sessions' occurrence, which keeps
    the conversations of one file apart in one memory."""
    questions: tuple[LocomoQuestion, ...]


def read_conversations(
    path: Source, sample_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[LocomoConversation]:
    """Read the conversations of a file (plain or gzip, of at most `limit` bytes, unpacked), one at a time.

    All are read where no `sample_ids` choose. A picture keeps its caption, behind what was said: "[image: a
    red bicycle]".

    Raises:
        BadInput: when reading gets there: the file cannot be read, a field is missing or wrong, a
            conversation is empty, or an id is not in the file.
    """
    missing = set(sample_ids)
    for place, record in enumerate(read_records(path, limit)):
        given = checked(_Sample, record.value, source=path, where=record.where)
        if not sample_ids or given.sample_id in sample_ids:
            missing.discard(given.sample_id)
            yield _conversation(given, path, record, place)
    if missing:
        raise BadInput(f"holds no conversation with the id {', '.join(sorted(missing))}", source=str(path))


class _LocomoTurn(Fields):
    speaker: str
    dia_id: str
    text: Text
    blip_caption: Text | None = None


class _LocomoTurns(RootModel[list[_LocomoTurn]]):
    pass


class _Qa(Fields):
    question: Text
    answer: Annotated[Text | None, BeforeValidator(_as_text)] = None
    category: int
    evidence: tuple[str, ...] = ()


class _Conversation(Fields):
    model_config = ConfigDict(extra="allow")
    speaker_a: str
    speaker_b: str


class _Sample(Fields):
    sample_id: str
    conversation: _Conversation
    qa: tuple[_Qa, ...] = ()


def _conversation(given: _Sample, path: Source, record: JsonRecord, place: int) -> LocomoConversation:
    where = f"{record.where}.conversation"
    parts: Mapping[str, object] = given.conversation.model_extra or {}
    names = sorted(filter(_SESSION.fullmatch, parts), key=lambda name: int(name.removeprefix("session_")))
    sessions: list[Session] = []
    places: dict[str, tuple[int, int]] = {}
    for name in names:
        turns = checked(_LocomoTurns, parts[name], source=path, where=f"{where}.{name}").root
        places.update({turn.dia_id: (len(sessions), position) for position, turn in enumerate(turns)})
        session = _session(name, turns, given.conversation, path, where)
        sessions.append(replace(session, occurrence=place))
    if not any(session.turns for session in sessions):
        raise BadInput("the conversation is empty", source=str(path), where=where)
    questions = tuple(_locomo_question(qa, places) for qa in given.qa)
    return LocomoConversation(given.sample_id, tuple(sessions), questions)


def _session(name: str, turns: list[_LocomoTurn], given: _Conversation, path: Source, where: str) -> Session:
    date = (given.model_extra or {}).get(f"{name}_date_time")
    try:
        started_at = spoken_moment(date if isinstance(date, str) else "")
    except ValueError as error:
        problem = "is missing" if date is None else str(error)
        raise BadInput(problem, source=str(path), where=f"{where}.{name}_date_time") from None
    roles = {given.speaker_b: Role.ASSISTANT, given.speaker_a: Role.USER}
    for position, turn in enumerate(turns):
        if turn.speaker not in roles:
            problem = f"should be {' or '.join(sorted(roles))}, not {turn.speaker!r}"
            raise BadInput(problem, source=str(path), where=f"{where}.{name}[{position}].speaker")
    said = []
    for turn in turns:
        picture = f"[image: {turn.blip_caption}]" if turn.blip_caption else ""
        text = "\n".join(part for part in (turn.text, picture) if part)
        said.append(Turn(roles[turn.speaker], text, speaker=turn.speaker))
    return Session(name, started_at, tuple(said))


def _locomo_question(given: _Qa, places: Mapping[str, tuple[int, int]]) -> LocomoQuestion:
    ids = [name for text in given.evidence for name in _BETWEEN_IDS.split(text) if name]
    return LocomoQuestion(
        question=given.question,
        answer=given.answer,
        category=given.category,
        evidence=tuple(places[name] for name in ids if name in places),
        unresolved=tuple(name for name in ids if name not in places),
    )


def _longmemeval_histories(reading: FileReading) -> Iterator[History]:
    for question in read_questions(reading.source, reading.options.question_ids, reading.options.limit):
        said = tuple(session for session in question.sessions if session.turns)
        yield History(question.question_id, said, owner=question.question_id)


def _locomo_histories(reading: FileReading) -> Iterator[History]:
    for talk in read_conversations(reading.source, reading.options.question_ids, reading.options.limit):
        yield History(talk.sample_id, tuple(session for session in talk.sessions if session.turns))


LONGMEMEVAL = ChatFormat(
    "LongMemEval",
    "their data sets",
    looks_like=lambda fields: "haystack_sessions" in fields,
    read_histories=_longmemeval_histories,
    has_questions=True,
)
LOCOMO = ChatFormat(
    "LoCoMo",
    "their data sets",
    looks_like=lambda fields: "conversation" in fields,
    read_histories=_locomo_histories,
    has_questions=True,
)
