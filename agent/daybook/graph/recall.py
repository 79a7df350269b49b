"""The recall graph: a question in, an answer with its evidence out.

    receive ─ rewrite ─┬─ classify ───┐   ┌─ search_vectors ─┐
                       ├─ expand ─────┼───┤                  ├─ fuse ─ rerank ─ pack ─ read ─ check
                       └─ time_range ─┘   └─ search_words ───┘                    ▲       │
                                                                                  └───────┴─ look_again

Every step works without a chat model, and with one where one is configured. Where none reads, the answer is
what comes closest.
"""

from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.conversation.answer_json import AnswerJson
from daybook.graph.parts import Parts
from daybook.graph.read_nodes import ReadNodes
from daybook.graph.search_nodes import SearchNodes
from daybook.graph.second_look import SecondLook, wants_another
from daybook.graph.state import RecallInput, RecallState
from daybook.graph.steps import add_steps, connect
from daybook.graph.understand_nodes import UnderstandNodes

RecallGraph: TypeAlias = CompiledStateGraph[RecallState, None, RecallInput, AnswerJson]
Builder: TypeAlias = StateGraph[RecallState, None, Any, Any]


def build_recall_graph(
    parts: Parts, *, owner: str | None = None, given: type[RecallInput] = RecallInput
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
    last = _add_search(graph, parts, owner)
    nodes = ReadNodes.of(parts)

    add_steps(graph, nodes.pack, nodes.read, SecondLook(parts).look_again, nodes.check)
    connect(graph, last, "pack", "read")
    graph.add_conditional_edges(
        "read",
        lambda state: "look_again" if wants_another(state) else "check",
        ["look_again", "check"],
    )
    graph.add_conditional_edges(
        "look_again", lambda state: "pack" if state["missing"] else "check", ["pack", "check"]
    )
    graph.add_edge("check", END)
    return graph.compile(checkpointer=False, name="recall")


def build_search_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the first part of the recall graph, up to the ranked candidates; it may be given a `Question`."""
    given: type[RecallInput] = RecallState
    graph = StateGraph(RecallState, input_schema=given, output_schema=AnswerJson)
    graph.add_edge(_add_search(graph, parts, owner), END)
    return graph.compile(checkpointer=False, name="search")


def _add_search(graph: Builder, parts: Parts, owner: str | None) -> str:
    """Add the steps from the question to ranked candidates, and name the last of them."""
    question, memory = UnderstandNodes(parts, owner), SearchNodes.of(parts)
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
    return "rerank"
