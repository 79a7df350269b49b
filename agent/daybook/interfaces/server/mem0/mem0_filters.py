"""Which memories a request is about: whose, by Mem0's four ids, and which of those, by its filters.

A filter is a JSON object of conditions by field, joined by "AND", "OR" and "NOT".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import ge, gt, le, lt
from typing import Any, TypeAlias

from daybook.conversation import as_utc
from daybook.conversation.errors import BadInput
from daybook.interfaces.server.access import Caller

ENTITIES = ("user_id", "agent_id", "app_id", "run_id")
"""The ids that Mem0 files a memory under; the first of them that is named says whose it is."""
Named: TypeAlias = Mapping[str, str]
"""Some of those ids."""
FilterFields: TypeAlias = Mapping[str, Any]
"""What a filter sees of a memory: the four ids, its moments, "keywords", "memory_ids", and its metadata by
names that begin with `METADATA`."""
METADATA = "metadata."

_ANY = "*"
"""What stands for every value in a filter."""
_JOINS = ("AND", "OR", "NOT")
_TIMES = ("created_at", "updated_at", "timestamp")
_KEYWORDS, _IDS = "keywords", "memory_ids"
_DAY = len("2026-11-22")


@dataclass(frozen=True, slots=True)
class Mem0Entity:
    """A user, agent, app or run that has a memory of its own."""

    kind: str
    name: str

    @property
    def owner(self) -> str:
        """The owner of that memory: a user by the bare name, others by what they are and their name."""
        return self.name if self.kind == "user" else f"{self.kind}:{self.name}"


def entity_of(owner: str) -> Mem0Entity:
    """Return the entity that an owner is."""
    kind, _, name = owner.partition(":")
    return Mem0Entity(kind, name) if name and f"{kind}_id" in ENTITIES[1:] else Mem0Entity("user", owner)


def owner_meant(caller: Caller, named: Named) -> str:
    """Return the owner whose memory a request is about.

    A token that opens one memory means that one, whatever agent, app or run is named as well. Where a token
    opens any, it is the user's who is named, or else the agent's, the app's or the run's own.

    Raises:
        Forbidden: the token opens another user's.
        BadInput: nobody is named, and the token opens any; or "*" is.
    """
    if _ANY in named.values():
        raise BadInput('a request is about one memory: name whose, without "*"')
    if caller.owner is not None:
        return caller.owner_of(named.get("user_id"))
    for name in ENTITIES:
        if name in named:
            return Mem0Entity(name.removesuffix("_id"), named[name]).owner
    if caller.default is not None:
        return caller.default
    raise BadInput("name whose memory it is: user_id, or else agent_id, app_id or run_id")


def own_ids(owner: str) -> dict[str, str | None]:
    """Return the ids that every memory of an owner has."""
    entity = entity_of(owner)
    return {name: None for name in ENTITIES} | {f"{entity.kind}_id": entity.name}


def moment_of(value: object) -> datetime:
    """Read ISO 8601, or seconds since 1970; without a time zone it is UTC, and a day is its midnight.

    Raises:
        BadInput: it is none, or not within the calendar.
    """
    try:
        if isinstance(value, str):
            return as_utc(datetime.fromisoformat(value))
        if isinstance(value, int | float) and not isinstance(value, bool):
            return as_utc(datetime.fromtimestamp(value, UTC))
    except (ValueError, OverflowError, OSError):
        pass
    raise BadInput(f"{value!r:.60} is no moment: ISO 8601 or seconds since 1970 are")


def end_of(value: str) -> datetime:
    """Read a moment that something ends with, where a day alone is all of that day."""
    moment = moment_of(value)
    return moment + timedelta(days=1, microseconds=-1) if len(value.strip()) == _DAY else moment


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on memories."""

    holds: Callable[[FilterFields], bool]
    named: Named
    """Ids that every memory has for which it holds, so that they say whose memory is meant."""
    asks_more: bool = True
    """True if it asks for anything besides them."""

    def is_all_of(self, owner: str) -> bool:
        """True if it holds for every memory of an owner."""
        return not self.asks_more and self.named in ({}, {"user_id": owner})


def read_filter(raw: object, *, loose: bool = False) -> Filter:
    """Read a filter: several fields of an object all have to hold, and of those below "NOT" none may.

    With `loose` a field of another name is one of the metadata, as at the open-source server. BadInput where
    it cannot be read, or asks for what is not done here.
    """
    if not isinstance(raw, Mapping):
        raise BadInput(f"a filter is an object, not {raw!r:.60}", source="filters")
    return _all_of(_read_entry(str(name), value, loose) for name, value in raw.items())


def same(ids: Named) -> Filter:
    """Hold for the memories that have those ids."""
    return _all_of(_entity(name, value) for name, value in ids.items())


def both(first: Filter, second: Filter) -> Filter:
    """Hold where two filters hold."""
    return _all_of((first, second))


def between(start: datetime | None, end: datetime | None) -> Filter:
    """Hold for what was said from one moment on and up to another."""
    wanted = {name: at.isoformat() for name, at in (("gte", start), ("lte", end)) if at is not None}
    return _field("created_at", wanted, moment_of) if wanted else _all_of(())


def _read_entry(name: str, value: object, loose: bool) -> Filter:
    if name in _JOINS:
        parts = [read_filter(part, loose=loose) for part in _listed(name, value)]
        if name == "AND":
            return _all_of(parts)
        if name == "NOT":
            return Filter(lambda memory: not any(part.holds(memory) for part in parts), {})
        shared = set.intersection(*(set(part.named.items()) for part in parts))
        return Filter(lambda memory: any(part.holds(memory) for part in parts), dict(shared))
    if name in ENTITIES:
        return _entity(name, value)
    if name in _TIMES:
        return _field(name, value, moment_of)
    if name == _IDS:
        return _field(name, {"in": value} if isinstance(value, list) else value)
    if name == "metadata":
        if not isinstance(value, Mapping):
            raise BadInput(f"metadata takes an object of fields, not {value!r:.60}", source="filters")
        return _all_of(_field(f"{METADATA}{field}", condition) for field, condition in value.items())
    if name == _KEYWORDS:
        return _field(name, value)
    if name == "categories":
        raise BadInput("memories have no categories here; put one in their metadata", source="filters")
    if loose:
        return _field(f"{METADATA}{name}", value)
    known = (*_JOINS, *ENTITIES, *_TIMES, _KEYWORDS, _IDS, "metadata")
    raise BadInput(f"{name!r} is none of {', '.join(known)}", source="filters")


def _listed(name: str, value: object) -> Sequence[object]:
    if isinstance(value, list) and value:
        return value
    if name == "NOT" and isinstance(value, Mapping):
        return [value]
    raise BadInput(f"{name} takes a list of conditions", source="filters")


def _entity(name: str, value: object) -> Filter:
    match value:
        case {"eq": wanted, **others} | {"in": [wanted], **others} if not others:
            pass
        case _:
            wanted = value
    named = {name: wanted} if isinstance(wanted, str) and wanted != _ANY else {}
    return Filter(_field(name, value).holds, named, asks_more=not named)


def _field(name: str, value: object, read: Callable[[Any], Any] = lambda value: value) -> Filter:
    """Read what is wanted of one field; `read` makes of a JSON value what is compared."""
    if value == _ANY:
        return Filter(lambda memory: memory.get(name) is not None, {})
    conditions = value if isinstance(value, Mapping) else {"eq": value}
    tests = [_compared(name, str(operator), to, read) for operator, to in conditions.items()]
    return Filter(lambda memory: all(test(memory.get(name)) for test in tests), {})


def _compared(name: str, operator: str, to: object, read: Callable[[Any], Any]) -> Callable[[Any], bool]:
    if operator not in _OPERATORS:
        known = ", ".join(_OPERATORS)
        raise BadInput(f"{operator!r} of {name} is no operator: {known} are", source="filters")
    if (operator in ("in", "nin")) is not isinstance(to, list):
        takes = "a list" if "in" in operator[:3] else "one value"
        raise BadInput(f"{operator!r} of {name} takes {takes}", source="filters")
    wanted = [read(value) for value in to] if isinstance(to, list) else read(to)
    test = _OPERATORS[operator]
    return lambda found: test(found, wanted)


def _all_of(parts: Iterable[Filter]) -> Filter:
    filters = tuple(parts)
    pairs = dict.fromkeys(pair for part in filters for pair in part.named.items())
    named = dict(reversed(pairs))  # of two that disagree the first, and it holds for none
    asks_more = any(part.asks_more for part in filters) or len(named) < len(pairs)
    return Filter(lambda memory: all(part.holds(memory) for part in filters), named, asks_more)


def _equal(found: object, wanted: object) -> bool:
    """Compare as JSON does, where true is not 1."""
    return isinstance(found, bool) == isinstance(wanted, bool) and found == wanted


def _one_of(found: object, wanted: list[object]) -> bool:
    """True if a value, or one of several, is among those that are wanted."""
    values = found if isinstance(found, list) else [found]
    return any(_equal(value, option) for value in values for option in wanted)


def _contains(found: object, wanted: object) -> bool:
    """True if a text holds another, letter by letter, or a list a value."""
    if isinstance(found, str):
        return isinstance(wanted, str) and wanted in found
    return isinstance(found, list) and any(_equal(value, wanted) for value in found)


def _folded(value: object) -> object:
    if isinstance(value, list):
        return [part.casefold() if isinstance(part, str) else part for part in value]
    return value.casefold() if isinstance(value, str) else value


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
    """Put numbers, texts and moments in order, each among themselves."""
    kinds = ((int, float), str, datetime)

    def test(found: object, wanted: object) -> bool:
        if isinstance(found, bool) or isinstance(wanted, bool):
            return False
        comparable = any(isinstance(found, kind) and isinstance(wanted, kind) for kind in kinds)
        return comparable and compare(found, wanted)

    return test


_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": _equal,
    "ne": lambda found, wanted: not _equal(found, wanted),
    "in": _one_of,
    "nin": lambda found, wanted: not _one_of(found, wanted),
    "gt": _ordered(gt),
    "gte": _ordered(ge),
    "lt": _ordered(lt),
    "lte": _ordered(le),
    "contains": _contains,
    "icontains": lambda found, wanted: _contains(_folded(found), _folded(wanted)),
}
"""A field that is not there is None, which nothing but "ne" and "nin" takes."""
