"""What a generated dialogue is made of: openings, questions with their answers, asides."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from daybook_eval.rewriting.example import Behaviour, RewritingExample, Said
from daybook_eval.rewriting.generate.world import (
    Asked,
    Split,
    Thing,
    World,
    capitalised,
    drawn_value,
    read_world,
)

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

    def by_half(self) -> bool:
        """Toss a coin."""
        return self.rng.random() < 0.5

    def say(self, pattern: Sequence[str], **values: str) -> str:
        """Draw a pattern and fill it in, as a sentence."""
        return capitalised(self.pick(pattern).format(**values))

    def thing(self) -> Thing:
        """Draw something to ask about."""
        return self.pick(self.pick(self.world.things))

    def other(self, thing: Thing) -> Thing:
        """Draw another of the same kind, that goes by another word."""
        of_kind = next(things for things in self.world.things if things[0].domain is thing.domain)
        return self.pick([other for other in of_kind if other.short != thing.short])

    def asked(self, thing: Thing, *, unlike: Asked | None = None, varies: bool = False) -> Asked:
        """Draw a question about a thing: of another fact than one before, or of one that varies."""
        facts = [fact for fact in thing.domain.facts if fact.varies or not varies]
        fact = self.pick([fact for fact in facts if unlike is None or fact is not unlike.fact])
        return Asked(thing, fact, self.pick(fact.asks))

    def noun_of(self, thing: Thing, *, unlike: Asked) -> Asked:
        """Draw another fact of a thing, asked for by its noun alone."""
        fact = self.asked(thing, unlike=unlike).fact
        return Asked(thing, fact, f"What is {fact.noun} of {{them}}?")

    def with_condition(self, asked: Asked) -> tuple[str, Asked]:
        """Draw a condition: how the user tells of it, and the question with it."""
        told, short = self.pick(asked.thing.domain.conditions)
        return told, replace(asked, condition=short)

    def opening(self, thing: Thing) -> list[Said]:
        """Bring a thing up: by a statement, or by a first question that is answered."""
        if self.by_half():
            said = self.pick(self.world.words.openers).format(x=thing.name)
            return [user(said), assistant(self.say(self.world.words.offers, x=thing.name))]
        return self.answered(self.asked(thing))

    def answered(self, asked: Asked, *, by_pronoun: bool = False, value: str = "") -> list[Said]:
        """Ask and answer: with what is true, or with the value given."""
        told = self.world.told(asked, value or self.world.value(asked))
        inner = _lower_first(told) if told.startswith(("The ", "A ", "As ", "For ", "One ")) else told
        reply = self.say(self.world.words.starts, a=told, b=inner)
        return [user(asked.meant() if by_pronoun else asked.named()), assistant(reply)]

    def asides(self, thing: Thing) -> list[Said]:
        """Say what no question is about: up to two exchanges, the last of them perhaps a follow-up."""
        found = []
        if self.by_half():
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


def _context(stage: Stage) -> Scene:
    """A circumstance that was told before bears on the question."""
    thing = stage.thing()
    told, asked = stage.with_condition(stage.asked(thing, varies=True))
    dialogue = [*stage.opening(thing), *stage.asides(thing), user(told), stage.acknowledged()]
    return Scene(tuple(dialogue), asked.meant(), asked.named(), asked)


def _coreference(stage: Stage) -> Scene:
    """A pronoun stands for what is spoken of."""
    thing = stage.thing()
    asked = stage.asked(thing)
    dialogue = [*stage.opening(thing), *stage.asides(thing)]
    return Scene(tuple(dialogue), asked.meant(), asked.named(), asked)


def _ellipsis(stage: Stage) -> Scene:
    """Only what is new is said: another thing, another fact, or a condition."""
    words, thing = stage.world.words, stage.thing()
    before = stage.asked(thing, varies=True)
    dialogue = (*stage.answered(before), *stage.asides(thing)[:2])[:4]
    match stage.pick(("other", "part", "condition")):
        case "other":
            other = stage.other(thing)
            asked = Asked(other, before.fact, before.wording)
            return Scene(dialogue[:2], stage.say(words.others, y=other.name), asked.named(), asked)
        case "part":
            asked = stage.noun_of(thing, unlike=before)
            return Scene(dialogue, stage.say(words.parts, noun=asked.fact.noun), asked.named(), asked)
        case _:
            _, asked = stage.with_condition(before)
            question = stage.say(words.conditions_alone, c=asked.condition)
            return Scene(dialogue[:2], question, asked.named(), asked)


def _clarification(stage: Stage) -> Scene:
    """The question grows over several turns: the assistant asks back, and the user answers."""
    words, thing = stage.world.words, stage.thing()
    match stage.pick(("which", "details", "fact")):
        case "which":
            other = stage.other(thing)
            asked = stage.asked(thing)
            is_first = stage.by_half()
            x, y = (thing, other) if is_first else (other, thing)
            chosen = stage.pick(words.chosen_first if is_first else words.chosen_second)
            dialogue = [user(asked.of_kind()), assistant(stage.say(words.which, x=x.name, y=y.name))]
            question = capitalised(chosen.format(short=thing.short))
        case "details":
            told, asked = stage.with_condition(stage.asked(thing, varies=True))
            kind = stage.pick(words.which_thing).format(kind=thing.domain.kind)
            dialogue = [user(asked.of_kind()), assistant(kind), user(f"{capitalised(thing.name)}.")]
            dialogue.append(assistant(stage.pick(words.which_condition)))
            question = told
        case _:
            unasked = stage.asked(thing)
            asked = stage.noun_of(thing, unlike=unasked)
            first, second = stage.rng.sample((asked.fact.noun, unasked.fact.noun), 2)
            which = stage.say(words.which_fact, a=first, b=second)
            dialogue = [user(stage.pick(words.openers).format(x=thing.name)), assistant(which)]
            question = f"{capitalised(asked.fact.noun)}."
    return Scene(tuple(dialogue), question, asked.named(), asked)


def _correction(stage: Stage) -> Scene:
    """A word is written as it sounds, or the name with a slip."""
    thing = stage.thing()
    asked = stage.asked(thing)
    right = asked.named()
    slips = [
        wrong
        for word, other in stage.world.words.homophones
        if (wrong := re.sub(rf"\b{word}\b", other, right)) != right
    ]
    wrong = stage.pick(slips) if slips else right.replace(thing.short, _misspelt(thing.short, stage))
    return Scene(tuple(stage.opening(thing)), wrong, right, asked)


def _interference(stage: Stage) -> Scene:
    """Two things of a kind are spoken of; the question is about one."""
    words, thing = stage.world.words, stage.thing()
    other = stage.other(thing)
    asked = stage.asked(thing)
    question = asked.meant()
    match stage.pick(("latest", "first", "rejected")):
        case "latest":
            dialogue = stage.answered(stage.asked(other))
            dialogue += stage.answered(stage.asked(thing, unlike=asked))
        case "first":
            dialogue = stage.answered(stage.asked(thing, unlike=asked))
            dialogue += stage.answered(stage.asked(other))
            question = stage.say(words.back_to_first, kind=thing.domain.kind, q=_lower_first(question))
        case _:
            rejected = stage.pick(words.used_before).format(y=other.name)
            dialogue = [*stage.opening(thing), user(rejected), stage.acknowledged()]
    return Scene(tuple(dialogue), question, asked.named(), asked)


def _dispute(stage: Stage) -> Scene:
    """The user says that the answer is wrong; it may have been right."""
    words, asked = stage.world.words, stage.asked(stage.thing())
    true, false = stage.world.value(asked), stage.another_value(asked)
    given, claimed = (false, true) if stage.rng.random() < 0.6 else (true, false)
    disputed = f"{asked.named()} The answer {given} is disputed"
    dialogue = tuple(stage.answered(asked, value=given))
    if stage.by_half():
        return Scene(dialogue, stage.pick(words.disputes), f"{disputed}.", asked)
    question = stage.pick(words.disputed_by).format(v=claimed)
    return Scene(dialogue, question, f"{disputed}; {claimed} is claimed.", asked)


def _function_words(stage: Stage) -> Scene:
    """The question stands alone but for words that mean nothing."""
    words, thing = stage.world.words, stage.thing()
    asked = stage.asked(thing)
    question, form = asked.named(), stage.pick(("head", "tail", "both"))
    if form != "head":
        question = question.removesuffix("?") + stage.pick(words.tails)
    if form != "tail":
        question = stage.say(words.fillers, q=_lower_first(question))
    return Scene(tuple(stage.opening(stage.thing())), question, asked.named(), asked)


def _none_needed(stage: Stage) -> Scene:
    """The question stands alone: after other talk, at the beginning, or with its own antecedent."""
    thing = stage.thing()
    before = stage.pick((stage.opening(stage.thing()), stage.opening(thing), []))
    if stage.rng.random() < 0.3:
        question = stage.say(stage.world.words.empty, x=thing.name)
        return Scene(tuple(before), question, question, None)
    asked = stage.asked(thing)
    if asked.fact.varies and stage.by_half():
        _, asked = stage.with_condition(asked)
    return Scene(tuple(before), asked.named(), asked.named(), asked)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _misspelt(name: str, stage: Stage) -> str:
    """Write a name as somebody may who only heard it: a letter doubled, dropped or changed."""
    place = stage.rng.randrange(1, len(name) - 1)
    letter = {"c": "k", "k": "c", "i": "y", "y": "i", "v": "w", "s": "z", "e": "a", "a": "e", "o": "u"}
    changed = stage.pick((name[place] * 2, "", letter.get(name[place], name[place] * 2)))
    return name[:place] + changed + name[place + 1 :]


_DRAWN: Mapping[Behaviour, Callable[[Stage], Scene]] = {
    Behaviour.CONTEXT: _context,
    Behaviour.COREFERENCE: _coreference,
    Behaviour.ELLIPSIS: _ellipsis,
    Behaviour.CLARIFICATION: _clarification,
    Behaviour.CORRECTION: _correction,
    Behaviour.INTERFERENCE: _interference,
    Behaviour.DISPUTE: _dispute,
    Behaviour.FUNCTION_WORDS: _function_words,
    Behaviour.NONE_NEEDED: _none_needed,
}


def generate_examples(examples: int, *, split: Split, seed: int = 1) -> Iterator[RewritingExample]:
    """Write so many examples of the behaviours in turn, none twice.

    The two splits share no things or wordings; the same seed gives the same examples.
    """
    world, behaviours = read_world(split), tuple(Behaviour)
    rng = Random(f"{split}/{seed}")
    drawn: set[tuple[object, ...]] = set()
    while len(drawn) < examples:
        behaviour = behaviours[len(drawn) % len(behaviours)]
        scene = _DRAWN[behaviour](Stage(world, rng))
        told = (scene.question, *(turn.content for turn in scene.dialogue))
        needs_nothing = behaviour is Behaviour.NONE_NEEDED
        if told in drawn or (scene.question == scene.rewrite) is not needs_nothing:
            continue
        drawn.add(told)
        yield RewritingExample(
            id=f"rules-{split}-{seed}-{len(drawn):06d}",
            source="rules",
            behaviour=behaviour,
            dialogue=scene.dialogue,
            question=scene.question,
            rewrite=scene.rewrite,
            answer=world.value(scene.asked) if scene.asked else "",
            passage=world.passage(scene.asked) if scene.asked else "",
        )
