from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from daybook.llm.schema import shape_of


class Part(BaseModel):
    id: int = Field(ge=1)


class Whole(BaseModel):
    start: str | None = Field(None, alias="from")
    kind: Literal["a", "b"] = "a"
    parts: list[Part] = []


def test_every_field_is_required_and_none_may_be_added() -> None:
    assert shape_of(Whole, "whole").schema == {
        "type": "object",
        "properties": {
            "from": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
        },
        "required": ["from", "kind", "parts"],
        "additionalProperties": False,
        "$defs": {
            "Part": {
                "type": "object",
                "properties": {"id": {"type": "integer"}},
                "required": ["id"],
                "additionalProperties": False,
            }
        },
    }
