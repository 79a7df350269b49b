"""Work behind a reply: nobody waits for it, and no event loop that ends under it minds."""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from daybook import Daybook, build_chat_graph
from daybook.conversation.errors import StoreBusy
from daybook.graph.event_loop import Background
from daybook.store.fact_queue import QueueCounts
from tests.scripted_server import ScriptedServer
from tests.small_memory import OpenDaybook, models_at

EXTRACT = "the kinds of facts that are kept"
TOLD = MessagesState(messages=[HumanMessage("Well, the place I call home is Ghent.")])
GHENT = {
    "round": 1,
    "quote": "the place I call home is Ghent",
    "slot": "identity.residence",
    "value": "Ghent",
}


@pytest.fixture
def daybook(open_daybook: OpenDaybook, server: ScriptedServer) -> Daybook:
    server.always(lambda _: "Noted.")
    return open_daybook(**models_at(server, chat_model="small"))


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Asyncio's complaints so far, after whatever nobody holds is gone."""
    caplog.set_level(logging.WARNING, logger="asyncio")

    def said() -> list[str]:
        gc.collect()
        return [record.getMessage() for record in caplog.records if record.name == "asyncio"]

    return said


def parent_of(daybook: Daybook) -> Any:
    """Somebody's graph, of which a chat is a node."""
    parent = StateGraph(MessagesState)
    parent.add_node("chat", build_chat_graph(daybook.parts, owner="eve"))
    parent.add_edge(START, "chat")
    return parent.compile()


def left(daybook: Daybook) -> QueueCounts:
    return daybook.parts.store.model_queue.counts("eve")


def test_a_graph_of_somebody_that_is_invoked_learns_behind_its_reply(
    daybook: Daybook, server: ScriptedServer
) -> None:
    server.reply({"facts": [GHENT]}, when=EXTRACT)

    parent_of(daybook).invoke(TOLD)
    daybook.close()

    assert [record.value for record in daybook.ledger.records(owner="eve")] == ["Ghent"]


def test_a_loop_that_ends_behind_the_reply_leaves_the_round_for_the_next_need(
    daybook: Daybook, server: ScriptedServer, complaints: Callable[[], list[str]]
) -> None:
    async def reply() -> None:
        await parent_of(daybook).ainvoke(TOLD)
        while len(server.requests) < 2:  # a loop that ends while it connects draws a warning of anyio's
            await asyncio.sleep(0.01)

    server.stall(when=EXTRACT)

    asyncio.run(reply())

    assert (left(daybook), complaints()) == (QueueCounts(1, 0), [])
    server.drop_rest()
    server.reply({"facts": [GHENT]}, when=EXTRACT)
    daybook.remember(owner="eve")
    assert [record.value for record in daybook.ledger.records(owner="eve")] == ["Ghent"]


def test_a_loop_that_is_closed_under_it_is_nothing_to_complain_of(
    complaints: Callable[[], list[str]],
) -> None:
    begun: list[str] = []

    async def work() -> None:
        begun.append("once")
        await asyncio.Event().wait()

    async def reply(background: Background) -> None:
        background.start("eve", work)
        await asyncio.sleep(0)

    background = Background()
    for _ in range(2):
        loop = asyncio.new_event_loop()
        loop.run_until_complete(reply(background))
        loop.close()
    asyncio.run(background.finish(5.0))
    del background

    assert (begun, complaints()) == (["once", "once"], [])


async def test_work_of_a_name_is_done_once_at_a_time_and_once_more_behind_it() -> None:
    background, open_gate = Background(), asyncio.Event()
    begun: list[str] = []

    async def work() -> None:
        begun.append("eve")
        await open_gate.wait()

    for _ in range(5):
        background.start("eve", work)
        await asyncio.sleep(0)
    assert begun == ["eve"]
    open_gate.set()
    await background.finish(5.0)

    assert begun == ["eve", "eve"]


async def test_finishing_waits_no_longer_than_it_may() -> None:
    background, ended = Background(), []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    background.start("eve", work)
    await asyncio.sleep(0)
    await background.finish(0.01)

    assert ended == ["cancelled"]


async def test_finishing_in_another_loop_cancels_and_waits_for_nobody() -> None:
    background, begun, ended = Background(), threading.Event(), threading.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def reply() -> None:
        background.start("eve", work)
        await asyncio.to_thread(ended.wait, 10.0)

    elsewhere = threading.Thread(target=asyncio.run, args=(reply(),))
    elsewhere.start()
    assert await asyncio.to_thread(begun.wait, 10.0)
    await background.finish(60.0)
    await asyncio.to_thread(elsewhere.join, 10.0)

    assert ended.is_set()


async def test_what_cannot_be_done_is_logged_and_left(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise StoreBusy("others are writing")

    background = Background()
    background.start("eve", work)
    await background.finish(5.0)

    assert "left for later: others are writing" in caplog.text
