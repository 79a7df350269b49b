"""A response held against the OpenAPI document that describes it, by a small reader of JSON Schema."""

import json
import re
from typing import Any

import httpx


def wrong_in(described: dict[str, Any], operation: dict[str, Any], reply: httpx.Response) -> list[str]:
    """Say what of a response its description does not allow: status, media type, or a place in the body."""
    responses = operation["responses"]
    status = str(reply.status_code)
    response = responses.get(status) or responses.get(f"{status[0]}XX")
    if response is None:
        return [f"status {status} is not described"]
    media = reply.headers["content-type"].partition(";")[0]
    content = {name.partition(";")[0]: form for name, form in response.get("content", {}).items()}
    if media not in content:
        return [f"{media} is not described for {status}"]
    if not media.endswith(("/json", "+json")):
        return []
    return list(_faults(described, content[media]["schema"], json.loads(reply.content), "body"))


def operation_of(described: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    """Find the operation of a path; a parameter may hold slashes, and a literal path goes before it."""
    bare = path.partition("?")[0]
    found = [
        (template.count("{"), operations[method])
        for template, operations in described["paths"].items()
        if method in operations and re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(template)), bare)
    ]
    operation: dict[str, Any] = min(found, key=lambda one: one[0])[1]
    return operation


def _faults(described: dict[str, Any], schema: dict[str, Any], value: Any, place: str) -> list[str]:
    """List the places of a value that a schema does not allow; a key that is not described is one."""
    if "$ref" in schema:
        return _faults(
            described, described["components"]["schemas"][schema["$ref"].split("/")[-1]], value, place
        )
    if "anyOf" in schema:
        tried = [_faults(described, choice, value, place) for choice in schema["anyOf"]]
        return [] if [] in tried else [f"{place}: none of {len(tried)} shapes", *min(tried, key=len)]
    kind = schema.get("type")
    if kind is not None and not _is(kind, value):
        return [f"{place}: {value!r:.60} is no {kind}"]
    if kind == "array":
        items = schema.get("items", {})
        return [
            fault
            for i, inner in enumerate(value)
            for fault in _faults(described, items, inner, f"{place}.{i}")
        ]
    if kind != "object":
        return []
    known, more = (
        schema.get("properties", {}),
        schema.get("additionalProperties", not schema.get("properties")),
    )
    faults = [f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value]
    for name, inner in value.items():
        if name in known:
            faults += _faults(described, known[name], inner, f"{place}.{name}")
        elif isinstance(more, dict):
            faults += _faults(described, more, inner, f"{place}.{name}")
        elif not more:
            faults.append(f"{place}: {name} is not described")
    return faults


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    types: dict[str, type | tuple[type, ...]] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "null": type(None),
        "boolean": bool,
    }
    return isinstance(value, types[kind])
