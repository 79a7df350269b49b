"""The recall graph: a question in, an answer with its evidence out.

    receive ─ rewrite ─┬─ classify ───┐
                       ├─ expand ─────┼─ search ─ weigh ─ rerank ─ pack ─┬──────────┬─ read ─ check
                       └─ time_range ─┘                                  └─ note … ─┘

Every step works by rules, and with a chat model where one is configured. `note` runs once for each
packed round, side by side, when the reader is to see one round at a time.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from daybook.conversation import PlainAnswer
from daybook.graph.parts import Parts
from daybook.graph.read_nodes import ReadNodes
from daybook.graph.search_nodes import SearchNodes
from daybook.graph.state import RecallInput, RecallState
from daybook.graph.steps import add_step

RecallGraph: TypeAlias = CompiledStateGraph[RecallState, None, RecallInput, PlainAnswer]
Builder: TypeAlias = StateGraph[RecallState, None, Any, Any]


def build_recall_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the graph that answers a question from memory. Safe to add as a node of any other graph.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it asks, and a run that names another is refused; None where each run
            names its own.

    Returns:
        A compiled graph: `RecallInput` in, the keys of `PlainAnswer` out.
    """
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=PlainAnswer)
    _add_finding(graph, SearchNodes(parts, owner))
    answering = ReadNodes(parts)

    def notes_or_answer(state: RecallState) -> list[Send] | str:
        if not answering.takes_notes_first(state):
            return "read"
        return [Send("note", {**state, "excerpt": excerpt}) for excerpt in state["excerpts"]] or "read"

    add_step(graph, "pack", answering.pack)
    add_step(graph, "note", answering.note)
    add_step(graph, "read", answering.read)
    add_step(graph, "check", answering.check)
    graph.add_edge("rerank", "pack")
    graph.add_conditional_edges("pack", notes_or_answer, ["note", "read"])
    graph.add_edge("note", "read")
    graph.add_edge("read", "check")
    graph.add_edge("check", END)
    return graph.compile(checkpointer=False, name="recall")


def build_search_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the first half of the recall graph, up to the ranked candidates."""
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=PlainAnswer)
    _add_finding(graph, SearchNodes(parts, owner))
    graph.add_edge("rerank", END)
    return graph.compile(checkpointer=False, name="search")


def _add_finding(graph: Builder, finding: SearchNodes) -> None:
    add_step(graph, "receive", finding.receive)
    add_step(graph, "rewrite", finding.rewrite)
    add_step(graph, "classify", finding.classify)
    add_step(graph, "expand", finding.expand)
    add_step(graph, "time_range", finding.time_range)
    add_step(graph, "search", finding.search)
    add_step(graph, "weigh", finding.weigh)
    add_step(graph, "rerank", finding.rerank)
    graph.add_edge(START, "receive")
    graph.add_edge("receive", "rewrite")
    for side_by_side in ("classify", "expand", "time_range"):
        graph.add_edge("rewrite", side_by_side)
    graph.add_edge(["classify", "expand", "time_range"], "search")
    graph.add_edge("search", "weigh")
    graph.add_edge("weigh", "rerank")
