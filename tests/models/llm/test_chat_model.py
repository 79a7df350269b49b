from typing import Literal

from pydantic import BaseModel, Field

from daybook.models.llm.chat_model import shape_of


class Part(BaseModel):
    id: int = Field(ge=1)


class Bounded(BaseModel):
    pattern: str = Field(pattern="^a$", max_length=9)
    parts: list[Part] = Field(max_length=3)


class Whole(BaseModel):
    """What is said here is for people."""

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
                "properties": {"id": {"type": "integer", "minimum": 1}},
                "required": ["id"],
                "additionalProperties": False,
            }
        },
    }


def test_bounds_are_asked_for() -> None:
    assert shape_of(Bounded, "bounded").schema["properties"] == {
        "pattern": {"type": "string", "pattern": "^a$", "maxLength": 9},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}, "maxItems": 3},
    }
