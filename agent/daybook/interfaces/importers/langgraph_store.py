"""Items of a LangGraph store as JSON: {"namespace", "key", "value", "created_at", "updated_at"}.

An item is what a program put there. So each is kept as the store's words, on the assistant's side: it is
found and quoted, but no fact is learnt from it as if the owner had said it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session, Turn
from daybook.errors import BadInput
from daybook.interfaces.importers.fields import whole_characters
from daybook.interfaces.importers.loose import first_moment, list_of, name_of, object_of, text_of_field
from daybook.interfaces.importers.people import same_name
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source

SPEAKER = "LangGraph store"
_TEXTS = ("content", "text", "memory", "data")
"""Fields under which a value keeps what it says, in the order of preference."""

_WRAPPED = 3
"""How deep a text may be wrapped: LangMem keeps {"kind", "content": {"content"}}."""

Fields = Mapping[str, Any]


def looks_like(first: object) -> bool:
    """Whether a record is an item of a store."""
    return {"namespace", "key", "value"} <= object_of(first).keys()


def read_langgraph_store(source: Source, reading: Reading) -> Iterator[Session]:
    """Read items, each as a session of its own by its namespace and key, dated by its last change.

    With `--me` only the items are taken of whose namespace that is a part.

    Raises:
        BadInput: the file cannot be read or is not JSON, or no namespace has that part.
    """
    me, taken, spaces = reading.options.me, 0, set[str]()
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        labels = _labels(given.get("namespace"))
        text = _text(given.get("value"))
        if me is not None and not any(same_name(me, label) for label in labels):
            reading.left_out["items of other namespaces"] += 1
            continue
        taken += 1
        if not text:
            reading.left_out["items without text"] += 1
            continue
        said_at = first_moment(given.get("updated_at"), given.get("created_at"))
        space = "/".join(labels)
        spaces.add(space)
        turn = Turn(Role.ASSISTANT, text, said_at, speaker=SPEAKER)
        name = f"{space}/{name_of(given.get('key'))}"
        yield Session(name, said_at or reading.undated(), (turn,), title=space)
    if me is not None and not taken:
        raise BadInput(f"no namespace in it has the part {me!r}, which --me names", source=str(source))
    if len(spaces) > 1:
        reading.note("namespaces that all go to one memory (--me takes one)", len(spaces))


def _labels(namespace: object) -> list[str]:
    if isinstance(namespace, str):
        return [text_of_field(namespace)]
    return [label for one in list_of(namespace) if (label := name_of(one))]


def _text(value: object) -> str:
    """Return what a value says: its text, also where that is wrapped, or else all of it as JSON."""
    for _ in range(_WRAPPED):
        inner = next((one for name in _TEXTS if (one := object_of(value).get(name))), None)
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
