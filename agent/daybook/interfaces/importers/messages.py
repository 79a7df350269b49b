"""Messages in OpenAI's style: {"role", "content", "timestamp", "session_id"?}, a JSON list or JSON Lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import SESSION_GAP
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.formats import UNDATED, ChatFormat, FileReading, History
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.written_moments import unix_moment, written_moment


@dataclass(frozen=True, slots=True)
class MessageHistory:
    """The sessions of a file of messages, and counts of what is no conversation."""

    sessions: tuple[Session, ...]
    left_out: Mapping[str, int]
    """How many messages were left out, by role: "system", "developer", "tool" and "function" are
    between programs, and an assistant's message without text only calls tools."""
    undated: bool = False
    """True if no message has a date of its own."""


def read_messages(
    path: Source, limit: int | None = None, *, undated_at: datetime | None = None
) -> MessageHistory:
    """Read a file of messages, plain or gzip.

    Messages of one session id make one session, in the order of the file; those without are cut into sessions
    at silences of more than `SESSION_GAP`, each named by its first moment. A message without a timestamp was
    said when the one before it was; the first ones, when the first dated one was.

    Args:
        path: the file.
        limit: bytes that the file may hold, unpacked; None for any number.
        undated_at: when it was said, where no message has a timestamp.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, no message has a timestamp and
            `undated_at` is None, or neither user nor assistant says anything.
    """
    given = [
        checked(_Message, record.value, source=path, where=record.where)
        for record in read_records(path, limit)
    ]
    said = [message for message in given if _is_said(message)]
    if not said:
        raise BadInput("the history is empty: no message of a user or an assistant", source=str(path))
    undated = not any(message.timestamp for message in said)
    moments = _moments(said, path, undated_at)
    left_out = Counter[str](message.role for message in given if not _is_said(message))
    return MessageHistory(tuple(number_occurrences(_sessions(said, moments))), dict(left_out), undated)


def _text(value: object) -> object:
    """Join the parts of a message; one that is not text leaves a mark, such as "[image_url]"."""
    if not isinstance(value, list):
        return value
    return "\n\n".join(_part(part) for part in value)


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise ValueError("each part of a message should be text or an object")
    for name in ("text", "refusal"):
        if isinstance(part.get(name), str):
            return str(part[name])
    return f"[{part.get('type', 'part without text')}]"


def _moment(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("expected a time in ISO 8601 or in Unix seconds or milliseconds")
    return written_moment(value) if isinstance(value, str) else unix_moment(value)


def _name(value: object) -> object:
    return str(value) if isinstance(value, int) else value


class _Message(Fields):
    role: Literal["user", "assistant", "system", "developer", "tool", "function"]
    content: Annotated[Text | None, BeforeValidator(_text)] = None
    timestamp: Annotated[datetime, BeforeValidator(_moment)] | None = None
    session_id: Annotated[str, BeforeValidator(_name)] | None = None


def _is_said(message: _Message) -> bool:
    return message.role == "user" or (message.role == "assistant" and bool(message.content))


def _moments(messages: Sequence[_Message], path: Source, undated_at: datetime | None) -> list[datetime]:
    """Date each message: its own date, else that of the one before."""
    latest = next((message.timestamp for message in messages if message.timestamp), undated_at)
    if latest is None:
        raise BadInput('no message has a "timestamp"', source=str(path))
    moments = []
    for message in messages:
        latest = message.timestamp or latest
        moments.append(latest)
    return moments


def _sessions(messages: Sequence[_Message], moments: Sequence[datetime]) -> Iterator[Session]:
    """Sessions in the order in which they begin in the file."""
    talks: dict[tuple[str, int], list[Turn]] = {}
    cuts, before = 0, moments[0]
    for message, moment in zip(messages, moments, strict=True):
        if message.session_id is None:
            cuts += abs(moment - before) > SESSION_GAP
            before = moment
        key = ("", cuts) if message.session_id is None else (message.session_id, 0)
        turn = Turn(Role(message.role), message.content or "", said_at=moment)
        talks.setdefault(key, []).append(turn)
    for (session_id, _), turns in talks.items():
        started_at = turns[0].said_at or moments[0]
        yield Session(session_id or started_at.isoformat(), started_at, tuple(turns))


def _histories(reading: FileReading) -> Iterator[History]:
    read = read_messages(reading.source, reading.options.limit, undated_at=reading.undated_at)
    yield History("", read.sessions, read.left_out, notes={UNDATED: 1} if read.undated else {})


MESSAGES = ChatFormat(
    "messages",
    '`{"role", "content", "timestamp", "session_id"?}`, a list or lines',
    looks_like=lambda fields: "role" in fields,
    read_histories=_histories,
)
