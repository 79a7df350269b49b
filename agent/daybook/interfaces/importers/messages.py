"""Messages in OpenAI's style: {"role", "content", "timestamp", "session_id"?}, a JSON list or JSON Lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field, ValidationInfo

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.interfaces.importers.conversations import SESSION_GAP, text_of_parts
from daybook.interfaces.importers.fields import Fields, Text, checked, name_of, object_of
from daybook.interfaces.importers.formats import UNDATED, ChatFormat, FileReading
from daybook.interfaces.written_moments import is_zoneless, unix_moment, written_moment
from daybook.models.llm.reply_text import without_thoughts

_TIMESTAMPS = ("timestamp", "created_at", "createdAt")
_SESSION_IDS = ("session_id", "conversation_id", "chatId")
"""Names of fields that programs which export messages so have for them; Le Chat has the last ones."""
_LEFT_OUT = {"assistant": "messages without text"}
"""An assistant's only calls tools; those of the other roles are between programs."""


def read_messages(reading: FileReading) -> Iterator[Session]:
    """Read a file of messages twice: first how many each session has, then the sessions, as they are whole.

    Messages of one session id make one session, in the order of the file; those without are cut into sessions
    at silences of more than `SESSION_GAP`, each named by its first moment. A message without a timestamp was
    said when the one before it was; the first ones, when the first dated one was, or `undated_at`.

    Raises:
        BadInput: the file cannot be read, or a field is missing or wrong.
    """
    return number_occurrences(_sessions(reading))


def _sessions(reading: FileReading) -> Iterator[Session]:
    to_come, moment = _counted(reading)
    talks: dict[str, list[Turn]] = {}
    before: datetime | None = None
    for record in reading.records():
        given = checked(_Message, record.value, source=reading.source, where=record.where, context=reading)
        name = given.session_id
        if given.is_said:
            moment = given.timestamp or moment
            if not name:
                if before and abs(moment - before) > SESSION_GAP:
                    yield _session(name, talks.pop(name))
                before = moment
            talks.setdefault(name, []).append(Turn(Role(given.role), given.text, said_at=moment))
        else:
            reading.left_out[_LEFT_OUT.get(given.role, f"{given.role} messages")] += 1
        to_come[name] -= 1
        if not to_come[name] and name in talks:
            yield _session(name, talks.pop(name))


def _counted(reading: FileReading) -> tuple[Counter[str], datetime]:
    """Count the messages of each session, and say when the first of them with a date was said."""
    counts: Counter[str] = Counter()
    first = None
    for given in (object_of(record.value) for record in reading.records()):
        counts[next((name for key in _SESSION_IDS if (name := name_of(given.get(key)))), "")] += 1
        first = first or reading.moment(*(given.get(key) for key in _TIMESTAMPS))
    if first is None:
        reading.note(UNDATED)
    return counts, first or reading.undated_at


def _session(name: str, turns: Sequence[Turn]) -> Session:
    began = turns[0].said_at
    assert began is not None
    return Session(name or began.isoformat(), began, tuple(turns))


def _text(value: object) -> object:
    """Join the parts of a message."""
    if isinstance(value, list) and not all(isinstance(part, str | dict) for part in value):
        raise ValueError("each part of a message should be text or an object")
    return text_of_parts(value) if isinstance(value, list) else value


def _moment(value: object, info: ValidationInfo) -> object:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("expected a time in ISO 8601 or in Unix seconds or milliseconds")
    if not isinstance(value, str):
        return unix_moment(value)
    reading: FileReading | None = info.context
    if reading is not None and is_zoneless(value):
        reading.note_zone()
    return written_moment(value, reading.options.zone if reading else UTC)


class _Message(Fields):
    role: Literal["user", "assistant", "system", "developer", "tool", "function"]
    content: Annotated[Text | None, BeforeValidator(_text)] = None
    timestamp: Annotated[datetime | None, BeforeValidator(_moment)] = Field(
        None, validation_alias=AliasChoices(*_TIMESTAMPS)
    )
    session_id: Annotated[str, BeforeValidator(name_of)] = Field(
        "", validation_alias=AliasChoices(*_SESSION_IDS)
    )

    @cached_property
    def text(self) -> str:
        """Its text, without what an assistant thinks before it replies."""
        text = self.content or ""
        return without_thoughts(text).strip() if self.role == "assistant" else text

    @property
    def is_said(self) -> bool:
        return self.role == "user" or (self.role == "assistant" and bool(self.text))


MESSAGES = ChatFormat(
    looks_like=lambda fields: "role" in fields,
    read_sessions=read_messages,
)
