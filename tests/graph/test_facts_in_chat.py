"""Facts that a chat model finds behind a reply: never in its way, never lost, never against the rules."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from daybook import Daybook
from daybook.conversation import Role, Status, Turn
from daybook.graph.remember_nodes import GIVE_UP_AT
from daybook.store import ByPhrase
from daybook.store.fact_queue import QueueCounts
from tests.scripted_server import Body, ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, models_at, said

HOME, PET = "identity.residence", "possession.pet"
EXTRACT = "the kinds of facts that are kept"
OTHERS_HOLD = 10.0
"""Seconds after which a reply that waits for something goes on, so that a test that fails ends."""
OpenChat = Callable[..., Daybook]


def found(quote: str, slot: str, value: str, round_: int = 1, **more: Any) -> dict[str, Any]:
    return {"round": round_, "quote": quote, "slot": slot, "value": value, **more}


GHENT = found("the place I call home is Ghent", HOME, "Ghent")
TOLD = "Well, the place I call home is Ghent."
"""No template reads it."""


@pytest.fixture
def open_chat(open_daybook: OpenDaybook, server: ScriptedServer) -> OpenChat:
    """Opens the memory with a model, which replies with a word."""

    def open_it(**settings: Any) -> Daybook:
        server.always(lambda _: "Noted.")
        return open_daybook(**models_at(server, chat_model="small", **settings))

    return open_it


def tell(daybook: Daybook, *texts: str) -> None:
    for minute, text in enumerate(texts):
        daybook.chat(text, owner="eve", session_id="s", asked_at=ASKED + timedelta(minutes=minute))


async def put_by(daybook: Daybook, *texts: str) -> None:
    """Queue rounds, each of a session of its own, without anything being read."""
    for day, text in enumerate(texts):
        turn, at = Turn(Role.USER, text), ASKED + timedelta(days=day)
        await daybook.parts.store.append("eve", f"s{day}", (turn,), said_at=at, for_model=True)


def living(daybook: Daybook) -> list[str]:
    return [record.value for record in daybook.parts.store.ledgers.of("eve").with_status(Status.ACTIVE)]


def left(daybook: Daybook) -> QueueCounts:
    return daybook.parts.store.model_queue.counts("eve")


def test_a_reply_does_not_wait_for_the_facts_which_are_there_afterwards(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook, replied, events = open_chat(), threading.Event(), []

    def find(_: Body) -> dict[str, Any]:
        replied.wait(OTHERS_HOLD)
        events.append("facts")
        return {"facts": [GHENT]}

    server.reply(find, when=EXTRACT)
    tell(daybook, TOLD)
    events.append("reply")
    assert living(daybook) == []
    replied.set()
    daybook.close()

    assert events == ["reply", "facts"]
    (record,) = daybook.parts.store.ledgers.of("eve").records.values()
    assert (record.value, record.text, record.support[0].quote) == (
        "Ghent",
        GHENT["quote"],
        GHENT["quote"],
    )
    assert left(daybook) == QueueCounts(0, 0)


CHAT_CHILD = """
import sys
from datetime import UTC, datetime
from pydantic import SecretStr
from daybook import Daybook
from daybook.settings import Settings

data_dir, url, text = sys.argv[1:]
settings = Settings.of(
    data_dir=data_dir, chat_model="small", openai_api_key=SecretStr("sk-test"), openai_base_url=url
)
daybook = Daybook.open(settings=settings)
daybook.chat(text, owner="eve", session_id="s", asked_at=datetime(2023, 5, 30, 10, tzinfo=UTC))
print("replied", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_a_process_that_is_killed_behind_its_reply_loses_nothing(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook = open_chat()
    data_dir = str(daybook.parts.settings.data_dir)
    server.stall(when=EXTRACT)
    arguments = [sys.executable, "-c", CHAT_CHILD, data_dir, server.url, TOLD]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "replied\n"
        child.send_signal(signal.SIGKILL)
    assert (living(daybook), left(daybook)) == ([], QueueCounts(1, 0))

    server.drop_rest()
    server.reply({"facts": [GHENT]}, when=EXTRACT)
    tell(daybook, "A lovely day.")
    daybook.close()

    assert living(daybook) == ["Ghent"]


async def test_two_processes_that_read_the_same_round_post_it_once(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    first, second = open_chat(), open_chat()
    await put_by(first, TOLD)
    both = threading.Barrier(2)

    def find(_: Body) -> dict[str, Any]:
        both.wait(OTHERS_HOLD)
        return {"facts": [GHENT]}

    for _ in range(2):
        server.reply(find, when=EXTRACT)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda daybook: daybook.remember(owner="eve"), (first, second)))

    (record,) = first.parts.store.ledgers.of("eve").records.values()
    assert (record.value, len(record.support), record.confidence) == ("Ghent", 1, 0.75)
    assert len(first.parts.store.ledgers.events("eve")) == 1


def test_what_is_forgotten_while_the_model_reads_it_is_not_learnt(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook, forgotten, under_way = open_chat(), threading.Event(), threading.Event()

    def find(_: Body) -> dict[str, Any]:
        under_way.set()
        forgotten.wait(OTHERS_HOLD)
        return {"facts": [GHENT]}

    server.reply(find, when=EXTRACT)
    tell(daybook, TOLD)
    assert under_way.wait(OTHERS_HOLD)
    receipt = daybook.forget(ByPhrase("Ghent"), owner="eve")
    forgotten.set()
    daybook.close()

    assert receipt.verified
    assert daybook.parts.store.ledgers.events("eve") == []
    assert left(daybook) == QueueCounts(0, 0)


async def test_a_round_that_the_model_cannot_read_is_given_up_and_costs_no_other(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook = open_chat()
    for text in ("My cat is Tom.", "Poison.", "My dog is Rex."):
        await daybook.parts.store.append("eve", "s", (Turn(Role.USER, text),), said_at=ASKED, for_model=True)
    for _ in range(GIVE_UP_AT - 1):  # all three in one call
        for _ in range(2):
            server.reply("no JSON", when="Poison.")
        await daybook.aremember(owner="eve")
    assert left(daybook) == QueueCounts(3, 0)

    for _ in range(2):
        server.reply("no JSON", when="Poison.")
    server.reply({"facts": [found("My cat is Tom", PET, "cat Tom")]}, when="My cat")
    server.reply({"facts": [found("My dog is Rex", PET, "dog Rex")]}, when="My dog")
    await daybook.aremember(owner="eve")
    await daybook.aremember(owner="eve")

    assert left(daybook) == QueueCounts(0, 1)
    server.assert_spent()

    server.reply({"facts": []}, when="Poison.")
    await daybook.aremember(owner="eve", by_model=True)
    assert left(daybook) == QueueCounts(0, 0)


@pytest.mark.parametrize("settings", [{"facts_by_model": False}, {"ledger": False}])
def test_it_can_be_turned_off(open_chat: OpenChat, server: ScriptedServer, settings: dict[str, bool]) -> None:
    daybook = open_chat(**settings)

    tell(daybook, TOLD)
    daybook.close()

    assert left(daybook) == QueueCounts(0, 0)
    assert not any(EXTRACT in str(body) for body in server.requests)


def test_imports_are_read_by_a_model_only_where_that_is_asked_for(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook = open_chat()
    daybook.add([said("s", 0, TOLD, "I see.")], owner="eve")
    assert server.requests == []
    server.reply({"facts": [GHENT]}, when=EXTRACT)
    seen: list[tuple[int, int]] = []

    daybook.remember(owner="eve", by_model=True, progress=lambda done, total: seen.append((done, total)))
    daybook.remember(owner="eve", by_model=True)

    assert living(daybook) == ["Ghent"]
    assert seen == [(1, 1)]


def test_the_model_is_shown_what_was_said_before_and_the_nearest_of_what_was_known_by_then(
    open_chat: OpenChat, server: ScriptedServer
) -> None:
    daybook = open_chat()
    asked = "Boxes are fun. Where do you live these days?"
    daybook.add(
        [
            said("old", 0, "I live in Leeds."),
            said("new", 5, "Hello.", asked, "I live in Leeds no more.", "I see."),
            said("later", 9, "I live in York."),
        ],
        owner="eve",
    )
    for words in ("I live in Leeds.", "no more", "I live in York."):
        server.reply({"facts": []}, when=words)

    daybook.remember(owner="eve", by_model=True)

    sent = {body["messages"][1]["content"] for body in server.requests}
    (old,) = (text for text in sent if '"I live in Leeds."' in text)
    (new,) = (text for text in sent if "no more" in text)
    assert '"before": "Where do you live these days?"' in new
    assert new.count('"before"') == 1
    assert "York" not in new
    assert "known: []" in old
