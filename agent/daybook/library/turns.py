"""Lets few calls run at a time, in the order in which they came, so that each is done when it can be."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary


class Turns:
    """A queue before work that only computes.

    Fifty questions that all run at once share the processors and are all done at the end; one after the
    other the same work is done as soon, and most of them long before that. What waits for a chat model does
    not belong here: waiting needs no processor.
    """

    def __init__(self, most: int | None = None) -> None:
        """Make a queue of which `most` run at a time; as many as there are processors by default."""
        self._most = most or os.cpu_count() or 1
        self._gates: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the length of a block."""
        gate = self._gates.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._most))
        async with gate:
            yield
