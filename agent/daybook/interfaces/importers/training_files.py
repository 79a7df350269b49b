"""Conversations as models are trained on them: ShareGPT, and OpenAI's lines for fine-tuning."""

from collections.abc import Callable, Iterator

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.conversations import THOUGHTS, conversation_reader, text_of_parts
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_BETWEEN_PROGRAMS = frozenset({"system", "developer", "tool", "function"})
_SHAREGPT_SENDERS = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
}


def _turns(
    field: str, message_of: Callable[[JsonObject, FileReading], Turn | None]
) -> Callable[[JsonObject, FileReading], Iterator[Turn | None]]:
    return lambda given, reading: (message_of(object_of(turn), reading) for turn in list_of(given.get(field)))


def _sharegpt_message(turn: JsonObject, reading: FileReading) -> Turn | None:
    sender = text_of_field(turn.get("from")).lower()
    role, text = _SHAREGPT_SENDERS.get(sender), text_of_field(turn.get("value")).strip()
    if sender in THOUGHTS:
        reading.left_out["thoughts of the assistant"] += 1
    elif role is None:
        reading.left_out["system messages" if sender == "system" else "tool messages"] += 1
    return Turn(role, text) if role and text else None


def _finetuning_message(turn: JsonObject, reading: FileReading) -> Turn | None:
    role, text = text_of_field(turn.get("role")), text_of_parts(turn.get("content"), reading)
    if role not in (Role.USER, Role.ASSISTANT):
        reading.left_out[f"{role if role in _BETWEEN_PROGRAMS else 'other'} messages"] += 1
    elif text:
        return Turn(Role(role), text, reading.moment(turn.get("timestamp"), turn.get("created_at")))
    return None


def _first_turn(fields: JsonObject, turns: str) -> JsonObject:
    return object_of(next(iter(list_of(fields.get(turns))), None))


SHAREGPT = ChatFormat(
    looks_like=lambda fields: {"from", "value"} <= _first_turn(fields, "conversations").keys(),
    read_sessions=conversation_reader("sharegpt", _turns("conversations", _sharegpt_message), named_by=2),
)
FINETUNING = ChatFormat(
    looks_like=lambda fields: "role" in _first_turn(fields, "messages"),
    read_sessions=conversation_reader("finetuning", _turns("messages", _finetuning_message), named_by=2),
)
