"""The words of generated dialogues, read from the TOML files beside this module: one a split."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
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


_NAMES_OF_A_DOMAIN = 60
"""How many are drawn; those that come twice are one."""
_FORMS = {
    "it": ("it", "it", "its"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "they": ("they", "them", "their"),
}
_CHOICE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name that is asked about."""

    name: str
    """As it stands in the middle of a sentence: "the Fendane ferry"."""
    short: str
    """What tells it from others of its kind: "Fendane"."""
    domain: Domain


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a thing, with a condition or none."""

    thing: Thing
    fact: Fact
    wording: str
    condition: str = ""

    def named(self) -> str:
        """Word it with the thing's name: the question that stands alone."""
        return _ended(_filled(self.wording, *_named_forms(self.thing.name)), self.condition, "?")

    def meant(self) -> str:
        """Word it with pronouns, and without the condition."""
        return _filled(self.wording, *_FORMS[self.thing.domain.pronoun])

    def of_kind(self) -> str:
        """Word it of some thing of that kind: "How much does the ferry cost?"."""
        return _filled(self.wording, *_named_forms(f"the {self.thing.domain.kind}"))


@dataclass(frozen=True, slots=True)
class World:
    """The things of a split."""

    split: Split
    words: Vocabulary
    things: tuple[tuple[Thing, ...], ...]
    """Of each domain."""

    def value(self, asked: Asked) -> str:
        """Say what is true."""
        condition = asked.condition if asked.fact.varies else ""
        rng = Random(f"{self.split}/{asked.thing.name}/{asked.fact.noun}/{condition}")
        return drawn_value(asked.fact, rng)

    def told(self, asked: Asked, value: str) -> str:
        """Write the sentence that answers a question with a value, right or not."""
        condition = asked.condition if asked.fact.varies else ""
        return _ended(capitalised(asked.fact.tells.format(x=asked.thing.name, v=value)), condition, ".")

    def passage(self, asked: Asked) -> str:
        """Write the text that holds the true answer."""
        return self.told(asked, self.value(asked))


@cache
def read_world(split: Split) -> World:
    """Invent the things of a split; always the same ones."""
    words = read_vocabulary(split)
    return World(split, words, tuple(tuple(_things(words, domain, split)) for domain in words.domains))


def passages(split: Split) -> list[str]:
    """Write the passages of all that can be asked in a split: what a retriever searches."""
    world = read_world(split)
    found = []
    for thing in (thing for of_domain in world.things for thing in of_domain):
        for fact in thing.domain.facts:
            conditions = [short for _, short in thing.domain.conditions] if fact.varies else []
            found += [world.passage(Asked(thing, fact, "", condition)) for condition in ("", *conditions)]
    return found


def drawn_value(fact: Fact, rng: Random) -> str:
    """Draw a value as the fact's pattern has it."""

    def draw(match: re.Match[str]) -> str:
        low, dash, high = match[1].partition("-")
        if dash and low.isdigit() and high.isdigit():
            return str(rng.randint(int(low), int(high)))
        return str(rng.choice(match[1].split("|")))

    return _CHOICE.sub(draw, fact.value)


def capitalised(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def _things(words: Vocabulary, domain: Domain, split: Split) -> Iterator[Thing]:
    rng = Random(f"{split}/{domain.kind}")
    known: set[str] = set()
    for _ in range(_NAMES_OF_A_DOMAIN):
        pattern = rng.choice(domain.names)
        stem = rng.choice(words.onsets) + rng.choice(words.codas)
        word = rng.choice(words.words)
        name = pattern.format(stem=stem, word=word, first=rng.choice(words.first_names))
        if name not in known:
            known.add(name)
            yield Thing(name, stem if "{stem}" in pattern else word, domain)


def _named_forms(name: str) -> tuple[str, str, str]:
    return name, name, name + ("'" if name.endswith("s") else "'s")


def _filled(wording: str, they: str, them: str, their: str) -> str:
    return capitalised(wording.format(they=they, them=them, their=their))


def _ended(sentence: str, condition: str, mark: str) -> str:
    return f"{sentence.removesuffix(mark)} {condition}{mark}" if condition else sentence
