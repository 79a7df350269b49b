"""Running a graph apart from the graph, tool or chain that asks for it.

LangChain hands the configuration of whatever is running on to what is called inside, in a context variable:
a graph that is called in a node streams its inner values to the parent's stream, under the parent's
namespace, is told the parent's `configurable`, and is seen by its callbacks. That is right for a sub-graph,
and wrong for a library call, whose inner values are its own and cannot be serialised.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextvars import copy_context
from typing import Any

from langchain_core.runnables.config import var_child_runnable_config
from langgraph.pregel import Pregel

from daybook.graph.tracing import span

OnEvent = Callable[[Mapping[str, Any]], None]
"""Called with what the steps of a graph, and of those inside it, put on the custom stream."""


async def run_separately(
    graph: Pregel[Any, Any, Any, Any], given: Mapping[str, Any], *, on_event: OnEvent | None = None
) -> dict[str, Any]:
    """Run a graph to its end, and give all of its channels.

    It inherits nothing of a graph that it is called in: no namespace, stream, callback or `configurable`. A
    trace of LangSmith goes on all the same, and cancelling the caller cancels the run.

    Args:
        graph: a compiled graph.
        given: its input.
        on_event: hears of its steps as they go; called with the context variables of the caller, so that it
            may be the stream writer of a node.
    """
    around, apart = copy_context(), copy_context()
    apart.run(var_child_runnable_config.set, None)

    def tell(event: Mapping[str, Any]) -> None:
        if on_event is not None:
            around.run(on_event, event)

    return await asyncio.get_running_loop().create_task(_run(graph, given, tell), context=apart)


async def _run(
    graph: Pregel[Any, Any, Any, Any], given: Mapping[str, Any], on_event: OnEvent
) -> dict[str, Any]:
    state: dict[str, Any] = {}
    parts: AsyncIterator[Any] = graph.astream(
        given, stream_mode=["custom", "values"], subgraphs=True, output_keys=graph.stream_channels_list
    )
    with span(graph.get_name()):
        async for namespace, mode, part in parts:
            if mode == "custom":
                on_event(part)
            elif mode == "values" and not namespace:
                state = part
    return state
