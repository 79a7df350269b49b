"""Exports of ChatGPT: conversations as trees, of which the branch is read that was shown last."""

from collections.abc import Iterator, Mapping

from daybook.conversation import Role
from daybook.interfaces.importers.conversations import ExportedMessage, attached, conversation_reader
from daybook.interfaces.importers.fields import list_of, moment_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SPOKEN = frozenset({"text", "multimodal_text"})
"""Content types of what a person and the assistant say to each other; the others are between programs, such
as "thoughts", "reasoning_recap" and "user_editable_context"."""
_OWN_FIELDS = frozenset({"mapping", "current_node", "conversation_id", "is_do_not_remember", "memory_scope"})


def _messages(given: JsonObject, reading: FileReading) -> Iterator[ExportedMessage | None] | None:
    """Read the messages of a conversation's current branch."""
    if given.get("is_do_not_remember") is True:
        reading.left_out["conversations not to be remembered"] += 1
        return None
    return (_message(node, reading) for node in _branch(given))


def _branch(conversation: JsonObject) -> list[JsonObject]:
    """Return the nodes from the first to the current one; each is met once, whatever its parents say."""
    nodes = {name: object_of(node) for name, node in object_of(conversation.get("mapping")).items()}
    parents = {child: name for name, node in nodes.items() for child in list_of(node.get("children"))
               if isinstance(child, str)}  # fmt: skip
    name = conversation.get("current_node")
    if not isinstance(name, str) or name not in nodes:
        name = _latest(nodes)
    path: dict[str, JsonObject] = {}
    while isinstance(name, str) and name in nodes and name not in path:
        path[name] = nodes[name]
        parent = nodes[name].get("parent")
        name = parent if isinstance(parent, str) and parent in nodes else parents.get(name)
    return list(reversed(path.values()))


def _latest(nodes: Mapping[str, JsonObject]) -> str | None:
    """Return the node of the latest message, the last of the file where none is dated."""
    found, latest = None, None
    for name, node in nodes.items():
        moment = moment_of(object_of(node.get("message")).get("create_time"))
        if latest is None or (moment is not None and moment >= latest):
            found, latest = name, moment or latest
    return found


def _message(node: JsonObject, reading: FileReading) -> ExportedMessage | None:
    given = object_of(node.get("message"))
    if not given:
        return None
    metadata, content = object_of(given.get("metadata")), object_of(given.get("content"))
    role = text_of_field(object_of(given.get("author")).get("role"))
    kind = text_of_field(content.get("content_type")) or "text"
    if metadata.get("is_visually_hidden_from_conversation") is True or kind == "user_editable_context":
        reading.left_out["hidden messages"] += 1
    elif role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in ('tool', 'system') else 'other'} messages"] += 1
    elif kind in ("thoughts", "reasoning_recap"):
        reading.left_out["thoughts of the assistant"] += 1
    elif kind not in _SPOKEN or given.get("recipient") not in (None, "all"):
        reading.left_out["tool messages"] += 1
    elif text := _text(content, metadata):
        return ExportedMessage(Role(role), text, moment_of(given.get("create_time")))
    return None


def _text(content: JsonObject, metadata: JsonObject) -> str:
    parts = [content["text"]] if isinstance(content.get("text"), str) else list_of(content.get("parts"))
    names = [
        text_of_field(object_of(file).get("name")) or "file" for file in list_of(metadata.get("attachments"))
    ]
    said = [text for part in parts if (text := _part(part, named=bool(names)))]
    return "\n\n".join(said + [attached(name) for name in names]).strip()


def _part(part: object, *, named: bool) -> str:
    if isinstance(part, str):
        return text_of_field(part).strip()
    fields = object_of(part)
    if said := text_of_field(fields.get("text")).strip():  # what was spoken, transcribed
        return said
    kind = text_of_field(fields.get("content_type")).removesuffix("_asset_pointer")
    return attached(kind) if kind and not named else ""


def _looks_like(fields: JsonObject) -> bool:
    """Tell a conversation of ChatGPT, many of whose fields may be missing."""
    return bool(_OWN_FIELDS & fields.keys()) and ("title" in fields or "mapping" in fields)


CHATGPT = ChatFormat(
    "ChatGPT",
    "Settings → Data controls → Export data; the zip comes by mail",
    looks_like=_looks_like,
    read_sessions=conversation_reader(
        "chatgpt", _messages, ids=("conversation_id", "id"), dates=("create_time", "update_time")
    ),
)
