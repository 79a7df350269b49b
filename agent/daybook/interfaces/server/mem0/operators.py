"""The operators of Mem0's filters. A field that is not there is None; nothing but "ne" and "nin" takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from operator import ge, gt, le, lt
from typing import Any


def is_there(found: object) -> bool:
    """Whether there is a value at all: what "*" asks."""
    return found is not None


def _equal(found: object, wanted: object) -> bool:
    """Compare as JSON does, where true is not 1."""
    return isinstance(found, bool) == isinstance(wanted, bool) and found == wanted


def _one_of(found: object, wanted: list[object]) -> bool:
    """Whether a value, or one of several, is among those that are wanted."""
    values = found if isinstance(found, list) else [found]
    return any(_equal(value, one) for value in values for one in wanted)


def _contains(found: object, wanted: object) -> bool:
    """Whether a text holds another, letter by letter, or a list a value."""
    if isinstance(found, str):
        return isinstance(wanted, str) and wanted in found
    return isinstance(found, list) and any(_equal(value, wanted) for value in found)


def _contains_word(found: object, wanted: object) -> bool:
    folded = [one.casefold() if isinstance(one, str) else one for one in (found, wanted)]
    if isinstance(found, list):
        folded[0] = [one.casefold() if isinstance(one, str) else one for one in found]
    return _contains(folded[0], folded[1])


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    """Put numbers, texts and moments in order, each among themselves."""

    def test(found: object, wanted: object) -> bool:
        return (
            any(
                isinstance(found, kind) and isinstance(wanted, kind) for kind in ((int, float), str, datetime)
            )
            and not isinstance(found, bool)
            and not isinstance(wanted, bool)
            and compare(found, wanted)
        )

    return test


OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": _equal,
    "ne": lambda found, wanted: not _equal(found, wanted),
    "in": _one_of,
    "nin": lambda found, wanted: not _one_of(found, wanted),
    "gt": _ordered(gt),
    "gte": _ordered(ge),
    "lt": _ordered(lt),
    "lte": _ordered(le),
    "contains": _contains,
    "icontains": _contains_word,
}
