"""ShareGPT's form: a list of {"id", "conversations": [{"from", "value"}]}, without dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.conversations import Message, session_of
from daybook.interfaces.importers.loose import (
    first_moment,
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source

_ROLES = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
}


def looks_like(first: object) -> bool:
    """Whether a record is a conversation in ShareGPT's form."""
    turn = object_of(next(iter(list_of(object_of(first).get("conversations"))), None))
    return {"from", "value"} <= turn.keys()


def read_sharegpt(source: Source, reading: Reading) -> Iterator[Session]:
    """Read conversations; one without an id is named by its first two messages.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        turns = map(object_of, list_of(given.get("conversations")))
        messages = [message for turn in turns if (message := _message(turn, reading))]
        words = name_from(*(message.text for message in messages[:2]))
        name = name_of(given.get("id")) or f"sharegpt-{words}"
        began = first_moment(given.get("create_time"), given.get("created_at"), given.get("timestamp"))
        session = session_of(name, messages, reading, title=text_of_field(given.get("title")), began=began)
        if session is None:
            reading.left_out["conversations in which nothing was said"] += 1
        else:
            yield session


def _message(turn: Mapping[str, Any], reading: Reading) -> Message | None:
    sender = text_of_field(turn.get("from")).lower()
    role, text = _ROLES.get(sender), text_of_field(turn.get("value")).strip()
    if role is None:
        reading.left_out["system messages" if sender == "system" else "tool messages"] += 1
    return Message(role, text) if role and text else None
