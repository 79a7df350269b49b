"""The context of a message: the recall graph by rules up to its ranked rounds, and what is given of them."""

from dataclasses import replace

from daybook.answer import Found, MemoryContext, stand_alone
from daybook.conversation import Question, both_ends
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph, build_search_graph
from daybook.graph.steps import run_separately
from daybook.models.llm import ChatModels


class ContextSteps:
    """Looks up messages. No chat model is called, whatever the settings name."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._graph: RecallGraph = build_search_graph(replace(parts, models=ChatModels()))

    async def context_of(self, asked: Question, *, budget: int | None = None) -> MemoryContext:
        """Give what search finds for a message, with its dialogue, within a budget of tokens.

        By default that of DAYBOOK_CHAT_BUDGET.
        """
        parts = self._parts
        message = stand_alone(asked, parts.analyzer.stand_alone(asked.text, asked.dialogue))
        looked_up = replace(asked, text=both_ends(message, parts.settings.question_limit), dialogue=())
        state = await run_separately(self._graph, {"asked": looked_up})
        found = Found(
            message, state["vectors"].plain, state["index"], state["candidates"], state["ledger_context"]
        )
        return await parts.finder.find(asked, found, budget=budget or parts.settings.chat_budget)
