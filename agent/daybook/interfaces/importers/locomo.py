"""LoCoMo: long conversations between two people, with questions about them.

`speaker_a` takes the user's side and `speaker_b` the assistant's; their names stay with the turns.

Source: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, RootModel

from daybook.conversation import Role, Session, Turn
from daybook.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.records import Record, read_records
from daybook.interfaces.importers.sources import Source
from daybook.interfaces.moments import spoken_moment

_SESSION = re.compile(r"session_(\d{1,9})", re.ASCII)
_BETWEEN_IDS = re.compile(r"[;,\s]+")


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
    """A conversation and its questions."""

    sample_id: str
    sessions: tuple[Session, ...]
    """Every conversation has a "session_1": its place in the file is the sessions' occurrence, which keeps
    the conversations of one file apart in one memory."""
    questions: tuple[LocomoQuestion, ...]


def read_conversations(
    path: Source, sample_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[LocomoConversation]:
    """Read the conversations of a file, plain or gzip, in its order.

    A picture keeps the caption that came with it, behind what was said: "[image: a red bicycle]".

    Args:
        path: the file.
        sample_ids: which conversations to read; all when empty.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, a conversation is empty, or
            an id is not in the file. It is raised when reading gets there.
    """
    missing = set(sample_ids)
    for place, record in enumerate(read_records(path, limit)):
        given = checked(_Sample, record.value, source=path, where=record.where)
        if not sample_ids or given.sample_id in sample_ids:
            missing.discard(given.sample_id)
            yield _conversation(given, path, record, place)
    if missing:
        raise BadInput(f"holds no conversation with the id {', '.join(sorted(missing))}", source=str(path))


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int | float) else value


class _Turn(Fields):
    speaker: str
    dia_id: str
    text: Text
    blip_caption: Text | None = None


class _Turns(RootModel[list[_Turn]]):
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


def _conversation(given: _Sample, path: Source, record: Record, place: int) -> LocomoConversation:
    where = f"{record.where}.conversation"
    parts: Mapping[str, object] = given.conversation.model_extra or {}
    names = sorted(filter(_SESSION.fullmatch, parts), key=lambda name: int(name.removeprefix("session_")))
    sessions: list[Session] = []
    places: dict[str, tuple[int, int]] = {}
    for name in names:
        turns = checked(_Turns, parts[name], source=path, where=f"{where}.{name}").root
        places.update({turn.dia_id: (len(sessions), position) for position, turn in enumerate(turns)})
        session = _session(name, turns, given.conversation, path, where)
        sessions.append(replace(session, occurrence=place))
    if not any(session.turns for session in sessions):
        raise BadInput("the conversation is empty", source=str(path), where=where)
    return LocomoConversation(
        given.sample_id, tuple(sessions), tuple(_question(qa, places) for qa in given.qa)
    )


def _session(name: str, turns: list[_Turn], conversation: _Conversation, path: Source, where: str) -> Session:
    date = (conversation.model_extra or {}).get(f"{name}_date_time")
    try:
        started_at = spoken_moment(date if isinstance(date, str) else "")
    except ValueError as error:
        problem = "is missing" if date is None else str(error)
        raise BadInput(problem, source=str(path), where=f"{where}.{name}_date_time") from None
    roles = {conversation.speaker_b: Role.ASSISTANT, conversation.speaker_a: Role.USER}
    for position, turn in enumerate(turns):
        if turn.speaker not in roles:
            problem = f"should be {' or '.join(sorted(roles))}, not {turn.speaker!r}"
            raise BadInput(problem, source=str(path), where=f"{where}.{name}[{position}].speaker")
    said = (Turn(roles[turn.speaker], _said(turn), speaker=turn.speaker) for turn in turns)
    return Session(name, started_at, tuple(said))


def _said(turn: _Turn) -> str:
    picture = f"[image: {turn.blip_caption}]" if turn.blip_caption else ""
    return "\n".join(part for part in (turn.text, picture) if part)


def _question(given: _Qa, places: Mapping[str, tuple[int, int]]) -> LocomoQuestion:
    ids = [name for text in given.evidence for name in _BETWEEN_IDS.split(text) if name]
    return LocomoQuestion(
        question=given.question,
        answer=given.answer,
        category=given.category,
        evidence=tuple(places[name] for name in ids if name in places),
        unresolved=tuple(name for name in ids if name not in places),
    )
