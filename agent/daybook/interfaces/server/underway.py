"""Work that goes on though whoever asked for it has left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from daybook.errors import DaybookError

_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class Underway:
    """Tasks that are waited for when the server stops."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work; it ends by itself, whatever becomes of the caller."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait until all of it is done, and no longer than so many seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, DaybookError):
            _LOG.warning("what a client had asked for failed: %s", error)
        else:
            _LOG.error("what a client had asked for failed", exc_info=error)
