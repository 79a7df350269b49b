from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from daybook.interfaces import langgraph_server

ROOT = Path(__file__).parents[2]
GRAPHS = json.loads((ROOT / "langgraph.json").read_text())["graphs"]
STARTING = 60.0
"""Seconds that the server may take to start."""


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path))
    langgraph_server._opened.cache_clear()
    yield
    langgraph_server._opened().store.close()
    langgraph_server._opened.cache_clear()


@pytest.mark.parametrize("name", ["recall", "chat"])
@pytest.mark.usefixtures("memory")
async def test_the_graphs_that_a_server_is_told_of_are_made_from_the_environment(name: str) -> None:
    module, _, function = GRAPHS[name].partition(":")

    graph = await getattr(import_module(module), function)()

    assert graph.get_name() == name


@pytest.mark.usefixtures("memory")
async def test_first_runs_that_come_side_by_side_share_one_memory() -> None:
    chat, *recalls = await asyncio.gather(
        langgraph_server.chat_graph(), *(langgraph_server.recall_graph() for _ in range(4))
    )

    await chat.ainvoke({"question": "My bicycle is called Rocket."})
    answers = await asyncio.gather(
        *(graph.ainvoke({"question": "What is my bicycle called?"}) for graph in recalls)
    )

    assert all("Rocket" in answer["answer"] for answer in answers)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a real server over an empty memory."""
    command = shutil.which("langgraph")
    if command is None:
        pytest.skip("langgraph-cli[inmem] is not installed: it weighs as much as Daybook does")
    if os.environ.get("CI"):
        pytest.skip("a server on a port is not for CI")
    shutil.copy(ROOT / "langgraph.json", tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = os.environ | {"DAYBOOK_DATA_DIR": str(tmp_path / "data"), "LANGSMITH_TRACING": "false"}
    arguments = ["dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [command, *arguments], cwd=tmp_path, env=env, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/ok", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(address, timeout=2):
                return
        except (URLError, TimeoutError):
            time.sleep(0.3)
    pytest.fail(f"the server did not start ({process.poll()})")


def post(address: str, body: dict[str, Any]) -> Any:
    request = Request(
        address, data=json.dumps(body).encode(), headers={"Content-Type": "application/json"}, method="POST"
    )
    with urlopen(request, timeout=120) as reply:
        return json.load(reply)


def test_a_real_server_answers_from_the_memory_of_whoever_is_named(server: str) -> None:
    def run(graph: str, text: str, configured: str | None = None, **more: Any) -> Any:
        config = {"configurable": {"owner": configured}} if configured else {}
        body = {"assistant_id": graph, "input": {"question": text, **more}, "config": config}
        return post(f"{server}/runs/wait", body)

    for configured, name in ((None, "Pixel"), ("bob", "Juno")):
        assert run("chat", f"I adopted a cat and named her {name}.", configured)["round_id"]
    for _ in range(2):
        assert "Pixel" in run("recall", "What is my cat called?")["answer"]
        assert "Juno" in run("recall", "What is my cat called?", "bob")["answer"]
    assert "Juno" in run("recall", "What is my cat called?", owner="bob")["answer"]
    assert "Pixel" in run("chat", "What is my cat called?")["messages"][-1]["content"]
    assert run("recall", "What is my cat called?", "bob", owner="me")["__error__"]["error"] == "BadInput"


def test_a_real_server_keeps_a_thread_and_forgets_when_told(server: str) -> None:
    thread = post(f"{server}/threads", {})["thread_id"]

    def say(text: str, **more: Any) -> Any:
        given = {"messages": [{"role": "user", "content": text}], **more}
        return post(f"{server}/threads/{thread}/runs/wait", {"assistant_id": "chat", "input": given})

    assert say("I live in Lisbon.")["round_id"]
    proposed = say("Forget that I live in Lisbon.")["proposal"]
    assert proposed
    assert say("Yes.", proposal=proposed)["proposal"] is None
    assert "Lisbon" not in say("Where do I live?")["messages"][-1]["content"]
