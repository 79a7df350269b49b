"""DeepSeek's export: conversations as trees, whose messages are fragments."""

import re
from collections.abc import Iterator

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.conversations import attached, conversation_reader, mapped_branch
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_CITATION = re.compile(r" ?\[citation:\d{1,4}\]")


def _messages(given: JsonObject, reading: FileReading) -> Iterator[Turn | None]:
    for place, message in enumerate(mapped_branch(given, reading, "inserted_at")):
        yield from _message(message, "RESPONSE" if place % 2 else "REQUEST", reading)


def _message(given: JsonObject, otherwise: str, reading: FileReading) -> Iterator[Turn]:
    """Read the fragments of a message: what was asked, and the reply to it.

    Older exports have no fragments, and do not say who speaks; then it is `otherwise`, its turn.
    """
    said_at = reading.moment(given.get("inserted_at"))
    files = [object_of(file) for file in list_of(given.get("files"))]
    names = [attached(text_of_field(file.get("file_name") or file.get("name")) or "file") for file in files]
    for fragment in map(object_of, list_of(given.get("fragments")) or [{"type": otherwise, **given}]):
        kind = text_of_field(fragment.get("type") or fragment.get("role")).upper()
        text = _CITATION.sub("", text_of_field(fragment.get("content"))).strip()
        if kind in ("REQUEST", "USER"):
            text = "\n\n".join([text, *names]).strip()
            if text:
                yield Turn(Role.USER, text, said_at)
        elif kind.endswith(("RESPONSE", "ASSISTANT")):
            if text:
                yield Turn(Role.ASSISTANT, text, said_at)
        elif kind:
            reading.left_out["thoughts of the assistant" if kind == "THINK" else "tool messages"] += 1


DEEPSEEK = ChatFormat(
    looks_like=lambda fields: "mapping" in fields and "inserted_at" in fields,
    read_sessions=conversation_reader("deepseek", _messages, dates=("inserted_at", "updated_at")),
)
