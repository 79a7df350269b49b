"""The words of generated dialogues, read from the TOML files beside this module: one a split."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

_HERE = Path(__file__).parent


class Split(StrEnum):
    """Two vocabularies that share no thing that is asked about, and no wording."""

    TRAIN = "train"
    TEST = "test"


class Fact(BaseModel):
    """What can be asked of a thing: {they} {them} {their} stand for the thing, {x} for its name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    noun: str
    """As "the fare"."""
    asks: tuple[str, ...]
    tells: str
    """The sentence that holds the value, {v}."""
    value: str
    """How values look: "{3-9} euros", "{red|blue}"."""
    varies: bool = False
    """Whether a condition gives another value."""


class Domain(BaseModel):
    """A kind of thing, with what can be asked of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    pronoun: Literal["it", "he", "she", "they"]
    names: tuple[str, ...]
    """How names look: "the {stem} ferry"."""
    conditions: tuple[tuple[str, str], ...]
    """Circumstances, as they are told and as they end a question: "We bring a dog.", "with a dog"."""
    facts: tuple[Fact, ...]


class Vocabulary(BaseModel):
    """All the words of a split; the comments in the files say what is put into the braces."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    onsets: tuple[str, ...]
    codas: tuple[str, ...]
    first_names: tuple[str, ...]
    words: tuple[str, ...]
    openers: tuple[str, ...]
    offers: tuple[str, ...]
    """What the assistant says to an opener."""
    backgrounds: tuple[str, ...]
    """What the user tells about themselves, which no later question is about."""
    acknowledgements: tuple[str, ...]
    starts: tuple[str, ...]
    """Answers: {a} is the sentence that holds the value, {b} the same in the middle of another."""
    thanks: tuple[str, ...]
    fillers: tuple[str, ...]
    tails: tuple[str, ...]
    others: tuple[str, ...]
    """The same question about another thing, {y}."""
    parts: tuple[str, ...]
    """Another question about the same thing: only its noun is named."""
    conditions_alone: tuple[str, ...]
    which: tuple[str, ...]
    chosen_first: tuple[str, ...]
    chosen_second: tuple[str, ...]
    which_thing: tuple[str, ...]
    which_fact: tuple[str, ...]
    which_condition: tuple[str, ...]
    back_to_first: tuple[str, ...]
    used_before: tuple[str, ...]
    disputes: tuple[str, ...]
    disputed_by: tuple[str, ...]
    """The same with a value of the user's, {v}."""
    homophones: tuple[tuple[str, str], ...]
    """A word, and what is written for it by mistake."""
    empty: tuple[str, ...]
    """Questions that stand alone although they have a pronoun."""
    domains: tuple[Domain, ...]


@cache
def read_vocabulary(split: Split) -> Vocabulary:
    """Read the words of a split."""
    return Vocabulary.model_validate(tomllib.loads((_HERE / f"{split}.toml").read_text(encoding="utf-8")))
