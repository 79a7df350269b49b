"""LiteLLM's proxy with mock replies: a server that others wrote, with errors in wordings of its own.

It stands in an environment of its own, since it wants other versions of what Daybook uses. Installing takes
an index and two minutes, so that only `pytest -m litellm` runs these tests; `.ci/run` does.
"""

import json
import os
import socket
import subprocess
import time
import venv
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.llm import Message, ModelRequest, ask
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from daybook_prompts import load_prompt
from daybook_prompts.replies import Period

pytestmark = pytest.mark.litellm

PACKAGE = "litellm[proxy]==1.106.2"
KEY = "sk-test"
GREETING = ModelRequest((Message("system", "Be brief."), Message("user", "Good morning!")))
PERIOD = {"first": "2025-05-01", "last": "2025-05-31", "about": "said"}
MODELS = {
    "prose": "Good morning to you.",
    "schema": json.dumps(PERIOD),
    "chatty": f"Of course! Here it is:\n```json\n{json.dumps(PERIOD)}\n```",
    "busy": "litellm.RateLimitError",
    "narrow": "litellm.ContextWindowExceededError",
    "broken": "litellm.InternalServerError",
}
"""What each model always says; the last three are words by which the proxy fails as it does for real ones."""
MakeModel = Callable[..., OpenAIChat]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the proxy in it."""
    folder = tmp_path_factory.mktemp("litellm")
    venv.create(folder, with_pip=True)
    found = folder / ("Scripts" if os.name == "nt" else "bin")
    # Below `uv run` its program is named in the environment, and takes seconds where pip takes minutes.
    python, uv = str(found / "python"), os.environ.get("UV")
    pip = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    done = subprocess.run([*pip, "-q", PACKAGE], capture_output=True, text=True, cwd=folder)
    if done.returncode:
        pytest.skip(f"{PACKAGE} cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    return found


@pytest.fixture(scope="module")
def proxy(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running proxy."""
    folder = tmp_path_factory.mktemp("proxy")
    config = folder / "config.yaml"
    config.write_text(json.dumps(_config()), encoding="utf-8")  # YAML holds JSON
    port = _free_port()
    # It would fetch its list of prices from a host that nothing here needs.
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with (folder / "log").open("w") as log:
        child = subprocess.Popen(
            [programs / "litellm", "--config", config, "--host", "127.0.0.1", "--port", str(port)],
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=folder,
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/health/liveliness", child, seconds=120)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            child.terminate()
            child.wait(timeout=30)


@pytest.fixture
async def make_model(proxy: str) -> AsyncIterator[MakeModel]:
    """Makes models on the proxy."""
    made: list[OpenAIServer] = []

    def make(name: str, *, key: str = KEY) -> OpenAIChat:
        made.append(OpenAIServer(url=proxy, key=SecretStr(key), concurrency=2))
        return OpenAIChat(made[-1], name, deadline=20.0, backoff=Backoff(retries=1, first=0.01))

    yield make
    for server in made:
        await server.aclose()


async def test_prose_comes_whole_and_in_pieces(make_model: MakeModel) -> None:
    pieces: list[str] = []

    whole = await make_model("prose").complete(GREETING)
    streamed = await make_model("prose").complete(GREETING, on_text=pieces.append)

    assert whole.text == streamed.text == "".join(pieces) == "Good morning to you."
    assert len(pieces) > 1
    assert whole.input_tokens > 0
    assert streamed.output_tokens > 0


@pytest.mark.parametrize("name", ["schema", "chatty"])
async def test_a_reply_of_a_shape_is_read(make_model: MakeModel, name: str) -> None:
    period = await ask(
        make_model(name),
        load_prompt("time_range"),
        Period,
        question="What did I do last May?",
        asked_at="2025-06-29 10:00 (Sunday)",
        rule_range=None,
    )

    assert period.model_dump(mode="json") == PERIOD


async def test_a_reply_without_the_shape_is_refused_after_a_second_try(make_model: MakeModel) -> None:
    with pytest.raises(ModelError, match="time_range"):
        await ask(
            make_model("prose"),
            load_prompt("time_range"),
            Period,
            question="What did I do last May?",
            asked_at="2025-06-29 10:00 (Sunday)",
            rule_range=None,
        )


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("busy", ModelUnavailable, "429"),
        ("broken", ModelUnavailable, "500"),
        ("narrow", ModelError, "context"),
    ],
)
async def test_a_failure_is_named(
    make_model: MakeModel, name: str, error: type[ModelError], reason: str
) -> None:
    with pytest.raises(error, match=f"(?i){reason}"):
        await make_model(name).complete(GREETING)


async def test_a_model_that_it_does_not_have_is_the_users_mistake(make_model: MakeModel) -> None:
    with pytest.raises(BadSettings, match="DAYBOOK_CHAT_MODEL"):
        await make_model("nobody").complete(GREETING)


async def test_a_wrong_key_is_an_error_and_stands_in_no_message(make_model: MakeModel) -> None:
    with pytest.raises((BadSettings, ModelError)) as caught:
        await make_model("prose", key="sk-wrong-4711").complete(GREETING)

    assert "4711" not in str(caught.value)


def _config() -> dict[str, object]:
    models = [
        {
            "model_name": name,
            "litellm_params": {"model": "openai/mock", "api_key": "none", "mock_response": said},
        }
        for name, said in MODELS.items()
    ]
    return {
        "model_list": models,
        "general_settings": {"master_key": KEY},
        "litellm_settings": {"num_retries": 0, "telemetry": False},
        "router_settings": {"num_retries": 0, "disable_cooldowns": True},
    }


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(url: str, child: subprocess.Popen[bytes], seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and child.poll() is None:
        try:
            with urlopen(url, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.3)
    raise RuntimeError(f"the proxy did not begin in {seconds:g} s")
