"""Messages in OpenAI's style: {"role", "content", "timestamp", "session_id"?}, a JSON list or JSON Lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, ValidationInfo

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import SESSION_GAP, THOUGHTS
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.formats import UNDATED, ChatFormat, FileReading, History
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.written_moments import is_zoneless, unix_moment, written_moment
from daybook.models.llm.reply_text import without_thoughts


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
    path: Source,
    limit: int | None = None,
    *,
    undated_at: datetime | None = None,
    reading: FileReading | None = None,
) -> MessageHistory:
    """Read a file of messages, plain or gzip, of at most `limit` bytes, unpacked.

    Messages of one session id make one session, in the order of the file; those without are cut into sessions
    at silences of more than `SESSION_GAP`, each named by its first moment. A message without a timestamp was
    said when the one before it was; the first ones, when the first dated one was, or `undated_at`.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, no message has a timestamp and
            `undated_at` is None, or neither user nor assistant says anything.
    """
    left_out: Counter[str] = Counter()
    said = []
    for record in read_records(path, limit):
        given = checked(_Message, record.value, source=path, where=record.where, context=reading)
        if given.is_said:
            said.append((given.session_id, Turn(Role(given.role), given.text, said_at=given.timestamp)))
        else:
            left_out[given.role] += 1
    if not said:
        raise BadInput("the history is empty: no message of a user or an assistant", source=str(path))
    latest = next((turn.said_at for _, turn in said if turn.said_at), None)
    first = latest or undated_at
    if first is None:
        raise BadInput('no message has a "timestamp"', source=str(path))
    sessions = tuple(number_occurrences(_sessions(said, first)))
    return MessageHistory(sessions, dict(left_out), undated=latest is None)


def _text(value: object) -> object:
    """Join the parts of a message; one that is not text leaves a mark, such as "[image_url]"."""
    if not isinstance(value, list):
        return value
    return "\n\n".join(text for part in value if (text := _part(part)))


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise ValueError("each part of a message should be text or an object")
    if part.get("type") in THOUGHTS:
        return ""
    for name in ("text", "refusal"):
        if isinstance(part.get(name), str):
            return str(part[name])
    return f"[{part.get('type', 'part without text')}]"


def _moment(value: object, info: ValidationInfo) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("expected a time in ISO 8601 or in Unix seconds or milliseconds")
    if not isinstance(value, str):
        return unix_moment(value)
    reading: FileReading | None = info.context
    if reading is not None and is_zoneless(value):
        reading.note_zone()
    return written_moment(value, reading.options.zone if reading else UTC)


def _name(value: object) -> object:
    return str(value) if isinstance(value, int) else value


class _Message(Fields):
    role: Literal["user", "assistant", "system", "developer", "tool", "function"]
    content: Annotated[Text | None, BeforeValidator(_text)] = None
    timestamp: Annotated[datetime, BeforeValidator(_moment)] | None = None
    session_id: Annotated[str, BeforeValidator(_name)] | None = None

    @cached_property
    def text(self) -> str:
        """What it says, without what an assistant thinks before it replies."""
        text = self.content or ""
        return without_thoughts(text).strip() if self.role == "assistant" else text

    @property
    def is_said(self) -> bool:
        return self.role == "user" or (self.role == "assistant" and bool(self.text))


def _sessions(said: Iterable[tuple[str | None, Turn]], first: datetime) -> Iterator[Session]:
    """Yield sessions in the order in which they begin in the file; what has no date is that of before."""
    talks: dict[tuple[str, int], list[Turn]] = {}
    before: datetime | None = None
    cuts, moment = 0, first
    for name, turn in said:
        moment = turn.said_at or moment
        if name is None:
            cuts += before is not None and abs(moment - before) > SESSION_GAP
            before = moment
        key = ("", cuts) if name is None else (name, 0)
        talks.setdefault(key, []).append(turn if turn.said_at else replace(turn, said_at=moment))
    for (session_id, _), turns in talks.items():
        started_at = turns[0].said_at or first
        yield Session(session_id or started_at.isoformat(), started_at, tuple(turns))


def _histories(reading: FileReading) -> Iterator[History]:
    read = read_messages(
        reading.source, reading.options.limit, undated_at=reading.undated_at, reading=reading
    )
    if read.undated:
        reading.note(UNDATED)
    yield History(read.sessions, read.left_out, reading.notes)


MESSAGES = ChatFormat(
    "messages",
    '`{"role", "content", "timestamp", "session_id"?}`, a list or lines',
    looks_like=lambda fields: "role" in fields,
    read_histories=_histories,
)
