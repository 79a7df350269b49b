"""ShareGPT's form: a list of {"id", "conversations": [{"from", "value"}]}, without dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.conversations import Message
from daybook.interfaces.importers.loose import (
    list_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.sources import Source
from daybook.interfaces.importers.turn_lists import read_turn_lists

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
    """Read conversations: see `read_turn_lists`.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    return read_turn_lists(source, reading, form="sharegpt", turns="conversations", message_of=_message)


def _message(turn: Mapping[str, Any], reading: Reading) -> Message | None:
    sender = text_of_field(turn.get("from")).lower()
    role, text = _ROLES.get(sender), text_of_field(turn.get("value")).strip()
    if role is None:
        reading.left_out["system messages" if sender == "system" else "tool messages"] += 1
    return Message(role, text) if role and text else None
