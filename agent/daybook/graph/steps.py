"""Adds steps as graph nodes: timed, reported on the custom stream, callable synchronously or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import ContextVar
from time import perf_counter
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph
from langgraph.typing import StateT

from daybook.graph.event_loop import run
from daybook.graph.tracing import span

step_listener: ContextVar[Callable[[str, float], None] | None] = ContextVar("step_listener", default=None)
"""Called with the name and the milliseconds of every step in this context, and in tasks begun in it."""


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
        with span(name):
            update = await step(state)
        duration = (perf_counter() - began) * 1000
        if listen := step_listener.get():
            listen(name, duration)
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
