from __future__ import annotations

import asyncio
from dataclasses import replace

from daybook import Daybook
from daybook.llm import ChatModels


def over(daybook: Daybook, loops: list[asyncio.AbstractEventLoop]) -> Daybook:
    """The same memory, with models that note in which loop their connections are closed."""

    async def aclose() -> None:
        loops.append(asyncio.get_running_loop())

    return Daybook(replace(daybook.parts, models=ChatModels(aclose=aclose)))


async def test_leaving_the_block_closes_the_connections_of_its_event_loop(daybook: Daybook) -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    async with over(daybook, loops) as memory:
        assert (await memory.astats(owner="ada")).rounds == 4

    assert loops == [asyncio.get_running_loop()]


def test_close_closes_the_connections_that_blocking_calls_opened(daybook: Daybook) -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    with over(daybook, loops):
        pass
    over(daybook, loops).close()

    assert len(loops) == 2
    assert loops[0] is loops[1]
