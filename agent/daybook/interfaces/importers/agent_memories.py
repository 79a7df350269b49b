"""What agents noted about somebody: memories of Mem0, items of a LangGraph store.

A model or a program wrote it, not the owner. So each is kept as the words of "Mem0" or "LangGraph store", on
the assistant's side: found, and quoted as theirs, but no fact is learnt from it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import require_owner, same_name
from daybook.interfaces.importers.fields import (
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
    whole_characters,
)
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject, JsonReader

_LISTS = ("results", "memories")
_TEXTS = ("content", "text", "memory", "data")
"""Fields under which the value of an item keeps what it says, in the order of preference."""
_WRAPPED = 3
"""How deep a text may be wrapped: LangMem keeps {"kind", "content": {"content"}}."""


def _noted(
    name: str, text: str, given: JsonObject, reading: FileReading, *, by: str, title: str = ""
) -> Session:
    """Make a session of one note, dated by its last change."""
    said_at = reading.moment(given.get("updated_at"), given.get("created_at"))
    turn = Turn(Role.ASSISTANT, text, said_at, speaker=by)
    return Session(name, said_at or reading.undated(), (turn,), title=title)


def _read_mem0(reading: FileReading) -> Iterator[Session]:
    """Read memories, each as a session of its own by its id; of several users', `--me` says whose."""
    users = Counter(name_of(given.get("user_id")) for given in _memories(reading))
    wanted = None
    if reading.options.me is not None or len(users) > 1:
        wanted = require_owner(reading.options.me, users, str(reading.source))
    for given in _memories(reading):
        user, text = name_of(given.get("user_id")), text_of_field(given.get("memory")).strip()
        if wanted is not None and user != wanted:
            reading.left_out["memories of other users"] += 1
        elif not text:
            reading.left_out["memories without text"] += 1
        else:
            name = name_of(given.get("id")) or name_from(text)
            yield _noted(f"mem0-{name}", text, given, reading, by="Mem0")


def _memories(reading: FileReading) -> Iterator[JsonObject]:
    reader = JsonReader(reading.source, reading.options.limit)
    while sign := reader.peek():
        if sign == "[":
            for _ in reader.items():
                yield object_of(reader.value())
        elif sign == "{":
            yield from _of_object(reader)
        else:
            where = f"line {reader.line}"
            raise BadInput("a memory should be an object", source=str(reading.source), where=where)


def _of_object(reader: JsonReader) -> Iterator[JsonObject]:
    """Yield the memories that an object lists, or the object itself where it lists none."""
    fields: dict[str, Any] = {}
    lists = False
    for name in reader.members():
        if name in _LISTS and reader.peek() == "[":
            lists = True
            for _ in reader.items():
                yield object_of(reader.value())
        else:
            fields[name] = reader.value()
    if not lists:
        yield fields


def _looks_like_mem0(fields: JsonObject) -> bool:
    inner = [object_of(next(iter(list_of(fields.get(name))), None)) for name in _LISTS]
    return any("memory" in memory and "id" in memory for memory in (fields, *inner))


def _read_langgraph_store(reading: FileReading) -> Iterator[Session]:
    """Read items, each as a session by its namespace and key; `--me` is a part of the namespaces taken."""
    me, taken, spaces = reading.options.me, 0, set[str]()
    for record in reading.records():
        given = object_of(record.value)
        labels = _labels(given.get("namespace"))
        if me is not None and not any(same_name(me, label) for label in labels):
            reading.left_out["items of other namespaces"] += 1
            continue
        taken += 1
        text = _value_text(given.get("value"))
        if not text:
            reading.left_out["items without text"] += 1
            continue
        space = "/".join(labels)
        spaces.add(space)
        name = f"{space}/{name_of(given.get('key'))}"
        yield _noted(name, text, given, reading, by="LangGraph store", title=space)
    if me is not None and not taken:
        raise BadInput(
            f"no namespace in it has the part {me!r}, which --me names", source=str(reading.source)
        )
    if len(spaces) > 1:
        reading.note("namespaces that all go to one memory (--me takes one)", len(spaces))


def _labels(namespace: object) -> list[str]:
    if isinstance(namespace, str):
        return [text_of_field(namespace)]
    return [label for part in list_of(namespace) if (label := name_of(part))]


def _value_text(value: object) -> str:
    """Return what a value says: its text, also where that is wrapped, or else all of it as JSON."""
    for _ in range(_WRAPPED):
        inner = next((found for name in _TEXTS if (found := object_of(value).get(name))), None)
        if inner is None:
            break
        value = inner
    if isinstance(value, str):
        return text_of_field(value).strip()
    if value in (None, {}, []):
        return ""
    try:
        return str(whole_characters(json.dumps(value, ensure_ascii=False)))
    except RecursionError:
        return ""


MEM0 = ChatFormat(
    "Mem0",
    '`json.dump(memory.get_all(filters={"user_id": …}, top_k=100_000), file)`',
    looks_like=_looks_like_mem0,
    read_sessions=_read_mem0,
)
LANGGRAPH = ChatFormat(
    "LangGraph store",
    "`json.dump([item.dict() for item in store.search((), limit=100_000)], file)`",
    looks_like=lambda fields: {"namespace", "key", "value"} <= fields.keys(),
    read_sessions=_read_langgraph_store,
)
