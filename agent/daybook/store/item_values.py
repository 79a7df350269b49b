"""Items: documents of an owner under a namespace and a key, what they say, and filters of them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from operator import ge, gt, le, lt
from typing import Any

Namespace = tuple[str, ...]
"""Labels from the root on; none is empty, or holds a dot or the NUL character."""
ANNOTATIONS: Namespace = ("daybook annotations",)
"""A program's annotations of a round, under its id. An annotation goes with the round, and is listed and
searched only where it is named."""
DOCUMENTS: Namespace = ("daybook documents",)
"""Above the documents of knowledge bases: those of a collection are below its name, a namespace each. As
annotations they are listed and searched only where they are named."""
DOCUMENT_KEY = "document"
"""The key of what is kept of a document as a whole; its passages have their positions as keys."""
_SAID_BY_DOCUMENTS = ("title", "heading", "text")
"""The fields of documents and passages that say something; the others are Daybook's own."""
Place = tuple[Namespace, str]
"""A namespace and a key."""
Fields = tuple[str, ...] | None
"""The paths of what an item is found by (see `item_texts`): None is the whole value, () is nothing."""


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item that is to be put in the place that its namespace and key name."""

    namespace: Namespace
    key: str
    value: Mapping[str, Any]
    """JSON."""
    fields: Fields = None


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as it is kept."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    fields: Fields
    created_at: datetime
    updated_at: datetime
    item_pk: int = 0
    """Its key in the database: of two, the later put has the greater one."""

    @property
    def is_of_document(self) -> bool:
        """True if it is a document of a knowledge base, or a passage of one."""
        return self.namespace[: len(DOCUMENTS)] == DOCUMENTS

    @property
    def said(self) -> Iterator[str]:
        """Every text of its value; a number as it is written. Of a document what it says, and its source."""
        if self.is_of_document:
            return self._fields(*_SAID_BY_DOCUMENTS, "source")
        return (text for text, is_name in _texts_in(self.value) if not is_name)

    @property
    def texts(self) -> Iterator[str]:
        """Its texts, with the names of its fields and its key; of a document, and the name of its file."""
        if self.is_of_document:
            yield from self._fields(*_SAID_BY_DOCUMENTS)
            yield from (re.split(r"[/\\]", source)[-1] for source in self._fields("source"))
            return
        yield self.key
        yield from (text for text, _ in _texts_in(self.value))

    def _fields(self, *names: str) -> Iterator[str]:
        return (text for name in names if isinstance(text := self.value.get(name), str))


def _texts_in(value: object) -> Iterator[tuple[str, bool]]:
    """Give every text of a JSON value, and whether it is the name of a field."""
    match value:
        case str():
            yield value, False
        case dict():
            for name, inner in value.items():
                yield name, True
                yield from _texts_in(inner)
        case list():
            for inner in value:
                yield from _texts_in(inner)
        case int() | float() if not isinstance(value, bool):
            yield str(value), False


def item_id(owner: str, namespace: Namespace, key: str) -> str:
    """Name the place of an owner's item: "i" and 32 hexadecimal digits (128 bits of SHA-256)."""
    place = json.dumps([owner, namespace, key]).encode()
    return f"i{sha256(place).hexdigest()[:32]}"


_PART = re.compile(r"\[[^\[\]]*+\]|\{[^{}]*+\}|[^.\[\]{}]+")
WHOLE = "$"


def item_texts(value: Mapping[str, object], fields: Fields) -> list[str]:
    """Return the texts at the paths of an item's fields, in their order; blank ones are left out.

    A path is written as in LangGraph: names with dots between, "[0]", "[-1]" or "[*]" for places of a list,
    "*" for every field, and "{a,b}" for some. "$" is the whole value.
    """
    paths = (WHOLE,) if fields is None else fields
    return [text for path in paths for text in texts_at(value, path) if text.strip()]


def texts_at(value: object, path: str) -> Iterator[str]:
    """Yield the text of every value at a path; none where there is nothing."""
    return _texts(value, () if path in ("", WHOLE) else tuple(_PART.findall(path)))


def _texts(value: object, parts: tuple[str, ...]) -> Iterator[str]:
    if not parts:
        if value is not None:
            yield _written(value)
        return
    part, rest = parts[0], parts[1:]
    match value:
        case dict() | Mapping() if part == "*":
            found = list(value.values())
        case dict() | Mapping() if part.startswith("{"):
            for path in part[1:-1].split(","):
                yield from _texts(value, (*_PART.findall(path.strip()), *rest))
            return
        case dict() | Mapping():
            found = [value[part]] if part in value else []
        case list() if part in ("*", "[*]"):
            found = value
        case list() if part.startswith("["):
            found = []
            with suppress(ValueError, IndexError):
                found = [value[int(part[1:-1])]]
        case _:
            found = []
    for inner in found:
        yield from _texts(inner, rest)


def _written(value: object) -> str:
    """Write a value as text: a field a line, with its name before it.

    Not as JSON, where a line break is a backslash and an n, which would count as the next word's first
    letter.
    """
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {_written(inner)}" for name, inner in value.items() if inner is not None)
    if isinstance(value, list | tuple):
        return "\n".join(_written(inner) for inner in value if inner is not None)
    return str(value)


_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """True if every field of a filter holds for a value.

    A field is compared with what is wanted of it, objects and lists part by part, or by operators: "$eq",
    "$ne", "$gt", "$gte", "$lt" and "$lte". A missing field counts as null. Numbers are ordered by size, texts
    by their characters; anything else has no order and matches no operator that needs one.

    Raises:
        ValueError: an operator is none of those.
    """
    return all(_holds(value.get(name), of_field) for name, of_field in wanted.items())


def _holds(value: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_compares(value, name, to) for name, to in wanted.items())
        return isinstance(value, Mapping) and matches(value, wanted)
    if isinstance(wanted, list | tuple):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(_holds, value, wanted))
    return _equal(value, wanted)


def _compares(value: object, operator: str, to: object) -> bool:
    if operator == "$eq":
        return _equal(value, to)
    if operator == "$ne":
        return not _equal(value, to)
    if operator not in _ORDER:
        raise ValueError(f"an operator of a filter is $eq, $ne, $gt, $gte, $lt or $lte, not {operator!r}")
    comparable = (_is_number(value) and _is_number(to)) or (isinstance(value, str) and isinstance(to, str))
    return comparable and _ORDER[operator](value, to)


def _equal(value: object, to: object) -> bool:
    """Compare as JSON does, where true is not 1."""
    return isinstance(value, bool) == isinstance(to, bool) and value == to


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
