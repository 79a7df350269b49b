"""Wraps steps into nodes, and runs a graph apart from the one around it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextvars import copy_context
from itertools import pairwise
from time import perf_counter
from typing import Any, TypeAlias

from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import var_child_runnable_config
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph
from langgraph.pregel import Pregel
from langgraph.typing import StateT

from daybook.graph.event_loop import run

Update: TypeAlias = Mapping[str, object]
"""The channels of the state that a step changes."""


def add_steps(
    graph: StateGraph[StateT, None, Any, Any], *steps: Callable[[StateT], Awaitable[Update]]
) -> None:
    """Add asynchronous steps, each under its own name, to a graph whose state has a `timings` channel."""
    for step in steps:
        _add_step(graph, step.__name__, step)


def connect(graph: StateGraph[StateT, None, Any, Any], *names: str) -> None:
    """Have steps run one after another."""
    for before, after in pairwise(names):
        graph.add_edge(before, after)


def _add_step(
    graph: StateGraph[StateT, None, Any, Any], name: str, step: Callable[[StateT], Awaitable[Update]]
) -> None:
    """Add one of them.

    The custom stream gets `{"stage": name, "event": "started"}` and, at its end, `{"stage": name,
    "event": "finished", "ms": duration}`; the duration joins `timings` under the step's name. The
    node runs under `ainvoke` in the caller's loop, and under `invoke` in a loop of Daybook's own.
    """

    async def timed(state: StateT) -> dict[str, object]:
        tell = get_stream_writer()
        tell({"stage": name, "event": "started"})
        began = perf_counter()
        update = await step(state)
        duration = (perf_counter() - began) * 1000
        tell({"stage": name, "event": "finished", "ms": duration})
        timings = {name: duration}
        given = update.get("timings")
        if isinstance(given, Mapping):
            timings |= given
        return {**update, "timings": timings}

    graph.add_node(name, _Step(name, timed))


class _Step(Runnable[Any, dict[str, object]]):
    """One asynchronous function with both ways to call it.

    RunnableLambda is that as well, and spends a millisecond a call on looking at its functions and on a
    second trace of what the graph traces already: a tenth of a whole question over its twelve nodes.
    """

    def __init__(self, name: str, step: Callable[[Any], Coroutine[Any, Any, dict[str, object]]]) -> None:
        self.name, self._step = name, step

    def invoke(self, input: Any, config: RunnableConfig | None = None, **_: Any) -> dict[str, object]:
        return run(self._step(input))

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **_: Any) -> dict[str, object]:
        return await self._step(input)


class Choice(Runnable[Any, str]):
    """A plain function that names the next step; LangGraph itself would call it in a thread."""

    def __init__(self, choose: Callable[[Any], str]) -> None:
        self.name, self._choose = "condition", choose

    def invoke(self, input: Any, config: RunnableConfig | None = None, **_: Any) -> str:
        """See `Runnable`."""
        return self._choose(input)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **_: Any) -> str:
        """See `Runnable`."""
        return self._choose(input)


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
    if on_event is None:
        work = _run(graph, given)
    else:
        work = _run_heard(graph, given, lambda event: around.run(on_event, event))
    return await asyncio.get_running_loop().create_task(work, context=apart)


async def _run(graph: Pregel[Any, Any, Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Run a graph of whose steps nobody hears: a third of what LangGraph takes is its custom stream."""
    parts = graph.astream(given, stream_mode="values", output_keys=graph.stream_channels_list)
    state: dict[str, Any] = {}
    async for part in parts:
        state = part
    return state


async def _run_heard(
    graph: Pregel[Any, Any, Any, Any], given: Mapping[str, Any], on_event: OnEvent
) -> dict[str, Any]:
    state: dict[str, Any] = {}
    parts: AsyncIterator[Any] = graph.astream(
        given, stream_mode=["custom", "values"], subgraphs=True, output_keys=graph.stream_channels_list
    )
    async for namespace, mode, part in parts:
        if mode == "custom":
            on_event(part)
        elif mode == "values" and not namespace:
            state = part
    return state
