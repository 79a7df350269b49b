"""BEAM: long chats of one user with an assistant, and twenty probing questions about each, in ten kinds.

A folder for each chat, "1", "2" and so on, holds `chat.json`, the batches of its turns, and
`probing_questions.json`, beside it or in a folder of that name; plain or gzip. A batch is a session: its
first message has its date.

Source: Tavakoli et al., Beyond a Million Tokens: Benchmarking and Enhancing Long-Term Memory in LLMs, 2025.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, BeforeValidator, Field, RootModel

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook_eval.data.case import Case, evidence_of, of_ids

_CHAT, _QUESTIONS = "chat", "probing_questions"
_CHATS = f"*/{_CHAT}.json*"
_ABSTENTION = "abstention"
_GENERATORS_MARK = re.compile(r"\s*->->\s*\d+,\s*\S+\s*\Z")
"""The generator's mark at the end of a user's message, never said: "->-> 1,1"; some replies repeat it."""
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class BeamChat:
    """A chat, without its questions."""

    folder: Path
    sessions: tuple[Session, ...]
    places: Mapping[int, tuple[int, int]]
    """By the id of a message: place of its session, and of the turn in it, both from 0."""


def read_chats(folder: Path) -> Iterator[BeamChat]:
    """Read the chats of a data set one at a time, in the order of their numbers.

    Raises:
        BadInput: when reading gets there: there is no chat, a file cannot be read, a field is missing or
            wrong.
    """
    return map(_chat, _chat_folders(folder))


def read_beam(path: Path, *, question_ids: Collection[str] = (), limit: int | None = None) -> Iterator[Case]:
    """Read the questions of a data set, chat by chat, each asked a day after the last date of its chat.

    Their ids are chat, kind and place in the kind, from 0: "beam-1_event_ordering_0".

    Raises:
        BadInput: see `read_chats`; or an id is not there.
    """
    return islice(of_ids(_named(path), question_ids, path), limit)


def holds_chats(path: Path) -> bool:
    """True if a path is a folder of BEAM's chats."""
    return path.is_dir() and next(path.glob(_CHATS), None) is not None


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the files of a data set, in the order in which they are read.

    Raises:
        BadInput: the folder holds no chat, or a chat has no questions.
    """
    for chat in _chat_folders(folder):
        yield from (_file(chat, name) for name in (_CHAT, _QUESTIONS))


def _chat_folders(folder: Path) -> list[Path]:
    """List the folders of chats, parted at their numbers, so that "10" follows "9"."""
    chats = {path.parent for path in folder.glob(_CHATS)}
    if not chats:
        raise BadInput(f"no known data set: no folder in it holds a {_CHAT}.json (BEAM)", source=folder)

    def number(chat: Path) -> list[int | str]:
        return [int(part) if part.isdigit() else part for part in _DIGITS.split(chat.name)]

    return sorted(chats, key=number)


def _file(chat: Path, name: str) -> Path:
    named = (chat / f"{name}.json", chat / f"{name}.json.gz", chat / name / f"{name}.json")
    found = next((path for path in named if path.is_file()), None)
    if found is None:
        raise BadInput(f"lacks {name}.json, plain or .gz", source=chat)
    return found


def _anchor(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return datetime.strptime(value, "%B-%d-%Y").replace(tzinfo=UTC)
    except ValueError:
        raise ValueError(f"cannot read the date {value[:60]!r}; expected one like 'March-15-2024'") from None


def _flat(value: object) -> object:
    """Some kinds group ids by what they are evidence of, by name or in lists within the list."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return value
    flat: list[object] = []
    for member in value:
        inner = _flat(member)
        flat.extend(inner if isinstance(inner, list) else [inner])
    return flat


class _Message(Fields):
    role: Role
    id: int
    content: Text
    time_anchor: Annotated[datetime | None, BeforeValidator(_anchor)] = None


class _Batch(Fields):
    batch_number: int
    turns: tuple[tuple[_Message, ...], ...]


class _Probe(Fields):
    question: Text
    answer: Text = Field(
        validation_alias=AliasChoices(
            "answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance"
        )
    )
    source_chat_ids: Annotated[tuple[int, ...], BeforeValidator(_flat)] = ()


class _Probes(RootModel[dict[str, tuple[_Probe, ...]]]):
    pass


def _chat(folder: Path) -> BeamChat:
    path = _file(folder, _CHAT)
    sessions: list[Session] = []
    places: dict[int, tuple[int, int]] = {}
    for record in read_records(path):
        batch = checked(_Batch, record.value, source=path, where=record.where)
        messages = tuple(chain(*batch.turns))
        started_at = next((message.time_anchor for message in messages if message.time_anchor), None)
        if started_at is None:
            raise BadInput("no message has a time_anchor", source=path, where=f"{record.where}.turns")
        places.update({message.id: (len(sessions), place) for place, message in enumerate(messages)})
        turns = (
            Turn(message.role, _GENERATORS_MARK.sub("", message.content).strip()) for message in messages
        )
        sessions.append(Session(f"batch-{batch.batch_number}", started_at, tuple(turns)))
    if not sessions:
        raise BadInput("the chat is empty", source=path)
    return BeamChat(folder, tuple(sessions), places)


def _named(path: Path) -> Iterator[tuple[str, Callable[[], Case]]]:
    for chat in read_chats(path):
        questions = _file(chat.folder, _QUESTIONS)
        for record in read_records(questions):
            probes = checked(_Probes, record.value, source=questions, where=record.where).root
            for kind, of_kind in probes.items():
                for place, probe in enumerate(of_kind):
                    name = f"beam-{chat.folder.name}_{kind}_{place}"
                    yield name, partial(_case, name, kind, probe, chat)


def _case(name: str, kind: str, probe: _Probe, chat: BeamChat) -> Case:
    history = f"beam-{chat.folder.name}"
    gold: list[set[int]] = [set() for _ in chat.sessions]
    unresolved = []
    for source in dict.fromkeys(probe.source_chat_ids):
        if source in chat.places:
            session, turn = chat.places[source]
            gold[session].add(turn)
        else:
            unresolved.append(str(source))
    return Case(
        question_id=name,
        question_type=kind,
        question=probe.question,
        answer=probe.answer,
        asked_at=max(session.started_at for session in chat.sessions) + timedelta(days=1),
        sessions=chat.sessions,
        abstention=kind == _ABSTENTION,
        evidence_turns=tuple(evidence_of(chat.sessions, gold, history)),
        answer_sessions=tuple(place for place, wanted in enumerate(gold) if wanted),
        history=history,
        unresolved=tuple(unresolved),
    )
