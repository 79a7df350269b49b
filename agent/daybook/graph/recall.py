"""The recall graph: a question in, an answer with its evidence out.

    receive ─ rewrite ─┬─ classify ───┐   ┌─ search_vectors ─┐
                       ├─ expand ─────┼───┤                  ├─ fuse ─ rerank ─ pack ─ read ─ check
                       └─ time_range ─┘   └─ search_words ───┘                    ▲       │
                                                                                  └───────┴─ look_again

Every step works without a chat model, and with one where one is configured. Where none reads, the answer is
what comes closest.
"""

from dataclasses import replace
from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.answer.context import MemoryContext
from daybook.answer.context_finder import FoundContext
from daybook.answer.converse import stand_alone
from daybook.conversation import Question, both_ends
from daybook.conversation.answer_json import AnswerJson
from daybook.graph.parts import Components
from daybook.graph.read_nodes import ReadNodes
from daybook.graph.receive import MAX_QUESTION_CHARACTERS
from daybook.graph.search_nodes import SearchNodes
from daybook.graph.state import RecallInput, RecallState
from daybook.graph.steps import Choice, add_steps, connect, run_separately
from daybook.graph.understand_nodes import UnderstandNodes
from daybook.models.llm import ChatModels
from daybook.retrieve.papers import paper_signal

RecallGraph: TypeAlias = CompiledStateGraph[RecallState, None, RecallInput, AnswerJson]
Builder: TypeAlias = StateGraph[RecallState, None, Any, Any]
FIRST = 20
"""Candidates that are wanted where no model reads: closest shows three."""


def build_recall_graph(
    parts: Components, *, owner: str | None = None, given: type[RecallInput] = RecallInput
) -> RecallGraph:
    """Build the graph that answers a question from memory. Safe to add as a node of any other graph.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it asks, and a run that names another is refused; None if each run names its own.
        given: the schema of its input; `RecallState` for a graph that is given a `Question` as "asked".

    Returns:
        A compiled graph: `RecallInput` in, the keys of `AnswerJson` out.
    """
    graph = StateGraph(RecallState, input_schema=given, output_schema=AnswerJson)
    reading = ReadNodes.of(parts)
    is_read = reading.reader is not None or parts.reranker is not None
    searching = _add_search(graph, parts, owner, first=None if is_read else FIRST)
    may_look_again = not parts.settings.options.read.read_rounds  # a preset says how much is read

    def after_reading(state: RecallState) -> str:
        wants_more = may_look_again and state["missing"] and not state.get("looked_again")
        return "look_again" if wants_more else "check"

    add_steps(graph, reading.pack, reading.read, searching.look_again, reading.check)
    connect(graph, "rerank", "pack", "read")
    graph.add_conditional_edges("read", Choice(after_reading), ["look_again", "check"])
    graph.add_conditional_edges(
        "look_again", Choice(lambda state: "pack" if state["missing"] else "check"), ["pack", "check"]
    )
    graph.add_edge("check", END)
    return graph.compile(checkpointer=False, name="recall")


def build_search_graph(parts: Components, *, owner: str | None = None) -> RecallGraph:
    """Build the first part of the recall graph, up to the ranked candidates; it may be given a `Question`."""
    given: type[RecallInput] = RecallState
    graph = StateGraph(RecallState, input_schema=given, output_schema=AnswerJson)
    _add_search(graph, parts, owner)
    graph.add_edge("rerank", END)
    return graph.compile(checkpointer=False, name="search")


def _add_search(
    graph: Builder, parts: Components, owner: str | None, first: int | None = None
) -> SearchNodes:
    """Add the steps from the question to ranked candidates; the last is "rerank"."""
    question = UnderstandNodes(parts, owner)
    memory = SearchNodes(parts, paper_signal(parts.settings.options.search.signals), first)
    understand = (question.classify, question.expand, question.time_range)
    search = (memory.search_vectors, memory.search_words)
    add_steps(graph, question.receive, question.rewrite, *understand, *search, memory.fuse, memory.rerank)
    connect(graph, START, "receive", "rewrite")
    understood = [step.__name__ for step in understand]
    searched = [step.__name__ for step in search]
    for name in understood:
        graph.add_edge("rewrite", name)
    for name in searched:
        graph.add_edge(understood, name)
    graph.add_edge(searched, "fuse")
    connect(graph, "fuse", "rerank")
    return memory


class Lookup:
    """Looks up messages by the recall graph up to its ranked rounds.

    No chat model is called, whatever the settings name.
    """

    def __init__(self, parts: Components) -> None:
        self._parts = parts
        self._graph = build_search_graph(replace(parts, models=ChatModels()))

    async def context_of(self, asked: Question, *, budget: int | None = None) -> MemoryContext:
        """Give what search finds for a message, with its dialogue, within a budget of tokens.

        By default that of DAYBOOK_CHAT_BUDGET.
        """
        parts = self._parts
        message = stand_alone(asked, parts.analyzer.stand_alone(asked.text, asked.dialogue))
        found = await self.search(asked, message, first=FIRST)
        return await parts.finder.find(asked, found, budget=budget or parts.settings.chat_budget)

    async def search(self, asked: Question, text: str, **first: int) -> FoundContext:
        """Search memory for a text, as of what was asked; `first` candidates at least, or all."""
        short = both_ends(text, MAX_QUESTION_CHARACTERS)
        state = await run_separately(self._graph, {"asked": replace(asked, text=short, dialogue=()), **first})
        vectors, ledger = state["vectors"].plain, state["ledger_context"]
        index, timings = state["index"], state["timings"]
        return FoundContext(
            text, vectors, index, state["candidates"], ledger, state["passages"], timings=timings
        )
