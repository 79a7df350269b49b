"""The words of planted histories, read from facts.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

_FILE = Path(__file__).parent / "facts.toml"


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
def wordings() -> Wordings:
    """Read the file."""
    found: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return TypeAdapter(Wordings).validate_python(found)
