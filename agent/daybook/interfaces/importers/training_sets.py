"""Conversations as models are trained on them, without dates: ShareGPT's, OpenAI's lines for fine-tuning."""

from collections.abc import Callable, Iterator

from daybook.conversation import Role
from daybook.interfaces.importers.conversations import ExportedMessage, attached, conversation_reader
from daybook.interfaces.importers.fields import first_moment, list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_SENDERS = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
}
_BETWEEN_PROGRAMS = frozenset({"system", "developer", "tool", "function"})


def _turns(
    field: str, message_of: Callable[[JsonObject, FileReading], ExportedMessage | None]
) -> Callable[[JsonObject, FileReading], Iterator[ExportedMessage | None]]:
    """Make what reads the turns that a field of a conversation lists."""
    return lambda given, reading: (message_of(object_of(turn), reading) for turn in list_of(given.get(field)))


def _sharegpt_message(turn: JsonObject, reading: FileReading) -> ExportedMessage | None:
    sender = text_of_field(turn.get("from")).lower()
    role, text = _SENDERS.get(sender), text_of_field(turn.get("value")).strip()
    if role is None:
        reading.left_out["system messages" if sender == "system" else "tool messages"] += 1
    return ExportedMessage(role, text) if role and text else None


def _finetuning_message(turn: JsonObject, reading: FileReading) -> ExportedMessage | None:
    role, content = text_of_field(turn.get("role")), turn.get("content")
    parts = [content] if isinstance(content, str) else list_of(content)
    text = "\n\n".join(said for part in parts if (said := _part(part)))
    if role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in _BETWEEN_PROGRAMS else 'other'} messages"] += 1
    elif text:
        return ExportedMessage(Role(role), text, first_moment(turn.get("timestamp"), turn.get("created_at")))
    return None


def _part(part: object) -> str:
    if isinstance(part, str):
        return text_of_field(part).strip()
    fields = object_of(part)
    if said := text_of_field(fields.get("text")).strip():
        return said
    return attached(text_of_field(fields.get("type")).removesuffix("_url") or "file")


def _first_turn(fields: JsonObject, turns: str) -> JsonObject:
    return object_of(next(iter(list_of(fields.get(turns))), None))


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
