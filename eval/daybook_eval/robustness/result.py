"""The robustness run: its parts by name, what each is given, and what it reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import typer

from daybook.conversation.errors import BadInput
from daybook.interfaces.rendering.screen import Screen
from daybook.settings import Settings, VectorSearch
from daybook_eval.cli.options import chosen
from daybook_eval.tables import Line, Listing, Report

PARTS = {
    "kills": "processes are killed at random moments",
    "damages": "files are damaged",
    "forgetting": "forgets, and a search for what is left",
}
"""The parts in the order in which they run; each is a module of this package with a `measure`."""


@dataclass(frozen=True, slots=True)
class PartResult:
    """The figures of one part."""

    name: str
    runs: int
    """How often it did its work: kills, operations, damages."""
    figures: Mapping[str, int | float]
    failures: tuple[str, ...] = ()
    """One line for each promise that was broken, with the seed and the step that reproduce it."""


@dataclass(frozen=True, slots=True)
class RobustnessSettings:
    """Settings of a part. A part reads its own count and leaves the others alone."""

    work_dir: Path
    """An existing directory that the part has for itself."""
    seed: int = 1
    """The same seed draws the same operations; when a signal or a thread comes in is left to chance."""
    database_url: str | None = None
    """A SQLAlchemy URL to keep the rounds in, instead of a SQLite file in each data directory."""
    vectors: VectorSearch = VectorSearch.AUTO
    """The vector search in the memories of `kills`."""
    kills: int = 20
    damages: int = 10
    truth_damages: int = 5
    forgets: int = 20

    def memory(self, data_dir: Path) -> Settings:
        """Make the settings of a memory with its data there: nothing is read from the environment."""
        url = {} if self.database_url is None else {"database_url": self.database_url}
        return Settings.of(data_dir=data_dir, vectors=self.vectors, **url)


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


def report(only: Sequence[str] | None, work_dir: Path | None, seed: int, **given: Any) -> Report | list[str]:
    """Run the parts, each in a directory of its own, which stays where one is given.

    Raises:
        BadInput: there is no such part, or something is in the directory.
    """
    if only == ["list"]:
        return [f"{name:<12}{about}" for name, about in PARTS.items()]
    names = chosen(only, list(PARTS))
    if work_dir is not None and work_dir.exists() and any(work_dir.iterdir()):
        raise BadInput("it is not empty", source=work_dir)
    with ExitStack() as stack:
        directory = work_dir or Path(stack.enter_context(TemporaryDirectory(prefix="daybook-robustness-")))
        settings = RobustnessSettings(directory, seed, **given)
        results = [_measured(name, settings) for name in names]
    lines: list[Line] = [
        ((f"{result.name}: {failure}", "red"),) for result in results for failure in result.failures
    ]
    rows = list(_rows(results, for_people=Screen().is_terminal))
    return Report(
        [Listing(("part", "#runs", "figure", "#number"), rows), *lines],
        {"seed": seed, "parts": [asdict(result) for result in results]},
        failed=bool(lines),
    )


def _measured(name: str, settings: RobustnessSettings) -> PartResult:
    directory = settings.work_dir / name
    directory.mkdir(parents=True, exist_ok=True)
    began = perf_counter()
    measure = import_module(f"daybook_eval.robustness.{name}").measure
    result: PartResult = measure(replace(settings, work_dir=directory))
    typer.echo(f"{name}: {result.runs} in {perf_counter() - began:.0f} s", err=True)
    return result


def _rows(results: Sequence[PartResult], *, for_people: bool) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each figure; people are told the part once, and every line in a pipe is whole."""

    def written(number: float) -> str:
        if isinstance(number, float):
            return f"{number:.4g}"
        return f"{number:,}" if for_people else str(number)

    for result in results:
        part = (result.name, written(result.runs))
        for name, number in result.figures.items():
            yield *part, name, written(number)
            part = ("", "") if for_people else part
