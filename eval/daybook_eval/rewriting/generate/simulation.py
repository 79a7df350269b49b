"""One dialogue by chat models that take turns, and the right wording of its last question (HiMeS, 4.1).

The user's agent and the assistant's are the same model under two prompts; each is told its own part only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daybook.llm import ChatModel, ask
from daybook_eval.rewriting.example import Behaviour, RewritingExample, Said
from daybook_eval.rewriting.generate.blueprints import TRAITS, Blueprint
from daybook_eval.rewriting.generate.examples import generate_examples
from daybook_eval.rewriting.generate.scenes import assistant, user
from daybook_eval.rewriting.generate.vocabulary import Split
from daybook_eval.rewriting.generate.world import read_world
from daybook_prompts import JsonValue, Prompt
from daybook_prompts.replies import DialogueGraded, SimulatedAssistant, SimulatedUser, WrittenRewrite

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
        """Have a dialogue spoken, and its question reworded.

        Raises:
            ModelError, BadSettings: the model failed, or twice wrote what cannot be read.
        """
        dialogue: list[Said] = []
        for _ in range(EXCHANGES):
            said = await self._user(blueprint, dialogue, last=False)
            dialogue.append(user(said.message))
            replied = await self._assistant(blueprint, dialogue)
            dialogue.append(assistant(replied.message))
            if said.solved or replied.finished:
                break
        question = (await self._user(blueprint, dialogue, last=True)).message
        written = await ask(
            self.model,
            self.prompts["write_rewrite"],
            WrittenRewrite,
            trait=TRAITS[blueprint.behaviour],
            examples=[
                {"question": one.question, "rewrite": one.rewrite}
                for one in shots(blueprint.behaviour, self.split)
            ],
            goal=blueprint.asked.named(),
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

    async def _user(self, blueprint: Blueprint, dialogue: Sequence[Said], *, last: bool) -> SimulatedUser:
        return await ask(
            self.model,
            self.prompts["simulate_user"],
            SimulatedUser,
            trait=TRAITS[blueprint.behaviour],
            examples=[one.question for one in shots(blueprint.behaviour, self.split)],
            persona=blueprint.user,
            goal=blueprint.asked.named(),
            now=blueprint.now,
            last=last,
            dialogue=_as_values(dialogue),
        )

    async def _assistant(self, blueprint: Blueprint, dialogue: Sequence[Said]) -> SimulatedAssistant:
        return await ask(
            self.model,
            self.prompts["simulate_assistant"],
            SimulatedAssistant,
            trait=TRAITS[blueprint.behaviour],
            persona=blueprint.assistant,
            knowledge=list(blueprint.knowledge),
            now=blueprint.now,
            dialogue=_as_values(dialogue),
        )


async def coherence(example: RewritingExample, judge: ChatModel, prompt: Prompt) -> float:
    """Have a dialogue and its rewriting graded: the lower of the two grades, 0 to 100.

    Raises:
        ModelError, BadSettings: the judge failed, or twice wrote what cannot be read.
    """
    reply = await ask(
        judge,
        prompt,
        DialogueGraded,
        dialogue=_as_values(example.dialogue),
        question=example.question,
        rewrite=example.rewrite,
    )
    return min(reply.coherence, reply.consistency)


def shots(behaviour: Behaviour, split: Split) -> list[RewritingExample]:
    """Give a few examples by rules of a behaviour."""
    return list(generate_examples(_SHOTS, split=split, seed=0, only=[behaviour]))


def _as_values(dialogue: Sequence[Said]) -> list[JsonValue]:
    return [{"role": said.role, "content": said.content} for said in dialogue]
