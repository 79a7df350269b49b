"""The steps of Dockerfile and compose.yaml, without Docker: what they name is there, the server healthy."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.postgres_server import postgres_server

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
PORT = 8750


def commands(instruction: str) -> list[list[str]]:
    """The commands of that instruction that are lists of words."""
    return [ast.literal_eval(found) for found in re.findall(rf"{instruction} (\[.*\])", DOCKERFILE)]


def test_what_is_copied_is_there_and_is_not_kept_from_the_build() -> None:
    lines = re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE)
    copied = [name for line in lines for name in line.split()]
    let_in = (ROOT / ".dockerignore").read_text("utf-8").splitlines()

    assert {"pyproject.toml", "uv.lock", "agent", "prompts", "eval"} <= {*copied}
    assert all((ROOT / name).exists() for name in copied)
    assert all(f"!{name}" in let_in for name in copied)


def test_the_extras_and_groups_that_are_installed_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    assert {*re.findall(r"--extra (\w+)", DOCKERFILE)} <= project["project"]["optional-dependencies"].keys()
    assert {*re.findall(r"--group (\w+)", DOCKERFILE)} <= project["dependency-groups"].keys()


def test_nothing_runs_as_root_and_no_password_is_written_down() -> None:
    assert re.findall(r"^USER (\w+)$", DOCKERFILE, re.MULTILINE) == ["daybook"]
    assert DOCKERFILE.index("USER daybook") < DOCKERFILE.index("CMD [")
    assert all(value.startswith("${") for value in re.findall(r"PASSWORD: (\S+)", COMPOSE))


@pytest.mark.slow
def test_a_token_is_made_and_then_the_server_is_healthy_on_postgresql(tmp_path: Path) -> None:
    (healthy, serve) = commands("CMD")
    programs = Path(sys.executable).parent
    with postgres_server() as url:
        own = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "DAYBOOK_EMBEDDER": "minilm"}
        env = {**own, "DAYBOOK_DATABASE_URL": url, "DAYBOOK_DATA_DIR": str(tmp_path)}
        daybook = [str(programs / serve[0])]
        refused = subprocess.run([*daybook, *serve[1:]], env=env, capture_output=True, text=True)
        assert "daybook token new" in refused.stderr
        made = subprocess.run([*daybook, "token", "new", "--owner", "ada"], env=env, capture_output=True)
        assert made.returncode == 0

        server = subprocess.Popen(
            [*daybook, *serve[1:], "--port", "0"], env=env, stderr=subprocess.PIPE, text=True
        )
        try:
            assert server.stderr is not None
            address = re.search(r":(\d+)/", server.stderr.readline())
            assert address is not None
            asked = [part.replace(str(PORT), address[1]) for part in healthy]
            asked[0] = sys.executable
            subprocess.run(asked, check=True, timeout=30)
        finally:
            server.terminate()
            server.wait(30)
            if server.stderr is not None:
                server.stderr.close()
