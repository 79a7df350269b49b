"""The remember graph: from stored rounds to events of their owner's ledger, where a model reads them.

    gather ─ extract ─ apply_policy ─ decide ─ relate ─ fade ─ post ─> done
      └──────────────── while rounds are left ────────────────┘

Rounds are read in the order in which they were said. A batch is posted in one transaction together with the
note that its rounds were read, so an interruption at any point leaves all of it or nothing, and what is left
is done at the next need. Where something else was posted in between, the batch is decided again.
"""

from typing import TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from daybook.graph.parts import Components
from daybook.graph.remember_nodes import RememberInput, RememberNodes, RememberOutput, RememberState
from daybook.graph.steps import add_steps, connect

RememberGraph: TypeAlias = CompiledStateGraph[RememberState, None, RememberInput, RememberOutput]


def build_remember_graph(parts: Components, *, owner: str | None = None) -> RememberGraph:
    """Build the graph that posts the facts of an owner's rounds. Safe to add as a node of any other graph.

    Args:
        parts: what it works with; `Daybook.parts` has them. Without a model it does nothing.
        owner: whose rounds it reads, and a run that names another is refused; None if each run
            names its own.
    """
    graph: StateGraph[RememberState, None, RememberInput, RememberOutput] = StateGraph(
        RememberState, input_schema=RememberInput, output_schema=RememberOutput
    )
    remembering = RememberNodes(parts, owner)
    add_steps(graph, remembering.gather, remembering.extract, remembering.apply_policy, remembering.decide)
    add_steps(graph, remembering.relate, remembering.fade, remembering.post)
    graph.add_edge(START, "gather")
    graph.add_conditional_edges("gather", _after_gathering, ["extract", END])
    connect(graph, "extract", "apply_policy", "decide", "relate", "fade", "post")
    graph.add_conditional_edges("post", _after_posting, ["gather", END])
    return graph.compile(checkpointer=False, name="remember")


def _after_gathering(state: RememberState) -> str:
    return "extract" if state["batch"] else END


def _after_posting(state: RememberState) -> str:
    return "gather" if state["left"] else END
