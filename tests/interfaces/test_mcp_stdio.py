"""`daybook mcp` in processes of its own, with the SDK's client or plain lines at the other end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from daybook.library.daybook import Daybook
from tests.interfaces.mcp_client import CHILD, call, environment, failure, over_stdio, resource
from tests.interfaces.terminal import Chats

CAT = "I adopted a cat named Miso on Sunday."
SERVERS, ROUNDS = 4, 6


class Lines:
    """A server that is written to line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, number: int, **params: object) -> Any:
        self.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        return self.read()

    def greet(self, version: str = "2025-06-18") -> Any:
        client = {"name": "lines", "version": "1"}
        reply = self.ask("initialize", 0, protocolVersion=version, capabilities={}, clientInfo=client)
        self.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        return reply


@contextmanager
def lines(data_dir: Path, **given: str) -> Iterator[Lines]:
    pipe = subprocess.PIPE
    arguments = [sys.executable, str(CHILD), "--data-dir", str(data_dir)]
    with subprocess.Popen(
        arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment(given)
    ) as process:
        try:
            yield Lines(process)
        finally:
            process.kill()


@pytest.mark.parametrize("mode", ["auto", "legacy", *MODERN_PROTOCOL_VERSIONS])
async def test_what_is_remembered_is_recalled_whatever_way_the_client_negotiates(
    tmp_path: Path, mode: str
) -> None:
    async with over_stdio(tmp_path / "data", mode=mode) as client:
        kept = await call(client, "remember", user_said=CAT)
        assert "Miso" in (await call(client, "recall", question="What is my cat named?"))["answer"]
        assert (await call(client, "search", query="cat"))["results"][0]["id"] == kept["round_id"]
        assert "Miso" in await resource(client, "daybook://profile")
        assert await failure(client, "recall") == "recall: question: Field required"


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_every_older_version_is_spoken_as_it_was(tmp_path: Path, version: str) -> None:
    with lines(tmp_path / "data") as server:
        greeting = server.greet(version)["result"]
        tools = server.ask("tools/list", 1)["result"]["tools"]
        kept = server.ask("tools/call", 2, name="remember", arguments={"user_said": CAT})["result"]
        asked = {"question": "What is my cat named?"}
        recalled = server.ask("tools/call", 3, name="recall", arguments=asked)["result"]

    assert greeting["protocolVersion"] == version
    assert greeting["instructions"]
    assert len(tools) == 7
    assert json.loads(kept["content"][0]["text"])["stored"]
    assert "Miso" in recalled["content"][0]["text"]


@pytest.mark.parametrize("when", ["at start", "while serving"])
def test_nothing_but_the_protocol_is_on_standard_output(tmp_path: Path, when: str) -> None:
    with lines(tmp_path / "data", NOISE=when) as server:
        server.greet()
        reply = server.ask("tools/call", 1, name="remember", arguments={"user_said": CAT})
        out, err = server.process.communicate()

    assert reply["id"] == 1
    assert not reply["result"]["isError"]
    assert out == ""
    assert "downloading weights" in err
    assert ("a warning of a library" in err) is (when == "while serving")


def test_the_end_of_the_input_ends_it_cleanly(tmp_path: Path) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        out, err = server.process.communicate(timeout=20)

    assert (server.process.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_it_cleanly_although_its_input_stays_open(tmp_path: Path) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        server.process.send_signal(signal.SIGINT)
        code = server.process.wait(timeout=20)
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""

    assert code == 0


def test_no_input_at_all_is_no_failure(tmp_path: Path) -> None:
    with lines(tmp_path / "data") as server:
        out, err = server.process.communicate("", timeout=20)

    assert (server.process.returncode, out, err) == (0, "", "")


def test_lines_that_are_no_messages_do_not_end_it(tmp_path: Path) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        for junk in ("nonsense", "[]", "{}", "", "\x00\x1b", '{"jsonrpc": "2.0"}', "[" * 100_000):
            server.write(f"{junk}\n")
        while (reply := server.ask("tools/list", 7)).get("id") != 7:
            assert "error" in reply

    assert reply["result"]["tools"]


def test_half_of_a_surrogate_pair_is_answered_and_kept_as_a_sign_that_can_be_shown(tmp_path: Path) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        kept = server.ask("tools/call", 1, name="remember", arguments={"user_said": "I like \ud83d."})
        found = server.ask("tools/call", 2, name="search", arguments={"query": "like"})

    assert kept["result"]["structuredContent"]["stored"]
    assert found["result"]["structuredContent"]["results"][0]["title"].endswith("I like \ufffd.")


def test_a_data_directory_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")

    with lines(tmp_path / "data") as server:
        out, err = server.process.communicate("", timeout=20)

    assert server.process.returncode in (1, 2)
    assert out == ""
    assert err.startswith("daybook: ")
    assert err.count("\n") == 1


async def test_servers_side_by_side_lose_nothing_and_recall_what_the_others_remembered(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(over_stdio(tmp_path / "data")) for _ in range(SERVERS)]

        async def work(place: int) -> None:
            for number in range(ROUNDS):
                words = f"Locker {place * 10 + number} holds a kite of client {place}."
                assert (await call(clients[place], "remember", user_said=words))["stored"]
                await call(clients[place], "search", query="kite")

        await asyncio.gather(*(work(place) for place in range(SERVERS)))

        for place, client in enumerate(clients):
            other = (place + 1) % SERVERS
            said = f"Locker {other * 10 + 2} holds a kite of client {other}."
            answer = await call(client, "recall", question=f"What does locker {other * 10 + 2} hold?")
            assert said in [one["quote"] for one in answer["evidence"]]

    with Daybook.open(tmp_path / "data") as daybook:
        (session,) = daybook.sessions(owner="me")
        rounds = daybook.rounds(owner="me", session_id=session.session_id)
        assert len({one.user.content for one in rounds if one.user}) == SERVERS * ROUNDS
        assert all(finding.ok for finding in daybook.check())


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
async def test_an_open_chat_and_a_server_recall_what_the_other_was_told(tmp_path: Path) -> None:
    chats = Chats()
    try:
        given = {"DAYBOOK_DATA_DIR": str(tmp_path / "data"), "DAYBOOK_FACTS_BY_MODEL": "false"}
        with chats.open(columns=100, environment=given, folder=tmp_path) as chat:
            chat.reply()
            async with over_stdio(tmp_path / "data") as client:
                chat.say("I parked the car on level four.")
                await call(client, "remember", user_said=CAT)

                recalled = await call(client, "recall", question="Where did I park the car?")
                assert "level four" in recalled["answer"]
                assert "Miso" in chat.say("What is my cat named?")
            assert chat.leave() == 0
    finally:
        chats.close()


async def test_each_server_has_the_owner_that_it_was_started_for(tmp_path: Path) -> None:
    async with (
        over_stdio(tmp_path / "data", "--owner", "ada") as ada,
        over_stdio(tmp_path / "data", "--owner", "bob") as bob,
    ):
        await call(ada, "remember", user_said=CAT)

        assert (await call(bob, "search", query="Miso"))["results"] == []
        assert (await call(ada, "search", query="Miso"))["results"]
