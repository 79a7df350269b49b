"""The invented things of a split, and what is true of them: the same in every file that is generated.

A value depends on the split, the thing, the fact and the condition alone, so that all examples agree, and a
passage about one thing is a distractor for a question about another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from daybook_eval.rewriting.generate.vocabulary import Domain, Fact, Split, Vocabulary, read_vocabulary

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
