"""Built and installed: two wheels, their sources, the commands in empty environments.

These tests build, and install by pip, which takes a minute and an index, so that only
`pytest -m distribution` runs them; `.ci/run` does.
"""

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

from daybook.models.embedding.minilm import TEXTS, TOKENIZER, read_model_file

pytestmark = pytest.mark.distribution

ROOT = Path(__file__).parents[1]
SOURCE_ROOTS = {
    "daybook_memory": {"daybook": "agent/daybook", "daybook_prompts": "prompts/daybook_prompts"},
    "daybook_memory_eval": {"daybook_eval": "eval/daybook_eval"},
}
"""By the names of the wheels: the packages in each, and where they lie."""


@dataclass(frozen=True)
class Built:
    """The files that `uv build` makes of a distribution."""

    name: str
    sdist: Path
    wheel: Path
    """Built from the source distribution."""
    wheel_of_tree: Path
    """Built from the checkout."""


@dataclass(frozen=True)
class Installed:
    """An environment that holds a wheel and what is installed with it, used from a user's own folder."""

    programs: Path
    folder: Path
    """Holds an `agent.py`, an `eval.py` and a package `prompts`, none of which may be imported."""
    home: Path

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in the folder, with nothing of this machine's own settings."""
        env = {"PATH": str(self.programs), "HOME": str(self.home), "PYTHONNOUSERSITE": "1", "LANG": "C.UTF-8"}
        given = [str(self.programs / program), *arguments]
        return subprocess.run(given, cwd=self.folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    folder = tmp_path_factory.mktemp("built")
    for name, options in {"tree": ["--wheel"], "both": []}.items():
        uv("build", "-q", "--all-packages", *options, "-o", str(folder / name))
    return {
        name: Built(
            name,
            next((folder / "both").glob(f"{name}-[0-9]*.tar.gz")),
            next((folder / "both").glob(f"{name}-[0-9]*.whl")),
            next((folder / "tree").glob(f"{name}-[0-9]*.whl")),
        )
        for name in SOURCE_ROOTS
    }


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with files of a user's own, and a home."""
    folder, home = tmp_path_factory.mktemp("users"), tmp_path_factory.mktemp("home")
    (folder / "prompts").mkdir()
    for name in ("agent.py", "eval.py", "prompts/__init__.py"):
        (folder / name).write_text("raise RuntimeError('this is a file of the user')", encoding="utf-8")
    (folder / "notes.txt").write_text("Train tickets are refunded within 30 days.", encoding="utf-8")
    (folder / "notes.html").write_text("<html><p>Bicycles may be leased for a year.</p></html>", "utf-8")
    return folder, home


@pytest.fixture(scope="module")
def installed(
    built: dict[str, Built], users: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The wheel by plain pip, with nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    probe = pip(programs, "download", "--no-deps", "--timeout=15", "-q", "-d", str(folder), "hatchling")
    if probe.returncode:
        pytest.skip(f"pip cannot reach an index: {probe.stderr.strip().splitlines()[-1]}")
    pip(programs, "install", "-q", str(built["daybook_memory"].wheel)).check_returncode()
    return Installed(programs, *users)


def with_extra(extra: str, built: Built, users: tuple[Path, Path], folder: Path) -> Installed:
    """Install the wheel with an extra, by uv, which is quicker."""
    uv("venv", "-q", str(folder))
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    wanted = f"{built.wheel}[{extra}]"
    uv("pip", "install", "-q", "--python", str(programs / "python"), wanted)
    return Installed(programs, *users)


@pytest.mark.parametrize("name", SOURCE_ROOTS)
def test_a_wheel_holds_the_files_of_its_packages_and_nothing_else(built: dict[str, Built], name: str) -> None:
    with zipfile.ZipFile(built[name].wheel) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert held == {
        f"{package}/{path.relative_to(ROOT / root).as_posix()}"
        for package, root in SOURCE_ROOTS[name].items()
        for path in (ROOT / root).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {f"{package}/py.typed" for package in SOURCE_ROOTS[name]} < held


@pytest.mark.parametrize("name", SOURCE_ROOTS)
def test_a_wheel_is_the_same_from_the_tree_and_from_the_source_distribution(
    built: dict[str, Built], name: str
) -> None:
    with (
        zipfile.ZipFile(built[name].wheel) as wheel,
        zipfile.ZipFile(built[name].wheel_of_tree) as of_tree,
    ):
        assert {item.filename: item.CRC for item in wheel.infolist()} == {
            item.filename: item.CRC for item in of_tree.infolist()
        }


def test_the_source_distribution_holds_the_source_roots_and_no_tests(built: dict[str, Built]) -> None:
    with tarfile.open(built["daybook_memory"].sdist) as sdist:
        held = {name.split("/")[1] for name in sdist.getnames()}

    assert held - {".gitignore"} == {
        *("agent", "prompts", "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "PKG-INFO"),
    }


def test_an_index_would_take_what_is_built_and_render_its_readme(built: dict[str, Built]) -> None:
    files = [str(path) for one in built.values() for path in (one.wheel, one.sdist)]
    done = uv("tool", "run", "twine", "check", "--strict", *files)

    assert done.stdout.count("PASSED") == 4


def test_alone_it_has_the_engine_and_names_what_a_door_needs(installed: Installed) -> None:
    demo = installed.run("daybook", "demo", "--json")
    assert (demo.returncode, demo.stderr) == (0, "")
    answers = json.loads(demo.stdout)["answers"]
    assert len(answers) == 16
    assert all(one["answer"] for one in answers)
    assert any("28:45" in one["answer"] for one in answers)

    for command, extra in {
        ("daybook", "serve", "--port", "0"): "server",
        ("daybook", "mcp"): "mcp",
        ("python", "-c", "from daybook import DaybookMiddleware"): "langchain",
        ("daybook", "kb", "add", "notes.html"): "documents",
    }.items():
        refused = installed.run(*command)
        assert refused.returncode != 0
        last = refused.stderr.strip().splitlines()[-1]
        assert f"pip install 'daybook-memory[{extra}]'" in last
        assert refused.stderr.count("\n") == 1 or command[0] == "python"
    assert installed.run("daybook", "kb", "add", "notes.txt").returncode == 0
    assert installed.run("python", "-c", "import daybook_eval").returncode != 0


def test_the_bundled_embedder_is_what_its_recipe_makes(tmp_path: Path) -> None:
    uv("run", "-q", "--no-project", "--script", "tools/make_minilm.py", str(tmp_path))

    for name in (TEXTS, TOKENIZER):
        assert (tmp_path / name).read_bytes() == read_model_file(name)


@pytest.mark.parametrize(
    "command",
    [
        ["python", "-c", "from daybook import Daybook, build_recall_graph, build_chat_graph, memory_tools"],
        ["python", "-c", "import daybook_prompts; daybook_prompts.load_prompts()"],
        ["python", "-c", "import daybook; assert {'Daybook', '__version__'} < {*dir(daybook)}"],
        ["daybook", "--help"],
        ["daybook", "doctor"],
        ["daybook", "serve", "--help"],
    ],
    ids=" ".join,
)
def test_what_a_user_begins_with_works(installed: Installed, command: Sequence[str]) -> None:
    done = installed.run(*command)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("extra", "commands"),
    [
        ("mcp", [["python", "-c", "import daybook.interfaces.mcp.transports"], ["daybook", "mcp"]]),
        ("server", [["python", "-c", "import daybook.interfaces.server.app"]]),
        ("documents", [["daybook", "kb", "add", "notes.html"]]),
        ("langchain", [["python", "-c", "from daybook import DaybookMiddleware"]]),
        ("postgres", [["python", "-c", "import psycopg"]]),
        ("encryption", [["python", "-c", "import sqlcipher3"]]),
    ],
)
def test_an_extra_brings_its_door(
    built: dict[str, Built],
    users: tuple[Path, Path],
    tmp_path: Path,
    installed: Installed,
    extra: str,
    commands: Sequence[Sequence[str]],
) -> None:
    with_it = with_extra(extra, built["daybook_memory"], users, tmp_path / "environment")

    for command in commands:
        done = with_it.run(*command)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("extra", ["ray", "train", "all"])
def test_what_is_very_large_can_be_had(built: dict[str, Built], installed: Installed, extra: str) -> None:
    wanted = f"{built['daybook_memory'].wheel}[{extra}]"

    done = uv("pip", "install", "--dry-run", "--python", str(installed.programs / "python"), wanted)

    assert "Would install" in done.stderr


def test_evaluation_is_a_distribution_of_its_own(
    built: dict[str, Built], users: tuple[Path, Path], tmp_path: Path, installed: Installed
) -> None:
    folder = tmp_path / "environment"
    uv("venv", "-q", str(folder))
    library, evaluation = built["daybook_memory"], built["daybook_memory_eval"]
    uv("pip", "install", "-q", "--python", str(folder), str(library.wheel), str(evaluation.wheel))
    measuring = Installed(folder / ("Scripts" if os.name == "nt" else "bin"), *users)

    for arguments in (["--help"], ["run", "--help"], ["bench", "--help"]):
        done = measuring.run("daybook-eval", *arguments)
        assert (done.returncode, done.stderr) == (0, "")


def uv(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [os.environ.get("UV", "uv"), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def pip(programs: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
