"""Filters of items by their values, with the operators of LangGraph's stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import ge, gt, le, lt
from typing import Any

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Say whether every field of a filter holds for a value.

    A field is compared with what is wanted of it, objects and lists part by part, or by operators: "$eq",
    "$ne", "$gt", "$gte", "$lt" and "$lte". A field that is not there counts as null. Numbers are put in
    order by size and texts by their characters; others have no order, and nothing that asks for one matches.

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
