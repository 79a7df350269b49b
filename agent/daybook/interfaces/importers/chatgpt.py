"""ChatGPT's export: conversations as trees of messages."""

import json
import re
from collections.abc import Iterator

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.conversations import attached, conversation_reader, document, mapped_branch
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field, text_of_part
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SPOKEN = frozenset({"text", "multimodal_text"})
"""Content types of what a person and the assistant say to each other; the others are between programs, such
as "thoughts", "reasoning_recap" and "user_editable_context"."""
_OF_CHATGPT = frozenset({"mapping", "current_node", "is_do_not_remember"})
_CANVAS = "canmore."
"""How the name of the recipient begins to which the assistant writes a canvas."""
_MARK = re.compile("(?<![ \t])[ \t]*+\ue200([^\ue200\ue201]*+)\ue201")
"""A mark in a reply: its kind and its fields, with U+E202 between; what is shown for it is elsewhere."""
_OLDER_MARK = re.compile(r"[ \t]?【\d{1,4}(?::\d{1,4})?†[^】\n]{0,200}】")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_WITH_WORDS = ("entity", "url", "link_title")
"""Kinds of marks that stand in the place of words, which are in the second field."""


def _messages(given: JsonObject, reading: FileReading) -> Iterator[Turn | None] | None:
    if given.get("is_do_not_remember") is True:
        reading.left_out["conversations not to be remembered"] += 1
        return None
    return (_message(message, reading) for message in mapped_branch(given, reading, "create_time"))


def _message(given: JsonObject, reading: FileReading) -> Turn | None:
    metadata, content = object_of(given.get("metadata")), object_of(given.get("content"))
    role = text_of_field(object_of(given.get("author")).get("role"))
    kind, recipient = text_of_field(content.get("content_type")) or "text", given.get("recipient")
    text = ""
    if metadata.get("is_visually_hidden_from_conversation") is True or kind == "user_editable_context":
        reading.left_out["hidden messages"] += 1
    elif role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in ('tool', 'system') else 'other'} messages"] += 1
    elif kind in ("thoughts", "reasoning_recap"):
        reading.left_out["thoughts of the assistant"] += 1
    elif isinstance(recipient, str) and recipient.startswith(_CANVAS) and (text := _canvas(content)):
        return Turn(Role.ASSISTANT, text, reading.moment(given.get("create_time")))
    elif kind not in _SPOKEN or recipient not in (None, "all"):
        reading.left_out["tool messages"] += 1
    elif text := _text(content, metadata):
        return Turn(Role(role), text, reading.moment(given.get("create_time")))
    return None


def _text(content: JsonObject, metadata: JsonObject) -> str:
    files = [object_of(file) for file in list_of(metadata.get("attachments"))]
    names = [text_of_field(file.get("name")) or "file" for file in files]
    said = []
    for part in _parts(content):
        kind = text_of_field(object_of(part).get("content_type")).removesuffix("_asset_pointer")
        said.append(without_marks(text_of_part(part)) or (attached(kind) if kind and not names else ""))
    return "\n\n".join([text for text in said if text] + [attached(name) for name in names]).strip()


def _parts(content: JsonObject) -> list[object]:
    return [content["text"]] if isinstance(content.get("text"), str) else list(list_of(content.get("parts")))


def _canvas(content: JsonObject) -> str:
    """Return what is written into a canvas: all of its text, or what takes the place of a part of it."""
    try:
        given = object_of(json.loads("".join(map(text_of_part, _parts(content)))))
    except (ValueError, RecursionError):
        return ""
    title = text_of_field(given.get("name"))
    if text := text_of_field(given.get("content")):
        return document(title, text)
    updates = [object_of(update) for update in list_of(given.get("updates"))]
    changed = (text_of_field(update.get("replacement")).strip() for update in updates)
    return document(title, "\n\n".join(text for text in changed if text))


def without_marks(text: str) -> str:
    """Take the marks of citations and pictures out of a reply; of a name or a link its words stay."""
    if "\ue200" in text or "【" in text or _PRIVATE.search(text):
        return _PRIVATE.sub("", _OLDER_MARK.sub("", _MARK.sub(_words, text))).strip()
    return text


def _words(mark: re.Match[str]) -> str:
    kind, *fields = mark[1].split("\ue202")
    if kind not in _WITH_WORDS or not fields:
        return ""
    words = fields[0]
    if words.startswith("["):
        try:
            words = next((text for text in json.loads(words)[1:2] if isinstance(text, str)), "")
        except (ValueError, RecursionError):
            words = ""
    return mark[0][: mark[0].index("\ue200")] + words


CHATGPT = ChatFormat(
    # Many of its fields may be missing.
    looks_like=lambda fields: bool(_OF_CHATGPT & fields.keys()) and "inserted_at" not in fields,
    read_sessions=conversation_reader(
        "chatgpt", _messages, ids=("conversation_id", "id"), dates=("create_time", "update_time")
    ),
)
