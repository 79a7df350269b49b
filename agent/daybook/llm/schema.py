"""Reply types as JSON Schema that servers can enforce."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from daybook.llm.protocol import ReplyShape

_KEPT = ("type", "enum", "const", "description", "$ref")


def shape_of(reply_type: type[BaseModel], name: str) -> ReplyShape:
    """Describe a reply type in the subset of JSON Schema that strict structured output takes.

    Every field is required and none may be added. Bounds and defaults are left out, since servers
    differ in which they know; Pydantic checks them on the reply.
    """
    return ReplyShape(name, _strict(reply_type.model_json_schema(by_alias=True)))


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
