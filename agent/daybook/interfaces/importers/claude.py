"""Exports of Claude: conversations with their messages in a row."""

from collections.abc import Iterator

from daybook.conversation import Role
from daybook.interfaces.importers.conversations import ExportedMessage, attached, conversation_reader
from daybook.interfaces.importers.fields import list_of, moment_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


def _messages(given: JsonObject, reading: FileReading) -> Iterator[ExportedMessage | None]:
    """Read the messages of a conversation; an attachment is named, and the beginning of its text quoted."""
    return (_message(object_of(fields), reading) for fields in list_of(given.get("chat_messages")))


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
    read_sessions=conversation_reader(
        "claude", _messages, ids=("uuid",), title="name", dates=("created_at",)
    ),
)
