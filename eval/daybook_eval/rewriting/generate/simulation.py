"""Blueprints of simulated dialogues: who talks with whom, about what, when, and how the question is put."""

import re
from asyncio import gather
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from statistics import fmean
from types import MappingProxyType

from daybook.models.llm import ChatModel, ask
from daybook.text.english.words import words_of
from daybook_eval.rewriting.example import Behaviour, RewritingExample, Said
from daybook_eval.rewriting.generate.scenes import assistant, generate_examples, user
from daybook_eval.rewriting.generate.world import Asked, Split, read_world
from daybook_eval.rewriting.measure import token_f1
from daybook_prompts import JsonValue, Prompt
from daybook_prompts.replies import DialogueGraded, SimulatedAssistant, SimulatedUser, WrittenRewrite

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
                    knowledge=tuple(world.passage(Asked(thing, fact, "")) for fact in thing.domain.facts),
                    now=now,
                )


EXCHANGES = 2
"""Messages of each before the question."""
CALLS = 2 * EXCHANGES + 2
"""Calls that one dialogue takes, if none has to be repeated; one more where it is judged."""
_SHOTS = 3


@dataclass(frozen=True, slots=True)
class Simulator:
    """A model and the prompts by which it plays."""

    model: ChatModel
    prompts: Mapping[str, Prompt]
    split: Split

    async def play(self, blueprint: Blueprint) -> RewritingExample:
        """Have a dialogue spoken, and its question reworded; raises as the model does."""
        shown = shots(blueprint.behaviour, self.split)
        trait, goal = TRAITS[blueprint.behaviour], blueprint.asked.named()
        questions: list[JsonValue] = [shot.question for shot in shown]
        dialogue: list[Said] = []

        async def ask_user(*, last: bool) -> SimulatedUser:
            return await ask(
                self.model,
                self.prompts["simulate_user"],
                SimulatedUser,
                trait=trait,
                examples=questions,
                persona=blueprint.user,
                goal=goal,
                now=blueprint.now,
                last=last,
                dialogue=_as_values(dialogue),
            )

        for _ in range(EXCHANGES):
            said = await ask_user(last=False)
            dialogue.append(user(said.message))
            replied = await ask(
                self.model,
                self.prompts["simulate_assistant"],
                SimulatedAssistant,
                trait=trait,
                examples=questions,
                persona=blueprint.assistant,
                knowledge=list(blueprint.knowledge),
                now=blueprint.now,
                dialogue=_as_values(dialogue),
            )
            dialogue.append(assistant(replied.message))
            if said.solved or replied.finished:
                break
        question = (await ask_user(last=True)).message
        written = await ask(
            self.model,
            self.prompts["write_rewrite"],
            WrittenRewrite,
            trait=trait,
            examples=[{"question": shot.question, "rewrite": shot.rewrite} for shot in shown],
            goal=goal,
            dialogue=_as_values(dialogue),
            question=question,
        )
        world = read_world(self.split)
        return RewritingExample(
            id=blueprint.key,
            source=self.model.name,
            behaviour=blueprint.behaviour,
            dialogue=tuple(dialogue),
            question=question,
            rewrite=" ".join(written.rewrite.split()),
            answer=world.value(blueprint.asked),
            passage=world.passage(blueprint.asked),
        )


async def coherence(example: RewritingExample, judges: Sequence[ChatModel], prompt: Prompt) -> float:
    """Have a dialogue and its rewriting graded: the lower of the two grades, 0 to 100.

    Each is the average over the judges (HiMeS, section 4.1).

    Raises:
        ModelError, BadSettings: a judge failed, or twice wrote what cannot be read.
    """
    dialogue, question, rewrite = _as_values(example.dialogue), example.question, example.rewrite
    asked = (
        ask(judge, prompt, DialogueGraded, dialogue=dialogue, question=question, rewrite=rewrite)
        for judge in judges
    )
    replies = await gather(*asked)
    return min(fmean(reply.coherence for reply in replies), fmean(reply.consistency for reply in replies))


def shots(behaviour: Behaviour, split: Split) -> list[RewritingExample]:
    """Give a few examples by rules of a behaviour."""
    return list(generate_examples(_SHOTS, split=split, seed=0, only=[behaviour]))


def _as_values(dialogue: Sequence[Said]) -> list[JsonValue]:
    return [{"role": said.role, "content": said.content} for said in dialogue]


_NEAR = 0.9
"""Token F1 from which two questions are one."""
_MOST_WORDS = 60


def problem_of(example: RewritingExample) -> str:
    """Say what is wrong with an example, or "".

    The rewriting may hold only words of dialogue and question (but for small words and slips of spelling),
    and differs from the question exactly where the behaviour calls for that.
    """
    said = " ".join((*(turn.content for turn in example.dialogue), example.question))
    strange = sorted(set(words_of(example.rewrite)) - set(words_of(said)) - _DISPUTE_WORDS)
    if strange:
        return f"the rewriting has words that nobody said: {', '.join(strange)}"
    changed = _plain(example.rewrite) != _plain(example.question)
    if changed is (example.behaviour is Behaviour.NONE_NEEDED):
        return "the rewriting changes nothing" if not changed else "the question needed no rewriting"
    if len(example.rewrite.split()) > _MOST_WORDS:
        return f"the rewriting has more than {_MOST_WORDS} words"
    if example.dialogue and example.question == example.dialogue[-1].content:
        return "the question says the assistant's message again"
    return ""


def is_near(example: RewritingExample, others: Sequence[RewritingExample]) -> bool:
    """True if another example asks nearly the same in nearly the same words, before and after rewriting."""
    return any(
        token_f1(example.question, other.question) >= _NEAR
        and token_f1(example.rewrite, other.rewrite) >= _NEAR
        for other in others
    )


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


_DISPUTE_WORDS = frozenset(words_of("The answer is disputed; wrong, claimed."))
