"""Reply types as JSON Schema that servers can enforce."""

from __future__ import annotations

from collections.abc import Mapping, Set

from pydantic import BaseModel

from daybook.llm.protocol import ReplyShape

BOUNDS = frozenset({"minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern"})
"""Keywords that some servers refuse. Without them a small model may repeat an item to its limit."""
_KEPT = ("type", "enum", "const", "$ref", *sorted(BOUNDS))


def shape_of(reply_type: type[BaseModel], name: str) -> ReplyShape:
    """Describe a reply type in the subset of JSON Schema that strict structured output takes.

    Every field is required and none may be added. Defaults and descriptions are left out. The bounds are
    those that a good reply keeps; the type may well read one that does not.
    """
    return ReplyShape(name, _strict(reply_type.model_json_schema(by_alias=True)))


def without(schema: Mapping[str, object], keywords: Set[str]) -> dict[str, object]:
    """Return a schema of `shape_of` without some of the bounds."""
    return {
        key: {name: without(member, keywords) for name, member in value.items()}
        if key in ("$defs", "properties") and isinstance(value, Mapping)
        else _loosened(value, keywords)
        for key, value in schema.items()
        if key not in keywords
    }


def _loosened(value: object, keywords: Set[str]) -> object:
    if isinstance(value, Mapping):
        return without(value, keywords)
    return [_loosened(item, keywords) for item in value] if isinstance(value, list) else value


def _strict(node: Mapping[str, object]) -> dict[str, object]:
    strict = {key: node[key] for key in _KEPT if key in node}
    for group in ("$defs", "properties"):
        if isinstance(members := node.get(group), Mapping):
            strict[group] = {name: _strict(member) for name, member in members.items()}
    if isinstance(choices := node.get("anyOf"), list):
        strict["anyOf"] = [_strict(choice) for choice in choices]
    if isinstance(items := node.get("items"), Mapping):
        strict["items"] = _strict(items)
    if isinstance(properties := node.get("properties"), Mapping):
        strict |= {"required": list(properties), "additionalProperties": False}
    return strict
