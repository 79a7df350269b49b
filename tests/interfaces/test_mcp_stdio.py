"""`daybook mcp` in processes of its own, with the SDK's client or plain lines at the other end."""

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
from mcp.types.version import OLDEST_SUPPORTED_VERSION

from daybook.library.daybook import Daybook
from tests.interfaces.mcp_client import CHILD, call, environment, over_stdio
from tests.interfaces.terminal import Chats

pytestmark = pytest.mark.slow

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

    def call(self, name: str, number: int = 1, **arguments: object) -> Any:
        """Call a tool."""
        return self.ask("tools/call", number, name=name, arguments=arguments)["result"]

    def ended(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it said on standard error."""
        assert self.process.stderr is not None
        return self.process.wait(timeout=60), self.process.stderr.read()

    def greet(self, version: str = "2025-06-18") -> Any:
        client = {"name": "lines", "version": "1"}
        reply = self.ask("initialize", 0, protocolVersion=version, capabilities={}, clientInfo=client)
        self.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        return reply


@contextmanager
def lines(data_dir: Path, *arguments: str, **given: str) -> Iterator[Lines]:
    pipe = subprocess.PIPE
    command = [sys.executable, str(CHILD), "--data-dir", str(data_dir), *arguments]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment(given)
    ) as process:
        try:
            yield Lines(process)
        finally:
            process.kill()


def test_the_oldest_version_that_the_sdk_speaks_is_spoken_for_the_owner_of_the_command(
    tmp_path: Path,
) -> None:
    with lines(tmp_path / "data", "--owner", "ada") as server:
        greeting = server.greet(OLDEST_SUPPORTED_VERSION)["result"]
        tools = server.ask("tools/list", 1)["result"]["tools"]
        kept = server.call("remember", 2, user_said=CAT)
        recalled = server.call("recall", 3, question="What is my cat named?")

    assert greeting["protocolVersion"] == OLDEST_SUPPORTED_VERSION
    assert greeting["instructions"]
    assert len(tools) == 7
    assert json.loads(kept["content"][0]["text"])["stored"]
    assert "Miso" in recalled["content"][0]["text"]
    with Daybook.open(tmp_path / "data") as daybook:
        assert daybook.owners() == ["ada"]


def test_nothing_but_the_protocol_is_on_standard_output(tmp_path: Path) -> None:
    with lines(tmp_path / "data", NOISE="1") as server:
        server.greet()
        assert not server.call("remember", user_said=CAT)["isError"]
        out, err = server.process.communicate()

    assert out == ""
    assert err.count("downloading weights") >= 2
    assert err.count("a warning of a library") >= 2


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("on_their_way", [0, 500])
def test_ctrl_c_ends_it_cleanly_although_its_input_stays_open(tmp_path: Path, on_their_way: int) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        server.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n' * on_their_way)
        server.process.send_signal(signal.SIGINT)

        assert server.ended() == (0, "")


def test_half_of_a_surrogate_pair_is_answered_and_the_end_of_the_input_ends_it_cleanly(
    tmp_path: Path,
) -> None:
    with lines(tmp_path / "data") as server:
        server.greet()
        kept = server.call("remember", user_said="I like \ud83d.")
        found = server.call("search", 2, query="like")
        out, err = server.process.communicate(timeout=30)

    assert (server.process.returncode, out, err) == (0, "", "")
    assert kept["structuredContent"]["stored"]
    assert found["structuredContent"]["results"][0]["title"].endswith("I like \ufffd.")


def test_a_data_directory_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")

    with lines(tmp_path / "data") as server:
        out, err = server.process.communicate("", timeout=60)

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
            assert said in [cited["quote"] for cited in answer["evidence"]]

    with Daybook.open(tmp_path / "data") as daybook:
        (session,) = daybook.sessions(owner="me")
        rounds = daybook.rounds(owner="me", session_id=session.session_id)
        assert len({round_.user.content for round_ in rounds if round_.user}) == SERVERS * ROUNDS
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
