"""No step does its waiting on the event loop: a server has others to answer meanwhile."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from blockbuster import BlockBuster, BlockingError

from daybook import Daybook, build_chat_graph, build_recall_graph
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook.store import Everything
from daybook_prompts.replies import FactFound
from tests.small_memory import ASKED, HISTORY

BLOCKING = ("sqlite3.", "os.mkdir", "os.rename", "os.replace", "os.unlink", "os.rmdir", "time.sleep")
"""Calls that LangGraph's development server refuses, and a memory on disk makes."""


@contextmanager
def refusing_to_block() -> Iterator[None]:
    watch = BlockBuster()
    watch.functions = {
        name: function for name, function in watch.functions.items() if name.startswith(BLOCKING)
    }
    watch.activate()
    try:
        yield
    finally:
        watch.deactivate()


async def test_reading_a_database_in_the_event_loop_would_be_noticed() -> None:
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        refusing_to_block(),
        pytest.raises(BlockingError, match="sqlite3"),
    ):
        connection.execute("SELECT 1")


@pytest.mark.slow
async def test_a_memory_is_filled_asked_and_emptied_without_blocking(
    tmp_path: Path, minilm: Embedder
) -> None:
    daybook = Daybook.open(tmp_path / "data", embedder=minilm, clock=lambda: ASKED)
    parts = daybook.parts
    with refusing_to_block():
        await daybook.aadd(HISTORY, owner="ada")
        home = FactFound(quote="I live in Leith", slot="identity.residence", value="Leith")
        await daybook.aappend("I live in Leith.", owner="ada", session_id="home", facts=[home])
        answer = await build_recall_graph(parts).ainvoke(
            {"question": "What is my cat called?", "owner": "ada", "as_of": ASKED}
        )
        period = await daybook.aask("What did I sell in May?", owner="ada", asked_at=ASKED)
        chat = build_chat_graph(parts)
        kept = await chat.ainvoke({"question": "I live in Lisbon.", "owner": "ada", "session_id": "new"})
        asked = await chat.ainvoke({"question": "Forget that I live in Lisbon.", "owner": "ada"})
        gone = await chat.ainvoke({"question": "Yes.", "owner": "ada", "proposal": asked["proposal"]})
        explained = await daybook.aexplain("What is my cat called?", owner="ada")
        [bike, *_] = [
            session for session in await daybook.asessions(owner="ada") if session.session_id == "bike"
        ]
        await daybook.arounds(owner="ada", session_id=bike.session_id)
        records = await daybook.ledger.arecords(owner="ada", as_of=ASKED + timedelta(days=1))
        await daybook.ledger.acorrect(records[0].record_id, "Porto", owner="ada")
        await daybook.ledger.aundo(owner="ada")
        await daybook.ledger.ahistory(owner="ada")
        await daybook.ledger.aset_policy(await daybook.ledger.apolicy(owner="ada"), owner="ada")
        await daybook.astats()
        await daybook.areindex()
        await daybook.aforget(Everything(), owner="ada")
        await daybook.aclose()

    assert "Pixel" in answer["answer"]
    assert period.text
    assert kept["round_id"]
    assert gone["proposal"] is None
    assert explained.answer.plan.question
    assert bike.started_at > ASKED - timedelta(days=30)


def test_a_blocking_call_in_the_loop_of_blocking_calls_is_refused_and_does_not_hang(daybook: Daybook) -> None:
    def ask_again(_: object) -> None:
        daybook.stats()

    async def call() -> None:
        ask_again(None)

    with pytest.raises(RuntimeError, match="await its twin"):
        run(call())
    with pytest.raises(RuntimeError, match="await its twin"):
        daybook.ask("What is my cat called?", owner="ada", on_stage=ask_again)
