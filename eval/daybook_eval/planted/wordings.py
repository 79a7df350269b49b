"""The words of planted histories, read from the TOML files beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

from daybook.errors import BadInput

FIRST, HELD_OUT = "facts", "held_out"
"""Two sets of wordings. The first was looked at while the rules that find facts were mended; the second, of
other people's other words for other values, is for measuring only."""


class Family(BaseModel):
    """Values that can be said of one slot, and how people say them: {v} the value, {o} the former one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slot: str
    values: tuple[str, ...]
    states: tuple[str, ...]
    polarity: str = "+"
    changes: tuple[str, ...] = ()
    corrects: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    """Questions for the value that holds; a family with none holds several values at a time."""
    also: tuple[str, ...] = ()
    """Words for what else its sayings truly tell, by the way: "my daughter Freya" tells of a daughter."""
    key: tuple[str, ...] = ()
    """The word of each value by which a record of it is known; the value itself by default."""

    def key_of(self, value: str) -> str:
        """Give the word by which a record of a value is known."""
        return self.key[self.values.index(value)] if self.key else value.removeprefix("the ")


class Lure(BaseModel):
    """What is no fact about the owner, and looks like one: {k} is a value that no family has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    why: str
    values: tuple[str, ...]
    says: tuple[str, ...]


class SmallTalk(BaseModel):
    """Questions and replies about {t}, a topic, that tell nothing about the owner."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topics: tuple[str, ...]
    asks: tuple[str, ...]
    replies: tuple[str, ...]
    acknowledgements: tuple[str, ...]


class Wordings(BaseModel):
    """Everything that a planted history is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: tuple[Family, ...]
    lure: tuple[Lure, ...]
    small_talk: SmallTalk


@cache
def wordings(name: str = FIRST) -> Wordings:
    """Read a set of wordings.

    Raises:
        BadInput: there is no set of that name.
    """
    file = Path(__file__).parent / f"{name}.toml"
    if not file.exists():
        raise BadInput(f"the sets of wordings are {FIRST} and {HELD_OUT}", source="--wordings")
    found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return TypeAdapter(Wordings).validate_python(found)
