"""Exports of Claude: conversations with their messages in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.attachments import attached
from daybook.interfaces.importers.conversations import Message, session_of
from daybook.interfaces.importers.loose import (
    list_of,
    moment_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}

Fields = Mapping[str, Any]


def looks_like(first: object) -> bool:
    """Whether a record is a conversation of Claude."""
    return "chat_messages" in object_of(first)


def read_claude(source: Source, reading: Reading) -> Iterator[Session]:
    """Read the conversations of a file, each by its id and with its title.

    What was attached is named, and the beginning of its text is kept as a quotation.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        chat = list_of(given.get("chat_messages"))
        messages = [message for one in chat if (message := _message(object_of(one), reading))]
        name = name_of(given.get("uuid"))
        if messages and not name:
            name = f"claude-{name_from(messages[0].text)}"
        title, began = text_of_field(given.get("name")), moment_of(given.get("created_at"))
        session = session_of(name, messages, reading, title=title, began=began)
        if session is None:
            reading.left_out["conversations in which nothing was said"] += 1
        else:
            yield session


def _message(given: Fields, reading: Reading) -> Message | None:
    role = _SENDERS.get(text_of_field(given.get("sender")))
    if role is None:
        reading.left_out["other messages"] += 1
        return None
    blocks = [object_of(block) for block in list_of(given.get("content"))]
    for block in blocks:
        kind = block.get("type", "text")
        if kind == "thinking":
            reading.left_out["thoughts of the assistant"] += 1
        elif kind != "text":
            reading.left_out["tool messages"] += 1
    said = [
        text_of_field(block.get("text")).strip() for block in blocks if block.get("type", "text") == "text"
    ]
    parts = [text for text in said if text] or [text_of_field(given.get("text")).strip()]
    for one in map(object_of, list_of(given.get("attachments"))):
        parts.append(
            attached(text_of_field(one.get("file_name")), text_of_field(one.get("extracted_content")))
        )
    for one in map(object_of, list_of(given.get("files"))):
        parts.append(attached(text_of_field(one.get("file_name")) or "file"))
    text = "\n\n".join(part for part in parts if part)
    return Message(role, text, moment_of(given.get("created_at"))) if text else None
