import asyncio
import gc
from dataclasses import replace
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.models.embedding import Embedder
from daybook.models.llm import ChatModels
from tests.small_memory import HISTORY

DESCRIPTORS = Path("/proc/self/fd")


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


@pytest.mark.slow
@pytest.mark.skipif(not DESCRIPTORS.exists(), reason="this system does not list a process's open files")
def test_no_file_stays_open_behind_a_memory_that_was_closed(tmp_path: Path, minilm: Embedder) -> None:
    def open_files(times: int) -> int:
        for _ in range(times):
            with Daybook.open(tmp_path / "data", embedder=minilm) as memory:
                memory.add(HISTORY, owner="ada")
                memory.ask("What is my cat called?", owner="ada")
        gc.collect()
        return len(list(DESCRIPTORS.iterdir()))

    before = open_files(2)

    assert open_files(10) <= before
