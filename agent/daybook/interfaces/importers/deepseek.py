"""DeepSeek's export: conversations as trees, whose messages are fragments."""

from collections.abc import Iterator

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.branches import mapped_branch
from daybook.interfaces.importers.conversations import attached, conversation_reader
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject


def _messages(given: JsonObject, reading: FileReading) -> Iterator[Turn | None]:
    for node in mapped_branch(given, reading, "inserted_at", lambda node: bool(node.get("message"))):
        yield from _message(object_of(node.get("message")), reading)


def _message(given: JsonObject, reading: FileReading) -> Iterator[Turn]:
    """Read the fragments of a message: what was asked, and the reply to it."""
    said_at = reading.moment(given.get("inserted_at"))
    files = [object_of(file) for file in list_of(given.get("files"))]
    names = [attached(text_of_field(file.get("file_name") or file.get("name")) or "file") for file in files]
    for fragment in map(object_of, list_of(given.get("fragments")) or [given]):
        kind = text_of_field(fragment.get("type") or fragment.get("role")).upper()
        text = text_of_field(fragment.get("content")).strip()
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
    "DeepSeek",
    "Settings → Data → Export data",
    looks_like=lambda fields: "mapping" in fields and "inserted_at" in fields,
    read_sessions=conversation_reader("deepseek", _messages, dates=("inserted_at", "updated_at")),
)
