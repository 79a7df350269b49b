"""Mem0's filters: a JSON object that says which memories are meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from daybook.errors import BadInput
from daybook.interfaces.server.mem0.moments import moment_of
from daybook.interfaces.server.mem0.operators import OPERATORS, is_there
from daybook.interfaces.server.mem0.whose import ANY, ENTITIES, Named

Described: TypeAlias = Mapping[str, Any]
"""What a filter sees of a memory: the four ids, its moments, "metadata", "keywords" and "memory_ids"."""

TIMES = ("created_at", "updated_at", "timestamp")
KEYWORDS, IDS, METADATA = "keywords", "memory_ids", "metadata"
_KNOWN = (*ENTITIES, *TIMES, KEYWORDS, IDS, METADATA)
_JOINS = ("AND", "OR", "NOT")


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on memories."""

    holds: Callable[[Described], bool]
    named: Named
    """Ids that every memory has for which it holds, so that they say whose memory is meant."""
    asks_more: bool = True
    """Whether it asks for anything besides them."""

    def is_all_of(self, owner: str) -> bool:
        """Whether it holds for every memory of an owner."""
        return not self.asks_more and self.named in ({}, {"user_id": owner})


EVERYTHING = Filter(lambda _: True, {}, asks_more=False)


def read_filter(raw: object, *, loose: bool = False) -> Filter:
    """Read a filter.

    Args:
        raw: conditions by field, joined by "AND", "OR" and "NOT"; several fields of an object all have to
            hold, and of those below "NOT" none may.
        loose: whether a field of another name is one of the metadata, as at the open-source server.

    Raises:
        BadInput: it cannot be read, or asks for what is not done here.
    """
    if not isinstance(raw, Mapping):
        raise BadInput(f"a filter is an object, not {raw!r:.60}", source="filters")
    return _all_of(_read_entry(str(name), value, loose) for name, value in raw.items())


def same(ids: Named) -> Filter:
    """Hold for the memories that have those ids."""
    return _all_of(_entity(name, value) for name, value in ids.items())


def both(one: Filter, other: Filter) -> Filter:
    """Hold where two filters hold."""
    return _all_of((one, other))


def _read_entry(name: str, value: object, loose: bool) -> Filter:
    if name in _JOINS:
        parts = [read_filter(one, loose=loose) for one in _listed(name, value)]
        if name == "AND":
            return _all_of(parts)
        return _any_of(parts) if name == "OR" else _none_of(parts)
    if name in ENTITIES:
        return _entity(name, value)
    if name in TIMES:
        return _field(name, value, read=moment_of)
    if name == IDS:
        return _field(name, {"in": value} if isinstance(value, list) else value)
    if name == METADATA:
        return _metadata(value)
    if name == KEYWORDS:
        return _field(name, value)
    if name == "categories":
        raise BadInput("memories have no categories here; put one in their metadata", source="filters")
    if loose:
        return _metadata({name: value})
    raise BadInput(f"{name!r} is none of {', '.join((*_JOINS, *_KNOWN))}", source="filters")


def _listed(name: str, value: object) -> Sequence[object]:
    if isinstance(value, list) and value:
        return value
    if name == "NOT" and isinstance(value, Mapping):
        return [value]
    raise BadInput(f"{name} takes a list of conditions", source="filters")


def _entity(name: str, value: object) -> Filter:
    found = _field(name, value)
    wanted = value.get("eq") if isinstance(value, Mapping) and len(value) == 1 else value
    if isinstance(value, Mapping) and len(value) == 1 and isinstance(only := value.get("in"), list):
        wanted = only[0] if len(only) == 1 else None
    named = {name: wanted} if isinstance(wanted, str) and wanted != ANY else {}
    return Filter(found.holds, named, asks_more=not named)


def _metadata(value: object) -> Filter:
    if not isinstance(value, Mapping):
        raise BadInput(f"metadata takes an object of fields, not {value!r:.60}", source="filters")

    def inner(name: str, condition: object) -> Filter:
        test = _test(f"{METADATA}.{name}", condition, lambda one: one)
        return Filter(lambda memory: test(memory[METADATA].get(name)), {})

    return _all_of(inner(str(name), condition) for name, condition in value.items())


def _field(name: str, value: object, *, read: Callable[[Any], Any] = lambda one: one) -> Filter:
    test = _test(name, value, read)
    return Filter(lambda memory: test(memory[name]), {})


def _test(name: str, value: object, read: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Read what is wanted of one field."""
    if value == ANY:
        return is_there
    conditions = value if isinstance(value, Mapping) else {"eq": value}
    tests = [_compared(name, str(operator), to, read) for operator, to in conditions.items()]
    return lambda found: all(test(found) for test in tests)


def _compared(name: str, operator: str, to: object, read: Callable[[Any], Any]) -> Callable[[Any], bool]:
    if operator not in OPERATORS:
        known = ", ".join(OPERATORS)
        raise BadInput(f"{operator!r} of {name} is no operator: {known} are", source="filters")
    if (operator in ("in", "nin")) is not isinstance(to, list):
        raise BadInput(
            f"{operator!r} of {name} takes {'a list' if 'in' in operator[:3] else 'one value'}",
            source="filters",
        )
    wanted = [read(one) for one in to] if isinstance(to, list) else read(to)
    test = OPERATORS[operator]
    return lambda found: test(found, wanted)


def _all_of(parts: Iterable[Filter]) -> Filter:
    kept = tuple(parts)
    pairs = dict.fromkeys(pair for part in kept for pair in part.named.items())
    named = dict(reversed(pairs))  # of two that disagree the first, and it holds for none
    asks_more = any(part.asks_more for part in kept) or len(named) < len(pairs)
    return Filter(lambda memory: all(part.holds(memory) for part in kept), named, asks_more)


def _any_of(parts: Sequence[Filter]) -> Filter:
    shared = set.intersection(*(set(part.named.items()) for part in parts))
    return Filter(lambda memory: any(part.holds(memory) for part in parts), dict(shared))


def _none_of(parts: Sequence[Filter]) -> Filter:
    return Filter(lambda memory: not any(part.holds(memory) for part in parts), {})


def between(start: datetime | None, end: datetime | None) -> Filter:
    """Hold for what was said from one moment on and up to another."""
    wanted = {name: at.isoformat() for name, at in (("gte", start), ("lte", end)) if at is not None}
    return _field("created_at", wanted, read=moment_of) if wanted else EVERYTHING
