"""One prompt: instructions of ours, and a data message whose slots are filled in one pass.

A value is written into the data message as data that cannot end its own place: as JSON, so every line
break and quote inside a text is escaped. Whatever a stored text says, it stays one string on one line and
cannot pass for a line of the prompt. Where prose is wanted (reading rounds as text), the value stands between
two marks derived from its own hash, which it would have to hold to close.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeAlias

from pydantic import BaseModel

SLOT = re.compile(r"\{\{([a-z_]+)\}\}")
_ABOUT = re.compile(r'- "([a-z_]+)":|([a-z_]+): \{\{')
"""How a line begins that explains a slot, and how the one that holds it."""
_ABOUT_FIELD = re.compile(r'- "([a-z_]+)", in a round:')
"""How a line begins that explains what only some rounds have."""
JsonValue: TypeAlias = (
    "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"  # as JSON has it
)

# Line breaks to a reader, though not to JSON.
_BREAKS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x7f\x85\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Fenced:
    """A text to be put before the model as prose, with its own line breaks."""

    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A prompt ready to be sent."""

    instructions: str
    """The system message. Nothing from outside ever stands in it."""
    data: str
    """The user message that carries the values."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as its file has it."""

    name: str
    purpose: str
    slots: tuple[str, ...]
    """The values it takes, all of them needed."""
    reply_tokens: int
    """The most that a sensible reply takes, in tokens."""
    instructions: str
    data: str
    """The data message with its `{{slot}}`s."""
    sha256: str
    """Of the file's text: run records name the prompt by it."""
    reply: type[BaseModel] | None = None
    """The reply that it asks for, where that is not the one that its step takes by itself."""
    repair: Prompt | None = field(default=None, repr=False)
    """The prompt to send if a reply cannot be read; None for the repair prompt itself."""

    def fill(self, **values: JsonValue | Fenced) -> Filled:
        """Put the values in their slots, all at once: a slot inside a value stays what it is, text.

        A slot with a line of its own in the instructions is left out with it where its value is empty, and so
        is the line about a field that no round has.

        Raises:
            TypeError: a slot has no value, or a value has no slot, or a value is not JSON.
        """
        missing = sorted(set(self.slots) - set(values))
        spare = sorted(set(values) - set(self.slots))
        if missing or spare:
            faults = [
                f"{what} {', '.join(names)}"
                for what, names in (("missing", missing), ("spare", spare))
                if names
            ]
            raise TypeError(f"prompt {self.name!r}: {'; '.join(faults)}")
        written = {name: as_data(value) for name, value in values.items()}
        empty = {name for name, value in values.items() if isinstance(value, Sequence) and not value}
        empty &= {match[1] for line in self.instructions.splitlines() if (match := _ABOUT.match(line))}
        instructions, data = (_without(text, empty) for text in (self.instructions, self.data))
        filled = SLOT.sub(lambda slot: written[slot[1]], data)
        fields = {match[1] for match in map(_ABOUT_FIELD.match, instructions.splitlines()) if match}
        unused = {name for name in fields if f'"{name}": ' not in filled}
        return Filled(_without(instructions, unused), filled)


def _without(text: str, names: Set[str]) -> str:
    """Leave out the lines about some slots or fields."""
    lines = ((line, _ABOUT.match(line) or _ABOUT_FIELD.match(line)) for line in text.splitlines())
    return "\n".join(line for line, match in lines if not match or names.isdisjoint(match.groups()))


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
