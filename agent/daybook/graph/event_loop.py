"""Runs asynchronous functions for synchronous callers.

One event loop runs in one background thread for the whole process, so clients that hold on to a loop
(HTTP connection pools) work over many calls, and a caller that runs a loop of its own (a notebook) can
call in as well.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_THREAD = "daybook-event-loop"


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in the background loop, with the caller's context variables.

    An interrupt of the waiting caller (Ctrl-C) cancels the work.

    Raises:
        RuntimeError: the caller runs in that loop itself, and would wait for itself.
    """
    if threading.current_thread().name == _THREAD:
        work.close()
        raise RuntimeError("a blocking method was called by what a blocking method runs: await its twin")
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result()
    except KeyboardInterrupt:
        future.cancel()
        raise


def blocking(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Make the blocking twin of an asynchronous function; the logic stays in one place."""

    @wraps(method)
    def twin(*args: P.args, **kwargs: P.kwargs) -> T:
        return run(method(*args, **kwargs))

    twin.__doc__ = f"Blocking twin of `{method.__name__}`.\n\n{method.__doc__ or ''}"
    return twin


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name=_THREAD, daemon=True).start()
    return loop
