"""The nodes of the recall graph that understand a question: state unpacked, a step called, state returned."""

from dataclasses import dataclass
from time import perf_counter

from daybook.conversation import Question
from daybook.conversation.errors import ModelError
from daybook.graph.parts import Components
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve.question_plan import (
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    rewrite_by_trained_model,
    time_range_by_model,
)
from daybook.retrieve.round_search import scope_of


@dataclass(frozen=True, slots=True)
class UnderstandNodes:
    """From a question to what is to be searched for."""

    parts: Components
    owner: str | None
    """The owner; None if the input or the configuration names one."""

    async def receive(self, state: RecallState) -> Update:
        """Read what the caller gave, and open the memory that is asked."""
        asked = state.get("asked") or await self.parts.received(state, self.owner)
        by_rules = self.parts.settings.options.steps.steps_by_rules
        models = ModelsWithFallback.begin(self.parts.models, by_rules)
        index = await self.parts.store.index(asked.owner)
        return {"asked": asked, "models": models, "index": index, "began": perf_counter(), "missing": ""}

    async def rewrite(self, state: RecallState) -> Update:
        """Make the question stand alone, which without a dialogue it does, and read what it asks."""
        asked = state["asked"]
        text, disputed = await self._rewritten(asked, state["models"]) if asked.dialogue else (asked.text, "")
        reading = self.parts.analyzer.read_question(text, asked.asked_at)
        return {"question_alone": text, "disputed": disputed, "question_reading": reading}

    async def _rewritten(self, asked: Question, models: ModelsWithFallback) -> tuple[str, str]:
        """Word a question without its dialogue, and tell the claim that it disputes: "" for none.

        A trained rewriter was named for this one step, so it comes before the chat model. It costs nothing,
        sends nothing, and tells of no dispute; where it fails, rules do the step.
        """
        analyzer, prompts, dialogue = self.parts.analyzer, self.parts.prompts, asked.dialogue
        alone = analyzer.stand_alone(asked.text, dialogue)
        if (rewriter := self.parts.rewriter) is None:
            return await models.call(
                "rewrite",
                lambda model: rewrite_by_model(asked.text, dialogue, model, prompts["rewrite"]),
                (alone.text, ""),
            )
        try:
            prompt = prompts["rewrite_trained"]
            text = await rewrite_by_trained_model(asked.text, dialogue, rewriter, prompt, analyzer)
        except ModelError as error:
            models.fell_back("rewrite", str(error))
            text = alone.text
        return text, ""

    async def classify(self, state: RecallState) -> Update:
        """Name the kinds of the question."""
        text, rules = state["question_alone"], dict(state["question_reading"].kinds)
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
        """Find the period that the question limits itself to, and which rounds lie in it.

        One that begins after the question is when something happens, not when it was said: it limits nothing.
        """
        asked, text, rules = state["asked"], state["question_alone"], state["question_reading"].period
        asked_at, prompt = asked.asked_at, self.parts.prompts["time_range"]
        found = await state["models"].call(
            "time_range",
            lambda model: time_range_by_model(text, asked_at, rules, model, prompt),
            rules,
        )
        if found and found.start and found.start > asked_at:
            found = None
        mode = self.parts.settings.options.search.time_mode
        scope = await scope_of(self.parts.store, asked.owner, found, mode=mode, as_of=asked.as_of)
        return {"time_range": found, "scope": scope}
