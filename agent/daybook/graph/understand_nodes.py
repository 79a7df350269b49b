"""The nodes of the recall graph that understand a question: state unpacked, a step called, state returned."""

from asyncio import to_thread
from dataclasses import dataclass
from time import perf_counter

from daybook.conversation import Question
from daybook.conversation.errors import ModelError
from daybook.graph.parts import Parts
from daybook.graph.receive import owner_of, receive_question
from daybook.graph.second_look import looks_of
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve import (
    is_to_come,
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    rewrite_by_trained_model,
    scope_of,
    time_range_by_model,
)


async def rewrite_question(
    asked: Question, models: ModelsWithFallback, parts: Parts, by_rules: tuple[str, str]
) -> tuple[str, str]:
    """Make a question stand alone from its dialogue.

    A trained rewriter was named for this one step, so it comes before the chat model. It costs nothing
    and sends nothing, and is not metered. Where it fails, the step is done by rules and named in
    `models.degraded`.

    Args:
        asked: the question and its dialogue.
        models: the chat models of this question.
        parts: hold the rewriter and the prompts.
        by_rules: what the rules make of it, in the form of what is returned.

    Returns:
        The question, and the claim of an earlier answer that the user disputes, or "". The trained
        rewriter tells of none, so beside it the rules' stands.
    """
    if parts.rewriter is None:
        return await models.call(
            "rewrite",
            lambda model: rewrite_by_model(asked.text, asked.dialogue, model, parts.prompts["rewrite"]),
            by_rules,
        )
    try:
        prompt = parts.prompts["rewrite_trained"]
        analyzer = parts.analyzer
        text = await rewrite_by_trained_model(asked.text, asked.dialogue, parts.rewriter, prompt, analyzer)
        return text, by_rules[1]
    except ModelError as error:
        models.fell_back("rewrite", str(error))
        return by_rules


@dataclass(frozen=True, slots=True)
class UnderstandNodes:
    """From a question to what is to be searched for."""

    parts: Parts
    owner: str | None
    """Whose memory it is; None if the input or the configuration names it."""

    async def receive(self, state: RecallState) -> Update:
        """Read what the caller gave, and open the memory that is asked."""
        asked = state.get("asked") or await self._received(state)
        by_rules = self.parts.settings.options.steps.steps_by_rules
        models = ModelsWithFallback.begin(self.parts.models, by_rules)
        index = await self.parts.store.index(asked.owner)
        looks = {"looks_left": looks_of(self.parts), "missing": ""}
        return {"asked": asked, "models": models, "index": index, "began": perf_counter(), **looks}

    async def _received(self, state: RecallState) -> Question:
        owner = owner_of(state.get("owner"), built=self.owner, default=self.parts.default_owner)
        zone = await to_thread(self.parts.store.zone, owner)
        return receive_question(state, owner=owner, clock=self.parts.clock, zone=zone)

    async def rewrite(self, state: RecallState) -> Update:
        """Make the question stand alone, which without a dialogue it does, and read what it asks."""
        asked, analyzer = state["asked"], self.parts.analyzer
        text, disputed = asked.text, ""
        if asked.dialogue:
            alone = analyzer.stand_alone(asked.text, asked.dialogue)
            by_rules = (alone.text, alone.disputed)
            text, disputed = await rewrite_question(asked, state["models"], self.parts, by_rules)
        reading = analyzer.read_question(text, asked.asked_at)
        return {"question_alone": text, "disputed": disputed, "question_reading": reading}

    async def classify(self, state: RecallState) -> Update:
        """Name the kinds of the question."""
        text = state["question_alone"]
        rules = dict(state["question_reading"].kinds)
        kinds = await state["models"].call(
            "classify",
            lambda model: kinds_by_model(text, rules, model, self.parts.prompts["classify"]),
            rules,
        )
        return {"kinds": kinds}

    async def expand(self, state: RecallState) -> Update:
        """Word the question in other ways, where a model does."""
        text = state["question_alone"]
        by_rules: tuple[str, ...] = (text,)
        phrasings = await state["models"].call(
            "expand",
            lambda model: phrasings_by_model(text, model, self.parts.prompts["expand"]),
            by_rules,
        )
        return {"phrasings": phrasings}

    async def time_range(self, state: RecallState) -> Update:
        """Find the period that the question limits itself to, and which rounds lie in it."""
        asked = state["asked"]
        text, asked_at = state["question_alone"], asked.asked_at
        rules = state["question_reading"].period
        found = await state["models"].call(
            "time_range",
            lambda model: time_range_by_model(text, asked_at, rules, model, self.parts.prompts["time_range"]),
            rules,
        )
        said_in = None if found is None or is_to_come(found, asked_at) else found
        mode = self.parts.settings.options.search.time_mode
        scope = await scope_of(self.parts.store, asked.owner, said_in, mode=mode, as_of=asked.as_of)
        return {"time_range": found, "scope": scope}
