"""The recall graph: a question in, an answer with its evidence out.

receive ─┬─ classify ───┐
         ├─ expand ─────┼─ search ─ pack ─ read ─ check
         └─ time_range ─┘
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.conversation import Answer, PlainAnswer, Plan, plain_answer
from agent.graph.receive import receive_question
from agent.graph.state import RecallInput, RecallState
from agent.graph.steps import add_step
from agent.parts import Parts
from agent.read import check_quotes, read_by_quotes
from agent.retrieve import pack_rounds, search_rounds
from agent.understand import kinds_of, phrasings_of, time_range_of

RecallGraph: TypeAlias = CompiledStateGraph[RecallState, None, RecallInput, PlainAnswer]
Update: TypeAlias = Mapping[str, object]


def build_recall_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the graph that answers a question from memory. Safe to add as a node of any other graph.

    Args:
        parts: what it works with; `Daybook.parts` has them.
        owner: whose memory it asks where the input names no owner.

    Returns:
        A compiled graph: `RecallInput` in, the keys of `PlainAnswer` out.
    """
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=PlainAnswer)
    _add_finding(graph, parts, owner)

    async def pack(state: RecallState) -> Update:
        packed = pack_rounds(state["candidates"], state["search_plan"], parts.settings, parts.count_tokens)
        return {"excerpts": packed}

    async def read(state: RecallState) -> Update:
        return {"reading": read_by_quotes(state["asked"], state["search_plan"], state["excerpts"])}

    async def check(state: RecallState) -> Update:
        reading = check_quotes(state["reading"], [excerpt.round for excerpt in state["excerpts"]])
        result = Answer(
            text=reading.text,
            not_known=reading.not_known,
            evidence=reading.evidence,
            notes=reading.notes,
            plan=state["search_plan"],
        )
        total = (perf_counter() - state["began"]) * 1000
        return {**plain_answer(result), "result": result, "timings": {"total": total}}

    add_step(graph, "pack", pack)
    add_step(graph, "read", read)
    add_step(graph, "check", check)
    graph.add_edge("search", "pack")
    graph.add_edge("pack", "read")
    graph.add_edge("read", "check")
    graph.add_edge("check", END)
    return graph.compile(checkpointer=False, name="recall")


def build_search_graph(parts: Parts, *, owner: str | None = None) -> RecallGraph:
    """Build the first half of the recall graph, up to the ranked candidates."""
    graph = StateGraph(RecallState, input_schema=RecallInput, output_schema=PlainAnswer)
    _add_finding(graph, parts, owner)
    graph.add_edge("search", END)
    return graph.compile(checkpointer=False, name="search")


def _add_finding(graph: StateGraph[RecallState, None, Any, Any], parts: Parts, owner: str | None) -> None:
    async def receive(state: RecallState) -> Update:
        asked = receive_question(state, owner=owner, clock=parts.clock)
        return {"asked": asked, "began": perf_counter()}

    async def classify(state: RecallState) -> Update:
        return {"kinds": kinds_of(state["asked"].text)}

    async def expand(state: RecallState) -> Update:
        text = state["asked"].text
        return {"phrasings": phrasings_of(text) if parts.settings.phrasings else (text,)}

    async def time_range(state: RecallState) -> Update:
        return {"time_range": time_range_of(state["asked"].text, state["asked"].asked_at)}

    async def search(state: RecallState) -> Update:
        asked = state["asked"]
        plan = Plan(asked.text, state["phrasings"], state["kinds"], state["time_range"])
        found = await search_rounds(
            plan, owner=asked.owner, store=parts.store, embedder=parts.embedder, settings=parts.settings
        )
        return {"search_plan": plan, "candidates": found}

    for name, step in {
        "receive": receive,
        "classify": classify,
        "expand": expand,
        "time_range": time_range,
        "search": search,
    }.items():
        add_step(graph, name, step)
    graph.add_edge(START, "receive")
    for side_by_side in ("classify", "expand", "time_range"):
        graph.add_edge("receive", side_by_side)
    graph.add_edge(["classify", "expand", "time_range"], "search")
