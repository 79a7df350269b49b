"""`langgraph dev`, really run: recall, chat and an agent with a memory on one server, asked over HTTP.

It stands in an environment of its own, since it holds gRPC and protobuf at older releases. Installing takes
an index and a minute, so that only `pytest -m langgraph_server` runs these tests; `.ci/run` does.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient
from langgraph_sdk.schema import Config

pytestmark = pytest.mark.langgraph_server

ROOT = Path(__file__).parents[2]
PACKAGES = ["langgraph-cli[inmem]==0.4.40", f"{ROOT}[langchain]"]
STARTING = 120.0
"""Seconds that the server may take to start."""
CAT = "What is my cat called?"


@dataclass(frozen=True)
class Server:
    """A running server."""

    client: SyncLangGraphClient
    log: Path

    def run(
        self,
        graph: str,
        text: str,
        *,
        configured: str | None = None,
        thread: str | None = None,
        context: Any = None,
        **more: Any,
    ) -> Any:
        """Say something to a graph, and wait for what it ends with."""
        said = {"messages": [{"role": "user", "content": text}]} if graph == "agent" else {"question": text}
        return self.client.runs.wait(
            thread,
            graph,
            input={**said, **more},
            config=Config(configurable={"owner": configured}) if configured else None,
            context=context,
            raise_error=False,
        )

    def reply(self, graph: str, text: str, **given: Any) -> str:
        """Give the last thing that is said."""
        return str(self.run(graph, text, **given)["messages"][-1]["content"])

    def thread(self) -> str:
        """Begin a thread."""
        return str(self.client.threads.create()["thread_id"])


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the server and Daybook in it."""
    folder = tmp_path_factory.mktemp("langgraph")
    venv.create(folder, with_pip=True)
    found = folder / ("Scripts" if os.name == "nt" else "bin")
    # Below `uv run` its program is named in the environment, and takes seconds where pip takes minutes.
    python, uv = str(found / "python"), os.environ.get("UV")
    pip = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    done = subprocess.run([*pip, "-q", *PACKAGES], capture_output=True, text=True, cwd=folder)
    if done.returncode:
        pytest.skip(f"it cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    return found


@pytest.fixture(scope="module")
def server(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the examples, over an empty memory."""
    folder = tmp_path_factory.mktemp("server")
    for file in ("langgraph.json", "agent_on_a_server.py", "offline_model.py"):
        shutil.copy(ROOT / "examples" / file, folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {
        "DAYBOOK_DATA_DIR": str(folder / "data"),
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    }
    env = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "NO_COLOR": "1", **own}
    arguments = ["dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("w") as log:
        child = subprocess.Popen(
            [programs / "langgraph", *arguments], cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/ok", child, folder / "log")
        with get_sync_client(url=f"http://127.0.0.1:{port}") as client:
            yield Server(client, folder / "log")
    finally:
        child.terminate()
        child.wait(30)


def _wait_for(address: str, child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline and child.poll() is None:
        try:
            with urlopen(address, timeout=2):
                return
        except (URLError, TimeoutError, ConnectionError):
            time.sleep(0.3)
    pytest.fail(f"the server did not start ({child.poll()}): {log.read_text()[-2_000:]}")


def test_the_example_has_the_graphs_of_the_repository_and_one_more() -> None:
    graphs = [
        json.loads((ROOT / place / "langgraph.json").read_text())["graphs"] for place in ("", "examples")
    ]

    assert graphs[1] == {**graphs[0], "agent": "./agent_on_a_server.py:agent"}


def test_recall_and_chat_answer_from_the_memory_of_whoever_is_named(server: Server) -> None:
    for owner, name in ((None, "Pixel"), ("bob", "Juno")):
        assert server.run("chat", f"I adopted a cat and named her {name}.", configured=owner)["round_id"]

    for _ in range(2):
        assert "Pixel" in server.run("recall", CAT)["answer"]
        assert "Juno" in server.run("recall", CAT, configured="bob")["answer"]
    assert "Pixel" in server.reply("chat", CAT)
    refused = server.run("recall", CAT, configured="bob", owner="me")
    assert refused["__error__"]["error"] == "BadInput"


def test_a_thread_is_a_dialogue_and_every_turn_begins_from_its_input(server: Server) -> None:
    thread, said = server.thread(), []
    for text, expected in (
        ("I have a cat called Miso.", "Kept."),
        ("I feed my cat tuna.", "Kept."),
        ("What is my cat called?", "Miso"),
        ("And what do I feed her?", "tuna"),
        ("Sorry, my cat is called Mochi, not Miso.", "Kept."),
        ("What's my cat's name?", "“Sorry, my cat is called Mochi, not Miso.”"),
    ):
        messages: Any = [{"role": "user", "content": text}]
        state: Any = server.client.runs.wait(
            thread, "chat", input={"messages": messages}, config=Config(configurable={"owner": "zoe"})
        )
        assert expected in state["messages"][-1]["content"]
        said += [text, state["messages"][-1]["content"]]
    saved: Any = server.client.threads.get_state(thread)
    assert [message["content"] for message in saved["values"]["messages"]] == said


def test_a_thread_of_chat_forgets_when_told(server: Server) -> None:
    thread = server.thread()

    assert server.run("chat", "I live in Lisbon.", configured="eve", thread=thread)["round_id"]
    proposed = server.run("chat", "Forget that I live in Lisbon.", configured="eve", thread=thread)[
        "proposal"
    ]
    assert proposed
    done = server.run("chat", "Yes.", configured="eve", thread=thread, proposal=proposed)
    assert done["proposal"] is None
    assert "Lisbon" not in server.reply("chat", "Where do I live?", configured="eve", thread=thread)


def test_an_agent_remembers_from_thread_to_thread_and_owners_do_not_meet(server: Server) -> None:
    for owner, name in (("ada", "Pixel"), ("bob", "Juno")):
        said = f"I adopted a cat and named her {name}."
        assert server.reply("agent", said, configured=owner, thread=server.thread()) == "Noted."

    for owner, own, other in (("ada", "Pixel", "Juno"), ("bob", "Juno", "Pixel")):
        thread = server.thread()
        told = server.reply("agent", CAT, configured=owner, thread=thread)
        assert own in told
        assert other not in told
        state: Any = server.client.threads.get_state(thread)
        assert [message["content"] for message in state["values"]["messages"]] == [CAT, told]
        assert own in server.run("recall", CAT, configured=owner)["answer"]
    assert "Juno" in server.reply("agent", CAT, context={"owner": "bob"})


def test_an_agent_answers_from_what_it_is_given_and_its_steps_stream(server: Server) -> None:
    server.reply("agent", "The gate code is 4471.", configured="ada", thread=server.thread())

    asked: Any = {"messages": [{"role": "user", "content": "What is the gate code?"}]}
    events = server.client.runs.stream(
        None, "agent", input=asked, config=Config(configurable={"owner": "ada"}), stream_mode="updates"
    )
    steps = [event.data for event in events if event.event == "updates"]

    assert [step for part in steps for step in part] == [
        "DaybookMiddleware.before_agent",
        "model",
        "DaybookMiddleware.after_agent",
    ]
    assert "4471" in steps[-2]["model"]["messages"][-1]["content"]


def test_nothing_blocked_the_event_loop(server: Server) -> None:
    assert "BlockingError" not in server.log.read_text()
