"""The OpenAPI document, held against what the server answers to requests that are made from it."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.interfaces.server.description import wrong_in
from tests.interfaces.server.http_server import serving

SEED, ROUNDS = 2_026, 3
"""Of the requests, and how many are made to each operation."""
WORDS = (
    "Where do I live?",
    "I live in Rome.",
    "first",
    "identity",
    "",
    " ",
    "\u202e\x07",
    "x" * 30_000,
    "ada",
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serving(tmp_path / "data") as served, served.client() as made:
        made.post("/v1/rounds", json={"user": "I live in Rome.", "session_id": "first"})
        made.post("/v1/documents", files={"file": ("rules.md", b"# Rules\n\nThe quay is closed.")})
        yield made


def value_of(schema: dict[str, Any], schemas: dict[str, Any], draw: random.Random) -> Any:
    """Make a value that a schema allows, and now and then one that it does not."""
    if draw.random() < 0.05:
        return draw.choice([None, 7, "nonsense", [], {}, True])
    if "$ref" in schema:
        return value_of(schemas[schema["$ref"].split("/")[-1]], schemas, draw)
    if "anyOf" in schema:
        return value_of(draw.choice(schema["anyOf"]), schemas, draw)
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if schema.get("format") == "date-time":
        return draw.choice(["2024-03-05T09:00:00Z", "2024-03-05", "0001-01-01T00:00:00+14:00"])
    match schema.get("type"):
        case "object":
            needed = schema.get("required", ())
            properties = schema.get("properties", {})
            given = [name for name in properties if name in needed or draw.random() < 0.4]
            return {name: value_of(properties[name], schemas, draw) for name in given}
        case "array":
            items = schema.get("items", {"type": "string"})
            length = draw.randint(schema.get("minItems", 0), 2)
            return [value_of(items, schemas, draw) for _ in range(length)]
        case "integer" | "number":
            return draw.choice([0, 1, 5, -1, 2**70])
        case "boolean":
            return draw.random() < 0.5
        case "null":
            return None
    return draw.choice(WORDS)


def request_of(
    method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any], draw: random.Random
) -> tuple[str, dict[str, Any]]:
    """Make a path, and the rest of a request, for an operation."""
    query = {}
    for parameter in operation.get("parameters", ()):
        value = value_of(parameter["schema"], schemas, draw)
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(str(value or "none")[:40], safe=""))
        elif parameter["in"] == "query" and (parameter.get("required") or draw.random() < 0.5):
            query[parameter["name"]] = str(value)[:100]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    given: dict[str, Any] = {"params": query}
    if body is not None:
        given["json"] = value_of(body["schema"], schemas, draw)
    return path, given


@pytest.mark.slow
def test_no_answer_breaks_its_description_whatever_is_sent(client: httpx.Client) -> None:
    described, draw = client.get("/openapi.json").json(), random.Random(SEED)
    schemas = described["components"]["schemas"]

    for template, operations in described["paths"].items():
        for method, operation in operations.items():
            for _ in range(ROUNDS):
                path, given = request_of(method, template, operation, schemas, draw)
                reply = client.request(method, path, **given)

                wrong = wrong_in(described, operation, reply)
                assert wrong == [], (method, path, given, reply.text[:500])
                assert reply.status_code != 500, (method, path, given)
