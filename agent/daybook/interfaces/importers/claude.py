"""Exports of Claude: conversations with their messages in a row."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.conversation import Role, Session
from daybook.interfaces.importers.conversations import ExportedMessage, attached, session_of
from daybook.interfaces.importers.fields import (
    list_of,
    moment_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


def _read_claude(reading: FileReading) -> Iterator[Session]:
    """Read the conversations of a file, each by its id and with its title.

    What was attached is named, and the beginning of its text is kept as a quotation.
    """
    for record in reading.records():
        given = object_of(record.value)
        chat = map(object_of, list_of(given.get("chat_messages")))
        messages = [message for fields in chat if (message := _message(fields, reading))]
        name = name_of(given.get("uuid"))
        if messages and not name:
            name = f"claude-{name_from(messages[0].text)}"
        title, began = text_of_field(given.get("name")), moment_of(given.get("created_at"))
        yield from session_of(name, messages, reading, title=title, began=began)


def _message(given: JsonObject, reading: FileReading) -> ExportedMessage | None:
    role = _SENDERS.get(text_of_field(given.get("sender")))
    if role is None:
        reading.left_out["other messages"] += 1
        return None
    said = []
    for block in map(object_of, list_of(given.get("content"))):
        kind = block.get("type", "text")
        if kind == "text":
            said.append(text_of_field(block.get("text")).strip())
        else:
            left_out = "thoughts of the assistant" if kind == "thinking" else "tool messages"
            reading.left_out[left_out] += 1
    parts = [text for text in said if text] or [text_of_field(given.get("text")).strip()]
    for file in map(object_of, list_of(given.get("attachments"))):
        content = text_of_field(file.get("extracted_content"))
        parts.append(attached(text_of_field(file.get("file_name")), content))
    for file in map(object_of, list_of(given.get("files"))):
        parts.append(attached(text_of_field(file.get("file_name")) or "file"))
    text = "\n\n".join(part for part in parts if part)
    return ExportedMessage(role, text, moment_of(given.get("created_at"))) if text else None


CLAUDE = ChatFormat(
    "Claude",
    "Settings → Privacy → Export data",
    looks_like=lambda fields: "chat_messages" in fields,
    read_sessions=_read_claude,
)
