"""`daybook import --facts-by-model`: what it takes is shown first, and nothing is sent before."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from daybook.interfaces.cli.program import run
from daybook.library.daybook import Daybook
from tests.interfaces.daybook_command import Command, Typed
from tests.scripted_server import ScriptedServer, scripted_server

PARROT = {
    "round": 1,
    "quote": "My sister adopted a parrot named Coco",
    "slot": "family.relative",
    "value": "parrot Coco",
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A server, with the settings that name it."""
    with scripted_server() as script:
        monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
        monkeypatch.setenv("DAYBOOK_MODEL_RETRIES", "0")
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        yield script


@pytest.fixture
def ask(daybook: Command, history: Path) -> Command:
    """Imports the history with a model to read it."""
    return partial(daybook, "import", str(history), "--facts-by-model")


@pytest.mark.parametrize("answer", ["y\n", "n\n"])
def test_what_it_takes_is_shown_first_and_without_a_yes_nothing_is_sent(
    daybook: Command,
    history: Path,
    server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
) -> None:
    if agrees := answer == "y\n":
        server.reply({"facts": []}, when="parked")
        server.reply({"facts": [PARROT]}, when="parrot")
    monkeypatch.setattr(sys, "stdin", Typed(answer))

    assert run(["import", str(history), "--facts-by-model"]) == 0

    assert "model small can read 2 rounds for further facts: about 2 calls" in capsys.readouterr().err
    values = [record["value"] for record in daybook("ledger", "--json").json["records"]]
    assert ("parrot Coco" in values) is agrees


def test_as_json_it_gives_the_estimate_and_asks_nothing(ask: Command, server: ScriptedServer) -> None:
    found = ask("--json", stdin="y\n").json["facts_by_model"]

    estimate = found["estimate"]
    assert (estimate["model"], estimate["rounds"], estimate["calls"]) == ("small", 2, 2)
    assert (found["agreed"], found["rounds"]) == (False, 0)
    assert server.requests == []


def test_with_yes_it_goes_on_and_a_second_time_there_is_nothing_left(
    ask: Command, server: ScriptedServer
) -> None:
    for _ in range(2):
        server.reply({"facts": []})

    first, again = (ask("--yes", "--json").json["facts_by_model"] for _ in range(2))

    assert (first["agreed"], first["rounds"], first["left"]) == (True, 2, 0)
    assert (again["estimate"]["calls"], again["rounds"]) == (0, 0)


def test_what_the_model_failed_on_is_said_and_done_by_importing_again(
    ask: Command, server: ScriptedServer
) -> None:
    server.fail(500, "it is down")
    server.reply({"facts": []})

    first = ask("--yes")
    server.reply({"facts": []})
    again = ask("--yes", "--json").json["facts_by_model"]

    assert first.code == 0
    assert "1 rounds are left" in first.out
    assert (again["rounds"], again["left"]) == (1, 0)


def test_an_interruption_keeps_what_was_done_and_says_what_waits(
    ask: Command, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(memory: Daybook, *, owner: str, **_: object) -> None:
        memory.parts.store.model_queue.want_all(owner)
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(Daybook, "remember", stopped)
        done = ask("--yes")
    assert done.code == 130
    assert "2 rounds of 'me' wait: import again for the rest" in done.err

    for _ in range(2):
        server.reply({"facts": []})
    again = ask("--yes", "--json").json["facts_by_model"]
    assert (again["rounds"], again["left"]) == (2, 0)


def test_without_a_model_it_is_neither_offered_nor_done(
    daybook: Command, ask: Command, history: Path
) -> None:
    plain, wanted = daybook("import", str(history), "--json"), ask("--yes")

    assert "facts_by_model" not in plain.json
    assert wanted.code == 2
    assert "DAYBOOK_CHAT_MODEL" in wanted.err
