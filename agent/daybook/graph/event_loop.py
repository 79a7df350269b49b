"""Runs asynchronous work for blocking callers, and work behind a reply that nobody waits for."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from daybook.conversation.errors import DaybookError

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
    """Make the blocking form of an asynchronous method, with its signature and docstring: `ask` of `aask`."""

    @wraps(method)
    def twin(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            work = method(*args, **kwargs)
        except TypeError as error:  # of the arguments: nothing has run yet
            called, name = f"{method.__name__}()", f"{twin.__name__}()"
            raise TypeError(str(error).replace(called, name)) from None
        return run(work)

    twin.__name__ = method.__name__.removeprefix("a")
    twin.__qualname__ = method.__qualname__.removesuffix(method.__name__) + twin.__name__
    return twin


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name=_THREAD, daemon=True).start()
    return loop


LOG = logging.getLogger(__name__)
Work = Callable[[], Awaitable[object]]


def posting(owner: str) -> str:
    """Name what is done in the background for the rounds of an owner that were committed."""
    return f"post {owner}"


class Background:
    """Tasks in the event loops of those who were replied to, at most one of a name at a time.

    It is for work that is kept somewhere until it is done. So a task may end with its loop, and what it
    leaves is done at the next need. The loop is the caller's, as the connections of chat models are.
    """

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def start(self, name: str, work: Work) -> None:
        """Have some work done. Where that of the name is under way, it is done once more behind it."""
        running = self._tasks.get(name)
        if running is not None and not running.done() and not running.get_loop().is_closed():
            self._again.add(name)
            return
        task = asyncio.get_running_loop().create_task(self._do(name, work), name=f"daybook {name}")
        # A loop that is closed under it has nothing to complain of: the work is kept.
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._drop(name, task))

    async def wait(self, name: str, *, seconds: float | None = None) -> None:
        """Wait until the work of a name that is under way in the running loop is done, or was given up.

        After `seconds`, if they are given, it goes on without anybody waiting.
        """
        task = self._tasks.get(name)
        if task is not None and not task.done() and task.get_loop() is asyncio.get_running_loop():
            await asyncio.wait([task], timeout=seconds)

    async def finish(self, seconds: float) -> None:
        """Wait for what is under way in the running loop, and then cancel whatever is not done.

        Args:
            seconds: how long to wait at most. For tasks of other loops, which may be waiting for the caller,
                there is no waiting.
        """
        here = asyncio.get_running_loop()
        tasks = [task for task in self._tasks.values() if not task.done()]
        self._tasks.clear()
        mine = [task for task in tasks if task.get_loop() is here]
        if mine:
            _, late = await asyncio.wait(mine, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for task in tasks:
            if task not in mine:
                with suppress(RuntimeError):  # its loop is closed
                    task.get_loop().call_soon_threadsafe(task.cancel)

    def _drop(self, name: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is task:
            del self._tasks[name]

    async def _do(self, name: str, work: Work) -> None:
        while True:
            self._again.discard(name)
            try:
                await work()
            except DaybookError as error:
                LOG.warning("what was to be done after a reply is left for later: %s", error)
                return
            if name not in self._again:
                return
