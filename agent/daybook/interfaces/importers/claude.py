"""Claude's export: conversations, whose messages name the one before them, and the documents of projects."""

import re
from collections.abc import Iterator, Sequence

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.importers.conversations import (
    OTHER_BRANCHES,
    attached,
    branch_of,
    conversation_reader,
    document,
)
from daybook.interfaces.importers.fields import (
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
    text_of_part,
)
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}
_ROOT = "00000000-0000-4000-8000-000000000000"
"""The parent id of first messages."""
_WRITERS = frozenset({"artifacts", "create_file", "str_replace", "str_replace_based_edit_tool"})
"""Tools by which the assistant writes documents beside the chat."""
_TEXTS = ("content", "file_text", "new_str")
_TITLE = re.compile(r'\btitle="([^"\n]{1,200})"')
_SPOKEN = frozenset({"text", "voice_note"})


def _messages(given: JsonObject, reading: FileReading) -> Iterator[Turn | None]:
    messages: Sequence[JsonObject] = [object_of(item) for item in list_of(given.get("chat_messages"))]
    if any(text_of_field(message.get("parent_message_uuid")) for message in messages):
        messages = _branch(messages, given.get("current_leaf_message_uuid"), reading)
    return (_message(message, reading) for message in messages)


def _branch(messages: Sequence[JsonObject], leaf: object, reading: FileReading) -> Sequence[JsonObject]:
    """Return the messages of the branch shown last; one that follows none known follows the one above it."""
    named = {name_of(message.get("uuid")) or f"no {place}": message for place, message in enumerate(messages)}
    parents, moments = {}, {}
    before: str | None = None
    for name, message in named.items():
        parent = text_of_field(message.get("parent_message_uuid"))
        parents[name] = None if parent == _ROOT else parent if parent in named else before
        moments[name] = reading.moment(message.get("created_at"))
        before = name
    path = branch_of(parents, moments, leaf)
    if len(named) > len(path):
        reading.left_out[OTHER_BRANCHES] += len(named) - len(path)
    return [named[name] for name in path]


def _message(given: JsonObject, reading: FileReading) -> Turn | None:
    """Read a message; an attachment is named, and the beginning of its text quoted."""
    role = _SENDERS.get(text_of_field(given.get("sender")))
    if role is None:
        reading.left_out["other messages"] += 1
        return None
    said = []
    for block in map(object_of, list_of(given.get("content"))):
        kind = block.get("type", "text")
        if kind in _SPOKEN:
            said.append(_unwrapped(text_of_part(block)))
        elif written := _written(block):
            said.append(written)
        else:
            reading.left_out["thoughts of the assistant" if kind == "thinking" else "tool messages"] += 1
    parts = [text for text in said if text] or [_unwrapped(text_of_part(given))]
    for file in map(object_of, list_of(given.get("attachments"))):
        content = text_of_field(file.get("extracted_content"))
        parts.append(attached(text_of_field(file.get("file_name")), content))
    for file in map(object_of, list_of(given.get("files"))):
        parts.append(attached(text_of_field(file.get("file_name")) or "file"))
    text = "\n\n".join(part for part in parts if part)
    return Turn(role, text, reading.moment(given.get("created_at"))) if text else None


def _written(block: JsonObject) -> str:
    """Return the document, or the part of one, that a call of a tool writes; "" for any other block."""
    if block.get("type") != "tool_use" or block.get("name") not in _WRITERS:
        return ""
    given = object_of(block.get("input"))
    title = next((found for name in ("title", "path", "id") if (found := text_of_field(given.get(name)))), "")
    return document(title, next((text for name in _TEXTS if (text := text_of_field(given.get(name)))), ""))


def _unwrapped(text: str) -> str:
    """Make documents of the artifacts that older replies hold in tags, and leave thoughts in tags out."""
    if "<ant" not in text:
        return text
    before, *others = text.split("<antThinking>")
    text = "".join([before, *(part.partition("</antThinking>")[2] for part in others)])
    before, *others = text.split("<antArtifact")
    pieces = [before.strip()]
    for part in others:
        tag, _, rest = part.partition(">")
        content, _, after = rest.partition("</antArtifact>")
        title = _TITLE.search(tag)
        pieces += [document(title[1] if title else "", content), after.strip()]
    return "\n\n".join(piece for piece in pieces if piece)


def _projects(reading: FileReading) -> Iterator[Session]:
    """Read the documents of projects, each as a session of its own on the assistant's side."""
    for record in reading.records():
        project = object_of(record.value)
        if text_of_field(project.get("prompt_template")).strip():
            reading.left_out["instructions of projects"] += 1
        for given in map(object_of, list_of(project.get("docs"))):
            name, text = text_of_field(given.get("filename")), text_of_field(given.get("content")).strip()
            if not text:
                reading.left_out["documents without text"] += 1
                continue
            said_at = reading.moment(given.get("created_at"), project.get("created_at"))
            turn = Turn(Role.ASSISTANT, document(name, text), said_at)
            key = name_of(given.get("uuid")) or name_from(name, text)
            title = text_of_field(project.get("name"))
            yield Session(f"claude-project-{key}", said_at or reading.undated(), (turn,), title=title)


CLAUDE = ChatFormat(
    looks_like=lambda fields: "chat_messages" in fields,
    read_sessions=conversation_reader(
        "claude", _messages, ids=("uuid",), title="name", dates=("created_at",)
    ),
)
PROJECTS = ChatFormat(
    looks_like=lambda fields: "docs" in fields and "uuid" in fields,
    read_sessions=_projects,
)
