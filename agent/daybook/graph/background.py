"""Work that is done after a reply, and that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from daybook.errors import DaybookError

LOG = logging.getLogger(__name__)
Work = Callable[[], Awaitable[object]]


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
