"""How a value is written into a prompt: as data that cannot end its own place.

A value is written as JSON, so every line break and quote inside a text is escaped: whatever a stored text
says, it stays one string on one line and cannot pass for a line of the prompt. Where prose is wanted
(reading rounds as text), the value stands between two marks derived from its own hash, which it would have
to hold to close.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

JsonValue: TypeAlias = (
    "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"  # as JSON has it
)

# Line breaks to a reader, though not to JSON.
_BREAKS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x7f\x85\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Fenced:
    """A text to be put before the model as prose, with its own line breaks."""

    text: str


def as_data(value: JsonValue | Fenced) -> str:
    """Write a value for a prompt: JSON, a list with one item a line; a `Fenced` text between its marks.

    Equal values are written equally, so that a reply cache can know a request again.

    Raises:
        TypeError: the value is neither JSON nor `Fenced`.
        ValueError: a number is infinite or not a number.
    """
    if isinstance(value, Fenced):
        return _fence(_encodable(value.text))
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        return "[\n" + ",\n".join(_as_json(item) for item in value) + "\n]"
    return _as_json(value)


def _as_json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _encodable(text.translate(_BREAKS))


def _encodable(text: str) -> str:
    """Write lone surrogates, which UTF-8 cannot carry, as JSON escapes them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _fence(text: str) -> str:
    mark = sha256(text.encode("utf-8")).hexdigest()[:16]
    while mark in text:
        mark = sha256(mark.encode()).hexdigest()[:16]
    return f"<text {mark}>\n{text}\n</text {mark}>"
