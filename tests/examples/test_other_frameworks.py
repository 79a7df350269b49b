"""The examples for frameworks that Daybook does not install, with a model that is a script, over HTTP.

They stand in an environment of their own, which takes an index: `pytest -m distribution` runs them.
"""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.scripted_server import ScriptedServer, scripted_server

pytestmark = pytest.mark.distribution

ROOT = Path(__file__).parents[2]
BESIDE = {
    "pydantic_ai_with_memory": ["pydantic-ai-slim[openai]==2.68.0"],
    "openai_agents_with_memory": ["openai-agents==0.24.0"],
}
"""Packages installed beside Daybook."""
APART = {
    "llama_index_with_memory": [
        "llama-index-core==0.14.25",
        "llama-index-llms-openai-like==0.8.1",
        "llama-index-tools-mcp==0.6.0",
    ]
}
"""Packages installed apart from it, which ask it over MCP."""


@pytest.fixture(scope="module")
def pythons(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Gives the Python of an environment with a framework in it."""

    @cache
    def beside() -> str:
        wanted = [str(ROOT), *chain(*BESIDE.values())]
        return environment(tmp_path_factory.mktemp("beside"), wanted)

    def python(name: str) -> str:
        return beside() if name in BESIDE else environment(tmp_path_factory.mktemp("apart"), APART[name])

    return python


def environment(folder: Path, *installed: list[str]) -> str:
    venv.create(folder, with_pip=True)
    found, uv = str(folder / "bin" / "python"), os.environ.get("UV")
    pip = [uv, "pip", "install", "--python", found] if uv else [found, "-m", "pip", "install"]
    for wanted in installed:
        done = subprocess.run([*pip, "-q", *wanted], capture_output=True, text=True, cwd=folder)
        if done.returncode:
            pytest.skip(f"the frameworks cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    return found


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        yield script


QUESTION = "Who has my spare key?"


def completion(**message: object) -> Mapping[str, object]:
    """A whole completion, as the stricter clients want it."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize("name", sorted(BESIDE | APART))
def test_an_agent_of_another_framework_asks_memory(
    pythons: Callable[[str], str], server: ScriptedServer, name: str, tmp_path: Path
) -> None:
    call = {"name": "recall", "arguments": json.dumps({"question": QUESTION})}
    calls = [{"id": "1", "type": "function", "function": call}]
    server.fail_with(200, completion(content=None, tool_calls=calls))
    server.fail_with(200, completion(content="Mrs Adeyemi has it."))
    python, commands = pythons(name), Path(sys.executable).parent
    env = {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "HOME": os.environ["HOME"],
        "OPENAI_API_KEY": "sk-none",
    }

    done = subprocess.run(
        [python, ROOT / "examples" / f"{name}.py"],
        env={**env, "OPENAI_BASE_URL": server.url},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "Mrs Adeyemi has it."
    told = server.requests[-1]["messages"][-1]
    assert told["role"] == "tool"
    assert "“I left the spare key with Mrs Adeyemi.”" in told["content"]
    server.assert_spent()
