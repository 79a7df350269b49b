"""The context of a message: the recall graph by rules up to its ranked rounds, and what is given of them."""

from dataclasses import replace

from daybook.answer import Found, MemoryContext, stand_alone
from daybook.conversation import Question, both_ends
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph, build_search_graph
from daybook.graph.receive import MAX_QUESTION_CHARACTERS
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
        found = await self.search(asked, message)
        return await parts.finder.find(asked, found, budget=budget or parts.settings.chat_budget)

    async def search(self, asked: Question, text: str) -> Found:
        """Search memory for a text, as of what was asked."""
        short = both_ends(text, MAX_QUESTION_CHARACTERS)
        state = await run_separately(self._graph, {"asked": replace(asked, text=short, dialogue=())})
        vectors, ledger = state["vectors"].plain, state["ledger_context"]
        return Found(text, vectors, state["index"], state["candidates"], ledger)
