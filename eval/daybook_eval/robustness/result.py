"""What every part of the robustness run is given and reports, and the parts by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from daybook.settings import Settings, VectorSearch


@dataclass(frozen=True, slots=True)
class PartResult:
    """The figures of one part."""

    name: str
    runs: int
    """How often it did its work: kills, operations, damages."""
    figures: Mapping[str, int | float]
    """Counts by name, in the order in which they are shown."""
    failures: tuple[str, ...] = ()
    """One line for each promise that was broken, with the seed and the step that reproduce it."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        return {
            "name": self.name,
            "runs": self.runs,
            "figures": dict(self.figures),
            "failures": list(self.failures),
        }


@dataclass(frozen=True, slots=True)
class RobustnessSettings:
    """What a part is handed. A part reads its own count and leaves the others alone."""

    work_dir: Path
    """An existing directory that the part has for itself; the command removes it afterwards."""
    seed: int = 1
    """The same seed draws the same operations; when a signal or a thread comes in is left to chance."""
    database_url: str | None = None
    """A SQLAlchemy URL to keep the rounds in, instead of a SQLite file in each data directory."""
    vectors: VectorSearch = VectorSearch.AUTO
    """What searches vectors in the memories of `kills`, `histories` and `walls`."""
    kills: int = 20
    operations: int = 400
    """Operations of `walls`."""
    histories: int = 200
    """Operations of all processes of `histories` together."""
    damages: int = 10
    """Damaged derived files."""
    truth_damages: int = 5
    """Damages of the database itself."""
    mutations: int = 20
    """Mutated files for each importer."""
    forgets: int = 20

    def memory(self, data_dir: Path) -> Settings:
        """Make the settings of a memory with its data there: nothing is read from the environment."""
        given: dict[str, object] = {"data_dir": data_dir, "vectors": self.vectors}
        if self.database_url is not None:
            given["database_url"] = self.database_url
        return Settings.of(**given)


_KEPT = 5
"""Failures of one kind that are told word for word; the others are counted."""


@dataclass(slots=True)
class Tally:
    """The figures of a part so far."""

    figures: Counter[str]
    """By name, in the order of a table; those that must be shown as 0 are there from the beginning."""
    faults: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, names: Iterable[str]) -> Tally:
        """Begin with figures of 0."""
        return cls(Counter(dict.fromkeys(names, 0)))

    def count(self, name: str, number: int = 1) -> None:
        """Count what is no fault."""
        self.figures[name] += number

    def fault(self, name: str, where: str, what: str) -> None:
        """Count a fault by its kind, with seed and step, and on one line what went wrong."""
        self.figures[name] += 1
        self.faults[name] += 1
        if self.faults[name] <= _KEPT:
            self.lines.append(f"{where}: {name}: {' '.join(what.split())}")

    def result(self, part: str, runs: int) -> PartResult:
        """Give the result of the part."""
        more = [f"{name}: {count - _KEPT} more" for name, count in self.faults.items() if count > _KEPT]
        return PartResult(part, runs, dict(self.figures), (*self.lines, *more))


PARTS: Mapping[str, str] = {
    "kills": "processes are killed at random moments",
    "histories": "several processes read and write one memory",
    "walls": "many owners in one memory",
    "damages": "files are damaged",
    "mutations": "files to import are damaged",
    "documents": "files of a knowledge base are damaged",
    "forgetting": "forgets, and a search for what is left",
}
"""What each does, in the order in which they run; each is a module of this package with a `measure`."""


def present() -> list[str]:
    """Give the names of the parts that are installed."""
    return [name for name in PARTS if find_spec(_module(name))]


def measure_part(name: str, settings: RobustnessSettings) -> PartResult:
    """Run a part."""
    measure: Callable[[RobustnessSettings], PartResult] = import_module(_module(name)).measure
    return measure(settings)


def _module(name: str) -> str:
    return f"daybook_eval.robustness.{name}"
