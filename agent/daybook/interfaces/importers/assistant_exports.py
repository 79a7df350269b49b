"""Conversations with an assistant, one a record: ChatGPT, Claude, ShareGPT, OpenAI's fine-tuning lines."""

from collections.abc import Callable, Iterator, Mapping

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.conversations import attached, conversation_reader
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject
from daybook.interfaces.written_moments import first_moment, moment_of

_Messages = Iterator[Turn | None]
_SPOKEN = frozenset({"text", "multimodal_text"})
"""ChatGPT's content types of what a person and the assistant say to each other; the others are between
programs, such as "thoughts", "reasoning_recap" and "user_editable_context"."""
_OF_CHATGPT = frozenset({"mapping", "current_node", "conversation_id", "is_do_not_remember", "memory_scope"})
_BETWEEN_PROGRAMS = frozenset({"system", "developer", "tool", "function"})
_CLAUDE_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}
_SHAREGPT_SENDERS = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
}


def _said(part: object) -> str:
    """Return the text of a part of a message: the part itself, or what it has as "text"."""
    return text_of_field(part if isinstance(part, str) else object_of(part).get("text")).strip()


def _chatgpt_messages(given: JsonObject, reading: FileReading) -> _Messages | None:
    if given.get("is_do_not_remember") is True:
        reading.left_out["conversations not to be remembered"] += 1
        return None
    return (_chatgpt_message(node, reading) for node in _branch(given))


def _branch(conversation: JsonObject) -> list[JsonObject]:
    """Return the nodes of the branch shown last, from the first; each once, whatever its parents say."""
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


def _chatgpt_message(node: JsonObject, reading: FileReading) -> Turn | None:
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
    elif text := _chatgpt_text(content, metadata):
        return Turn(Role(role), text, moment_of(given.get("create_time")))
    return None


def _chatgpt_text(content: JsonObject, metadata: JsonObject) -> str:
    files = [object_of(file) for file in list_of(metadata.get("attachments"))]
    names = [text_of_field(file.get("name")) or "file" for file in files]
    said = []
    for part in [content["text"]] if isinstance(content.get("text"), str) else list_of(content.get("parts")):
        kind = text_of_field(object_of(part).get("content_type")).removesuffix("_asset_pointer")
        said.append(_said(part) or (attached(kind) if kind and not names else ""))
    return "\n\n".join([text for text in said if text] + [attached(name) for name in names]).strip()


def _turns(
    field: str, message_of: Callable[[JsonObject, FileReading], Turn | None]
) -> Callable[[JsonObject, FileReading], _Messages]:
    return lambda given, reading: (message_of(object_of(turn), reading) for turn in list_of(given.get(field)))


def _claude_message(given: JsonObject, reading: FileReading) -> Turn | None:
    """Read a message; an attachment is named, and the beginning of its text quoted."""
    role = _CLAUDE_SENDERS.get(text_of_field(given.get("sender")))
    if role is None:
        reading.left_out["other messages"] += 1
        return None
    said = []
    for block in map(object_of, list_of(given.get("content"))):
        kind = block.get("type", "text")
        if kind == "text":
            said.append(_said(block))
        else:
            reading.left_out["thoughts of the assistant" if kind == "thinking" else "tool messages"] += 1
    parts = [text for text in said if text] or [_said(given)]
    for file in map(object_of, list_of(given.get("attachments"))):
        content = text_of_field(file.get("extracted_content"))
        parts.append(attached(text_of_field(file.get("file_name")), content))
    for file in map(object_of, list_of(given.get("files"))):
        parts.append(attached(text_of_field(file.get("file_name")) or "file"))
    text = "\n\n".join(part for part in parts if part)
    return Turn(role, text, moment_of(given.get("created_at"))) if text else None


def _sharegpt_message(turn: JsonObject, reading: FileReading) -> Turn | None:
    sender = text_of_field(turn.get("from")).lower()
    role, text = _SHAREGPT_SENDERS.get(sender), text_of_field(turn.get("value")).strip()
    if role is None:
        reading.left_out["system messages" if sender == "system" else "tool messages"] += 1
    return Turn(role, text) if role and text else None


def _finetuning_message(turn: JsonObject, reading: FileReading) -> Turn | None:
    role, content = text_of_field(turn.get("role")), turn.get("content")
    said = []
    for part in [content] if isinstance(content, str) else list_of(content):
        kind = text_of_field(object_of(part).get("type")).removesuffix("_url")
        said.append(_said(part) or ("" if isinstance(part, str) else attached(kind or "file")))
    text = "\n\n".join(part for part in said if part)
    if role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in _BETWEEN_PROGRAMS else 'other'} messages"] += 1
    elif text:
        return Turn(Role(role), text, first_moment(turn.get("timestamp"), turn.get("created_at")))
    return None


def _first_turn(fields: JsonObject, turns: str) -> JsonObject:
    return object_of(next(iter(list_of(fields.get(turns))), None))


CHATGPT = ChatFormat(
    "ChatGPT",
    "Settings → Data controls → Export data; the zip comes by mail",
    # Many of its fields may be missing.
    looks_like=lambda fields: (
        bool(_OF_CHATGPT & fields.keys()) and bool({"title", "mapping"} & fields.keys())
    ),
    read_sessions=conversation_reader(
        "chatgpt", _chatgpt_messages, ids=("conversation_id", "id"), dates=("create_time", "update_time")
    ),
)
CLAUDE = ChatFormat(
    "Claude",
    "Settings → Privacy → Export data",
    looks_like=lambda fields: "chat_messages" in fields,
    read_sessions=conversation_reader(
        "claude",
        _turns("chat_messages", _claude_message),
        ids=("uuid",),
        title="name",
        dates=("created_at",),
    ),
)
SHAREGPT = ChatFormat(
    "ShareGPT",
    'data sets of `{"conversations": [{"from", "value"}]}`',
    looks_like=lambda fields: {"from", "value"} <= _first_turn(fields, "conversations").keys(),
    read_sessions=conversation_reader("sharegpt", _turns("conversations", _sharegpt_message), named_by=2),
)
FINETUNING = ChatFormat(
    "OpenAI fine-tuning",
    'lines of `{"messages": [{"role", "content"}]}`',
    looks_like=lambda fields: "role" in _first_turn(fields, "messages"),
    read_sessions=conversation_reader("finetuning", _turns("messages", _finetuning_message), named_by=2),
)
