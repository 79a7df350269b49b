"""Work that goes on whatever becomes of the page that shows it, and what it tells on the way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Generic, TypeVar

from daybook.interfaces.server.streaming import RunningTasks

_LOOK = 0.1
"""Seconds between two looks at what has come."""
T = TypeVar("T")


class PageWork(Generic[T]):
    """Work with a result, which any number of pages may follow, from the beginning or when it is done.

    Args:
        work: does it; it is given what takes the pieces of HTML that are shown meanwhile, from any thread.
        tasks: holds it, so that a stop of the server waits for it.
    """

    def __init__(
        self, work: Callable[[Callable[[str], None]], Coroutine[Any, Any, T]], tasks: RunningTasks
    ) -> None:
        self._told: list[str] = []
        self._task = tasks.start(work(self._told.append))

    @property
    def result(self) -> T | None:
        """What came of it; None as long as it is not done, or where it failed."""
        done = self._task.done() and not self._task.cancelled() and self._task.exception() is None
        return self._task.result() if done else None

    async def finished(self) -> T:
        """Wait for it to end; whoever waits may leave."""
        return await asyncio.shield(self._task)

    @property
    def is_done(self) -> bool:
        """True if it has ended, well or not."""
        return self._task.done()

    async def told(self) -> AsyncIterator[str]:
        """Yield what it tells, until it ends."""
        shown = 0
        while True:
            ended = self._task.done()
            while shown < len(self._told):
                yield self._told[shown]
                shown += 1
            if ended:
                return
            await asyncio.wait({self._task}, timeout=_LOOK)
