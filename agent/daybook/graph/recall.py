"""The recall graph: a question in, an answer with its evidence out.

    receive ─ rewrite ─┬─ classify ───┐
                       ├─ expand ─────┼─ plan ─ embed ─ look_up_ledger ─ search ─┐
                       └─ time_range ─┘                                          │
    ┌────────────────────────────────────────────────────────────────────────────┘
    └─ match_event_dates ─ mark_superseded ─ weigh ─ rerank ─ prefer_current ─┐
    ┌─────────────────────────────────────────────────────────────────────────┘
    └─ search_documents ─ pack ─ read ─ check

Every step works without a chat model, and with one where one is configured. Where none reads, the answer is
what comes closest.
"""

from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.conversation import AnswerShape
from daybook.graph.parts import Parts
from daybook.graph.read_nodes import ReadNodes
from daybook.graph.search_nodes import SearchNodes
from daybook.graph.state import RecallInput, RecallState
from daybook.graph.steps import add_steps, connect
from daybook.graph.understand_nodes import UnderstandNodes

RecallGraph: TypeAlias = CompiledStateGraph[RecallState, None, RecallInput, AnswerShape]
Builder: TypeAlias = StateGraph[RecallState, None, Any, Any]


def build_recall_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the graph that answers a question from memory. Safe to add as a node of any other graph.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it asks, and a run that names another is refused; None where each run
            names its own.

    Returns:
        A compiled graph: `RecallInput` in, the keys of `AnswerShape` out.
    """
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=AnswerShape)
    last = _add_search(graph, parts, owner)
    memory, nodes = SearchNodes.of(parts), ReadNodes.of(parts)

    add_steps(graph, memory.search_documents, nodes.pack, nodes.read, nodes.check)
    connect(graph, last, "search_documents", "pack", "read", "check", END)
    return graph.compile(checkpointer=False, name="recall")


def build_search_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the first part of the recall graph, up to the ranked candidates."""
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=AnswerShape)
    graph.add_edge(_add_search(graph, parts, owner), END)
    return graph.compile(checkpointer=False, name="search")


def _add_search(graph: Builder, parts: Parts, owner: str | None) -> str:
    """Add the steps from the question to ranked candidates, and name the last of them."""
    question, memory = UnderstandNodes(parts, owner), SearchNodes.of(parts)
    side_by_side = (question.classify, question.expand, question.time_range)
    one_by_one = (
        memory.embed,
        memory.look_up_ledger,
        memory.search,
        memory.match_event_dates,
        memory.mark_superseded,
        memory.weigh,
        memory.rerank,
        memory.prefer_current,
    )
    add_steps(graph, question.receive, question.rewrite, *side_by_side, question.plan, *one_by_one)
    connect(graph, START, "receive", "rewrite")
    for step in side_by_side:
        connect(graph, "rewrite", step.__name__)
    graph.add_edge([step.__name__ for step in side_by_side], "plan")
    connect(graph, "plan", *(step.__name__ for step in one_by_one))
    return "prefer_current"
