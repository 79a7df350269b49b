"""What Mem0 holds: a list of memories, or its `get_all` with "results".

A memory is what a model noted about somebody, and not what they said. So each is kept as the words of "Mem0",
on the assistant's side: it is found, and quoted as Mem0's, but no fact is learnt from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session, Turn
from daybook.errors import BadInput
from daybook.interfaces.importers.json_reader import JsonReader
from daybook.interfaces.importers.loose import (
    first_moment,
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.people import require_owner, same_name
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.sources import Source

SPEAKER = "Mem0"
_LISTS = ("results", "memories")

Fields = Mapping[str, Any]


def looks_like(first: object) -> bool:
    """Whether a record is a memory of Mem0, or an object that lists such."""
    fields = object_of(first)
    inner = [object_of(next(iter(list_of(fields.get(name))), None)) for name in _LISTS]
    return any("memory" in one and "id" in one for one in (fields, *inner))


def read_mem0(source: Source, reading: Reading) -> Iterator[Session]:
    """Read memories, each as a session of its own by its id, dated by its last change.

    Raises:
        BadInput: the file cannot be read or is not JSON, or it holds memories of several users and nobody
            says whose are meant.
    """
    user = _user(source, reading)
    for given in _memories(source, reading):
        whose, text = name_of(given.get("user_id")), text_of_field(given.get("memory")).strip()
        said_at = first_moment(given.get("updated_at"), given.get("created_at"))
        if user is not None and whose != user:
            reading.left_out["memories of other users"] += 1
        elif not text:
            reading.left_out["memories without text"] += 1
        else:
            name = name_of(given.get("id")) or name_from(text)
            turn = Turn(Role.ASSISTANT, text, said_at, speaker=SPEAKER)
            yield Session(f"mem0-{name}", said_at or reading.undated(), (turn,))


def _user(source: Source, reading: Reading) -> str | None:
    users = Counter(name_of(given.get("user_id")) for given in _memories(source, reading))
    me = reading.options.me
    if me is None and len(users) < 2:
        return None
    if me is None or not any(same_name(me, name) for name in users):
        return require_owner(me, users, str(source))
    return next(name for name in users if same_name(me, name))


def _memories(source: Source, reading: Reading) -> Iterator[Fields]:
    reader = JsonReader(source, reading.limit)
    while sign := reader.peek():
        if sign == "[":
            for _ in reader.items():
                yield object_of(reader.value())
        elif sign == "{":
            yield from _of_object(reader)
        else:
            raise BadInput("a memory should be an object", source=str(source), where=f"line {reader.line}")


def _of_object(reader: JsonReader) -> Iterator[Fields]:
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
