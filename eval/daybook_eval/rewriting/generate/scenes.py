"""What a generated dialogue is made of: openings, questions with their answers, asides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from daybook_eval.rewriting.example import Said
from daybook_eval.rewriting.generate.world import Asked, Thing, World, capitalised, drawn_value

ChoiceT = TypeVar("ChoiceT")

_DRAWS = 20


@dataclass(frozen=True, slots=True)
class Scene:
    """A dialogue with the question that ends it."""

    dialogue: tuple[Said, ...]
    question: str
    rewrite: str
    asked: Asked | None
    """None where the world has no answer."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Draws what is said."""

    world: World
    rng: Random

    def pick(self, choices: Sequence[ChoiceT]) -> ChoiceT:
        """Draw one of several."""
        return self.rng.choice(choices)

    def thing(self) -> Thing:
        """Draw something to ask about."""
        return self.pick(self.pick(self.world.things))

    def other(self, thing: Thing) -> Thing:
        """Draw another of the same kind, that goes by another word."""
        of_kind = next(things for things in self.world.things if things[0].domain is thing.domain)
        return self.pick([one for one in of_kind if one.short != thing.short])

    def asked(self, thing: Thing, *, unlike: Asked | None = None, varies: bool = False) -> Asked:
        """Draw a question about a thing: of another fact than one before, or of one that varies."""
        facts = [
            fact
            for fact in thing.domain.facts
            if (fact.varies or not varies) and (unlike is None or fact is not unlike.fact)
        ]
        fact = self.pick(facts)
        return Asked(thing, fact, self.pick(fact.asks))

    def with_condition(self, asked: Asked) -> tuple[str, Asked]:
        """Draw a condition: how the user tells of it, and the question with it."""
        told, short = self.pick(asked.thing.domain.conditions)
        return told, replace(asked, condition=short)

    def opening(self, thing: Thing) -> list[Said]:
        """Bring a thing up: by a statement, or by a first question that is answered."""
        if self.rng.random() < 0.5:
            said = self.pick(self.world.words.openers).format(x=thing.name)
            offer = self.pick(self.world.words.offers).format(x=thing.name)
            return [user(said), assistant(capitalised(offer))]
        return self.answered(self.asked(thing))

    def answered(self, asked: Asked, *, by_pronoun: bool = False, value: str = "") -> list[Said]:
        """Ask and answer: with what is true, or with the value given."""
        told = self.world.told(asked, value or self.world.value(asked))
        inner = (
            told[:1].lower() + told[1:] if told.startswith(("The ", "A ", "As ", "For ", "One ")) else told
        )
        reply = self.pick(self.world.words.starts).format(a=told, b=inner)
        return [user(asked.meant() if by_pronoun else asked.named()), assistant(capitalised(reply))]

    def asides(self, thing: Thing) -> list[Said]:
        """Say what no question is about: up to two exchanges, the last of them perhaps a follow-up."""
        found = []
        if self.rng.random() < 0.5:
            found += [user(self.pick(self.world.words.backgrounds)), self.acknowledged()]
        if self.rng.random() < 0.3:
            found += self.answered(self.asked(thing), by_pronoun=True)
        return found

    def acknowledged(self) -> Said:
        """Have the assistant take note."""
        return assistant(self.pick(self.world.words.acknowledgements))

    def another_value(self, asked: Asked) -> str:
        """Draw a value that is not the true one."""
        true = self.world.value(asked)
        return next((v for _ in range(_DRAWS) if (v := drawn_value(asked.fact, self.rng)) != true), true)


def user(content: str) -> Said:
    """Make a turn of the user's."""
    return Said(role="user", content=content)


def assistant(content: str) -> Said:
    """Make a turn of the assistant's."""
    return Said(role="assistant", content=content)
