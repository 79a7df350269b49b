"""The examples, run as a reader runs them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
SUPPORTING = {"offline_model", "agent_on_a_server"}
"""Imported by others, and run by the tests of the server."""
OTHER_FRAMEWORKS = {"llama_index_with_memory", "openai_agents_with_memory", "pydantic_ai_with_memory"}
"""Run in an environment of their own, by `test_other_frameworks.py`."""
PROVIDERS = {"agent_memory_benchmark_provider"}
"""Run against the interface of a harness, by `test_benchmark_provider.py`."""
SAID = {
    "agent_with_memory": ["level 3 of the Harbour garage", "friday: “I left the car"],
    "create_agent_with_memory": [
        "[tuesday] agent: I know: I am allergic to peanuts.",
        "kept: [('monday', 1), ('tuesday', 1)]",
    ],
    "langmem_on_daybook": [
        "ada: What must not be in her cake? Hazelnuts make Ada ill.",
        "bob: Where does he sit? Bob takes the aisle seat on trains.",
        "forgotten of ada: 3 items, verified: True",
        "left of bob: 1 item",
    ],
    "supervisor_two_owners": [
        "ada: Where is the spare key? -> I know: I keep the spare key under the blue flowerpot.\nbob: ",
        "at my neighbour Ivo's.\neve: Where is the spare key? -> Nothing that I remember comes near",
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where one example is run after the other, as readers do."""
    return tmp_path_factory.mktemp("examples")


@pytest.mark.parametrize("name", sorted(SAID))
def test_an_example_runs_offline_and_prints_what_it_promises(name: str, folder: Path) -> None:
    own = {key: value for key, value in os.environ.items() if not key.startswith(("DAYBOOK_", "OPENAI_"))}

    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", EXAMPLES / f"{name}.py"],
        capture_output=True,
        text=True,
        cwd=folder,
        env=own,
        timeout=120,
    )

    assert done.stderr == ""
    assert done.returncode == 0
    for line in SAID[name]:
        assert line in done.stdout


def test_every_example_is_run() -> None:
    assert {
        path.stem for path in EXAMPLES.glob("*.py")
    } == SAID.keys() | SUPPORTING | OTHER_FRAMEWORKS | PROVIDERS


def test_the_example_of_an_agent_is_as_short_as_it_says() -> None:
    text = (EXAMPLES / "agent_with_memory.py").read_text(encoding="utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.startswith('"""')]

    assert len(code) <= 10
