"""Blueprints of simulated dialogues: who talks with whom, about what, when, and how the question is put."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from types import MappingProxyType

from daybook_eval.rewriting.example import Behaviour
from daybook_eval.rewriting.generate.vocabulary import Split
from daybook_eval.rewriting.generate.world import Asked, World, read_world

_FIRST_DAY, _DAYS = date(2025, 1, 1), 700
_MANNERS = MappingProxyType(
    {
        "chat": "talks to pass the time, in a loose and friendly way, and comes to the point late",
        "task": "wants something done, is brief and to the point, and has little time",
    }
)
TRAITS: Mapping[Behaviour, str] = MappingProxyType(
    {
        Behaviour.CONTEXT: "the question depends on circumstances that were told in earlier messages",
        Behaviour.COREFERENCE: "the question has a pronoun for something that was named before",
        Behaviour.ELLIPSIS: "the question leaves words out that the one before it had",
        Behaviour.CLARIFICATION: "the question is settled bit by bit, as the assistant asks back",
        Behaviour.CORRECTION: "the question has a word misspelt as it sounds, which was right before",
        Behaviour.INTERFERENCE: "two similar things were spoken of, and the question is about one of them",
        Behaviour.DISPUTE: "the person says that the answer just given is wrong",
        Behaviour.FUNCTION_WORDS: "the question is full of words that mean nothing, as in spoken talk",
        Behaviour.NONE_NEEDED: "the question says all of itself and needs nothing of the dialogue",
    }
)
"""The behaviours of HiMeS, Table 5, told to those who play, in our words."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """What a simulated dialogue is made from."""

    key: str
    """Of the background, the manner, the time and the behaviour; the same in every run of a seed."""
    behaviour: Behaviour
    asked: Asked
    """The question that the dialogue is about."""
    user: str
    """The user's persona."""
    assistant: str
    """The assistant's persona."""
    knowledge: tuple[str, ...]
    """The passages that the assistant knows."""
    now: str | None
    """The day of the dialogue; None where it has none."""


def draw_blueprints(backgrounds: int, *, split: Split, seed: int = 1) -> Iterator[Blueprint]:
    """Draw backgrounds, and four variants of each: chatting or with a task, on a day or on none.

    The behaviours come in turn, background by background. Source: HiMeS, section 4.1.
    """
    world, behaviours = read_world(split), tuple(Behaviour)
    for number in range(backgrounds):
        rng = Random(f"{split}/{seed}/{number}")
        thing = rng.choice(rng.choice(world.things))
        fact = rng.choice(thing.domain.facts)
        asked, behaviour = Asked(thing, fact, rng.choice(fact.asks)), behaviours[number % len(behaviours)]
        told, _ = rng.choice(thing.domain.conditions)
        who = rng.choice(world.words.backgrounds)
        day = _FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
        for manner, manners in _MANNERS.items():
            for when, now in (("dated", day.strftime("%A, %d %B %Y")), ("undated", None)):
                yield Blueprint(
                    key=f"{split}-{seed}-{number:05d}-{manner}-{when}-{behaviour}",
                    behaviour=behaviour,
                    asked=asked,
                    user=f"A person who {manners}, and who says: {who} {told}",
                    assistant=f"An assistant that knows all about {thing.name}",
                    knowledge=_knowledge(asked, world),
                    now=now,
                )


def _knowledge(asked: Asked, world: World) -> tuple[str, ...]:
    return tuple(world.passage(Asked(asked.thing, fact, "")) for fact in asked.thing.domain.facts)
