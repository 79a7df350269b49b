"""Work that outlives its client, and that may be followed while it is done."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Generic, TypeVar

from daybook.conversation.errors import DaybookError

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Neither caches nor proxies hold back what has come."""


class RunningTasks:
    """Tasks that are waited for when the server stops."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work; it ends by itself, whatever becomes of the caller."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait until all of it is done, and no longer than so many seconds."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, DaybookError):
            _LOG.warning("what a client had asked for failed: %s", error)
        else:
            _LOG.error("what a client had asked for failed", exc_info=error)


class StreamedWork(Generic[T]):
    """Work with a result, which tells texts on the way; any number may follow them, from the first on.

    It goes on whoever follows, and a stop of the server waits for it. It may tell from any thread.
    """

    def __init__(
        self, work: Callable[[Callable[[str], None]], Coroutine[Any, Any, T]], tasks: RunningTasks
    ) -> None:
        self._told: list[str] = []
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        self._task = tasks.start(work(self._tell))
        self._task.add_done_callback(lambda _: self._announce())

    @property
    def result(self) -> T | None:
        """Returns its result; None as long as it is not done, or if it failed."""
        done = self._task.done() and not self._task.cancelled() and self._task.exception() is None
        return self._task.result() if done else None

    @property
    def is_done(self) -> bool:
        """True if it has ended, well or not."""
        return self._task.done()

    async def finished(self) -> T:
        """Wait for it to end; whoever waits may leave."""
        return await asyncio.shield(self._task)

    async def told(self) -> AsyncIterator[str]:
        """Yield what it tells, until it ends."""
        shown = 0
        while True:
            news, ended = self._news, self._task.done()
            while shown < len(self._told):
                yield self._told[shown]
                shown += 1
            if ended:
                return
            await news.wait()

    def _tell(self, piece: str) -> None:
        self._told.append(piece)
        self._loop.call_soon_threadsafe(self._announce)

    def _announce(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
