"""The start-up time of commands, beside bare imports of their dependencies.

Every command runs in a process of its own, in turns, with compiled modules for all of them. Ratios are of CPU
time too, which other work on the machine disturbs less.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.bench.yardstick import Cost

DAYBOOK = "from daybook.interfaces.cli import main; main()"
SAID = datetime(2024, 5, 1, 12, tzinfo=UTC)


def measure(repeat: int) -> None:
    """Print the figures of so many runs of each command."""
    with TemporaryDirectory() as folder:
        memory = Path(folder) / "memory"
        _keep_something(memory)
        commands = _commands(memory)
        environment = _environment(Path(folder) / "compiled")
        for command in commands.values():
            _run(command, environment)
        rounds = [
            {name: _run(command, environment) for name, command in commands.items()} for _ in range(repeat)
        ]
    _print(rounds)


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


def _environment(compiled: Path) -> dict[str, str]:
    """Our own, with a place for compiled modules: where none may be written, compiling takes most time."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(compiled)}


def _run(command: Sequence[str], environment: dict[str, str]) -> Cost:
    before = _now()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return _now() - before


def _now() -> Cost:
    used = getrusage(RUSAGE_CHILDREN)
    return Cost(perf_counter(), used.ru_utime + used.ru_stime)


def _print(rounds: Sequence[dict[str, Cost]]) -> None:
    """Print medians, and medians of the ratios within each round of runs."""
    for name in rounds[0]:
        wall, cpu = (median(getattr(costs[name], kind) for costs in rounds) for kind in ("wall", "cpu"))
        print(f"{name}: {wall:.2f} s, CPU {cpu:.2f} s")
    for name, beside in (
        ("daybook ask", ("import chromadb", "import langgraph.graph")),
        ("daybook --help", ("import chromadb",)),
        ("daybook sessions", ("import chromadb",)),
    ):
        wall, cpu = (
            median(
                getattr(costs[name], kind) / sum(getattr(costs[other], kind) for other in beside)
                for costs in rounds
            )
            for kind in ("wall", "cpu")
        )
        print(f"{name}, times {' + '.join(beside)}: {wall:.2f}, of CPU {cpu:.2f}")
