"""OpenAI's lines for fine-tuning: {"messages": [{"role", "content"}]}, a conversation each, without dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.attachments import attached
from daybook.interfaces.importers.conversations import Message
from daybook.interfaces.importers.loose import (
    first_moment,
    list_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.sources import Source
from daybook.interfaces.importers.turn_lists import read_turn_lists

_BETWEEN_PROGRAMS = frozenset({"system", "developer", "tool", "function"})


def looks_like(first: object) -> bool:
    """Whether a record is a conversation of messages with roles."""
    return "role" in object_of(next(iter(list_of(object_of(first).get("messages"))), None))


def read_finetuning(source: Source, reading: Reading) -> Iterator[Session]:
    """Read conversations: see `read_turn_lists`.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    return read_turn_lists(source, reading, form="finetuning", turns="messages", message_of=_message)


def _message(turn: Mapping[str, Any], reading: Reading) -> Message | None:
    role, text = text_of_field(turn.get("role")), _text(turn.get("content"))
    if role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in _BETWEEN_PROGRAMS else 'other'} messages"] += 1
    elif text:
        return Message(Role(role), text, first_moment(turn.get("timestamp"), turn.get("created_at")))
    return None


def _text(content: object) -> str:
    if isinstance(content, str):
        return text_of_field(content).strip()
    return "\n\n".join(text for part in list_of(content) if (text := _part(part)))


def _part(part: object) -> str:
    if isinstance(part, str):
        return text_of_field(part).strip()
    fields = object_of(part)
    if said := text_of_field(fields.get("text")).strip():
        return said
    return attached(text_of_field(fields.get("type")).removesuffix("_url") or "file")
