"""Steps as graph nodes: timed, reported on the custom stream, callable with and without an event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

from langchain_core.runnables import RunnableLambda
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph
from langgraph.typing import StateT

from agent.blocking import run


def add_step(
    graph: StateGraph[StateT, None, Any, Any],
    name: str,
    step: Callable[[StateT], Awaitable[Mapping[str, object]]],
) -> None:
    """Add an asynchronous step to a graph whose state has a `timings` channel.

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

    def blocking(state: StateT) -> dict[str, object]:
        return run(timed(state))

    graph.add_node(name, RunnableLambda(blocking, afunc=timed, name=name))
