"""The texts that an item is found by: its whole value, or the fields at some paths.

A path is written as in LangGraph: names with dots between, "[0]", "[-1]" or "[*]" for places of a list, "*"
for every field, and "{a,b}" for some. "$" is the whole value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from daybook.store.item_values import Fields

_PART = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^.\[\]{}]+")
WHOLE = "$"


def item_texts(value: Mapping[str, object], fields: Fields) -> list[str]:
    """Give the texts at the paths of an item's fields, in their order; blank ones are left out."""
    paths = (WHOLE,) if fields is None else fields
    return [text for path in paths for text in texts_at(value, path) if text.strip()]


def texts_at(value: object, path: str) -> Iterator[str]:
    """Give the text of every value at a path; none where there is nothing there."""
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
            found = _at(value, part[1:-1])
        case _:
            found = []
    for inner in found:
        yield from _texts(inner, rest)


def _at(values: list[object], place: str) -> list[object]:
    try:
        return [values[int(place)]]
    except (ValueError, IndexError):
        return []


def _written(value: object) -> str:
    """Write a value as text: a field a line, with its name before it, and not as JSON.

    In JSON a line break is the letter n behind a backslash, which would be taken for the first letter of the
    next word.
    """
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {_written(inner)}" for name, inner in value.items() if inner is not None)
    if isinstance(value, list | tuple):
        return "\n".join(_written(inner) for inner in value if inner is not None)
    return str(value)
