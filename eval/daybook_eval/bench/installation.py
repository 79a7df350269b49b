"""What an installation weighs, and how long its commands take to start.

The wheel of the checkout is installed by uv into empty environments, with what each extra brings from the
index. Commands run in processes of their own, in turns, beside bare imports of their dependencies, with
compiled modules for all; ratios are of CPU time too.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.bench.yardstick import DAYBOOK, Cost

ROOT = Path(__file__).parents[3]


def weigh(extras: Sequence[str] | None) -> None:
    """Print a row for the wheel alone, and one for each extra; all that there are by default."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = Table("installed", "MB", "distributions", "more than alone", title=None)
    with TemporaryDirectory() as folder:
        _uv("build", "-q", "--wheel", "-o", folder)
        (wheel,) = Path(folder).glob("*.whl")
        alone = _weigh(Path(folder) / "alone", str(wheel))
        table.add_row(project["name"], *map(str, alone), "")
        for extra in extras or sorted(project["optional-dependencies"]):
            megabytes, count = _weigh(Path(folder) / extra, f"{wheel}[{extra}]")
            more = f"+{megabytes - alone[0]} MB, +{count - alone[1]}"
            table.add_row(escape(f"{project['name']}[{extra}]"), str(megabytes), str(count), more)
    Console().print(table)


def _weigh(folder: Path, wanted: str) -> tuple[int, int]:
    """Install into an empty environment as pip would; its megabytes, and how many distributions there are."""
    _uv("venv", "-q", "--python", sys.executable, str(folder))
    _uv("pip", "install", "-q", "--no-config", "--python", str(folder), wanted)
    packages = next(folder.glob("lib*/python*/site-packages"))
    size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file())
    return round(size / 1e6), len(list(packages.glob("*.dist-info")))


def _uv(*arguments: str) -> None:
    subprocess.run(["uv", *arguments], cwd=ROOT, check=True)


SAID = datetime(2024, 5, 1, 12, tzinfo=UTC)
BESIDE = {
    "daybook ask": ("import chromadb", "import langgraph.graph"),
    "daybook --help": ("import chromadb",),
    "daybook sessions": ("import chromadb",),
}
"""What commands are measured in multiples of."""


def start(repeat: int) -> None:
    """Print medians of so many runs of each command, and of the ratios within each round of runs."""
    with TemporaryDirectory() as folder:
        memory = Path(folder) / "memory"
        _keep_something(memory)
        commands = _commands(memory)
        # a place for compiled modules: where none may be written, compiling takes most time
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment = {**kept, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        for command in commands.values():
            _run(command, environment)
        rounds = [
            {name: _run(command, environment) for name, command in commands.items()} for _ in range(repeat)
        ]
    for name in commands:
        took = Cost.median(costs[name] for costs in rounds)
        print(f"{name}: {took.wall:.2f} s, CPU {took.cpu:.2f} s")
    for name, beside in BESIDE.items():
        ratio = Cost.median(
            costs[name]
            / Cost(sum(costs[other].wall for other in beside), sum(costs[other].cpu for other in beside))
            for costs in rounds
        )
        print(f"{name}, times {' + '.join(beside)}: {ratio.wall:.2f}, of CPU {ratio.cpu:.2f}")


def _keep_something(folder: Path) -> None:
    turns = (Turn(Role.USER, "I bought red shoes at the market today."), Turn(Role.ASSISTANT, "Enjoy them!"))
    with Daybook.open(settings=Settings.of(data_dir=folder)) as daybook:
        daybook.add([Session("shoes", SAID, turns)], owner="ada")


def _commands(folder: Path) -> dict[str, list[str]]:
    python = [sys.executable, "-c"]
    where = ["--data-dir", str(folder), "--owner", "ada"]
    return {
        "import chromadb": [*python, "import chromadb"],
        "import langgraph.graph": [*python, "import langgraph.graph"],
        "daybook --help": [*python, DAYBOOK, "--help"],
        "daybook sessions": [*python, DAYBOOK, "sessions", *where],
        "daybook stats": [*python, DAYBOOK, "stats", *where],
        "daybook ask": [*python, DAYBOOK, "ask", *where, "Where did I buy my shoes?"],
    }


def _run(command: Sequence[str], environment: dict[str, str]) -> Cost:
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    used = getrusage(RUSAGE_CHILDREN)
    return Cost(perf_counter() - began, used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime)
