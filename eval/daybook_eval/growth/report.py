"""The figures of growth as a file, and as tables of ratios: to a baseline of the run, and of size to size."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer
from rich.console import Console

from daybook import Daybook
from daybook.conversation.errors import BadInput
from daybook_eval.embedders import HashedWords
from daybook_eval.growth.memories import (
    Figures,
    GrowthPlan,
    measure_ledger,
    measure_many_owners,
    measure_one_owner,
)
from daybook_eval.tables import Table, draw

Sections = Mapping[str, Mapping[str, Figures]]
"""The figures of every size, by what was measured and by its size, the smallest first."""

_BESIDE = {
    "import": "bare: build",
    "first question": "warm question",
    "warm question": "bare: question",
    "question after a new round": "warm question",
    "question after forgetting": "warm question",
    "import of an owner, last tenth": "import of an owner, first tenth",
    "first question of an owner, p50": "warm question of the last owner",
}
"""What a figure is a multiple of, where it is measured beside something."""


def read_figures(path: Path) -> Sections:
    """Read the figures of an earlier run; raises BadInput if the file holds none."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {name: dict(sizes) for name, sizes in found.items() if name != "about"}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise BadInput(f"holds no figures of `daybook-eval growth`: {error}", source=path) from None


def tables(sections: Sections, before: Sections | None = None) -> Iterator[Table]:
    """Draw up a table for each section: a line a figure, a column a size.

    Brackets hold the multiple of what the line names after the stroke; with `before`, the earlier figure
    stands in front of an arrow, and the brackets hold the multiple of that.
    """
    for name, sizes in sections.items():
        sized = [*sizes, *(["largest / smallest"] if len(sizes) > 1 else [])]
        columns = ["seconds, where nothing else is said", *sized]
        earlier, compared = (before or {}).get(name, {}), before is not None
        figures = dict.fromkeys(figure for held in sizes.values() for figure in held)
        rows = [list(_line(figure, sizes, earlier, compared=compared)) for figure in figures]
        yield Table(name, columns, rows, figures=True)


def _line(
    figure: str, sizes: Mapping[str, Figures], earlier: Mapping[str, Figures], *, compared: bool
) -> Iterator[str]:
    beside = None if compared else _BESIDE.get(figure)
    if not any(beside in figures for figures in sizes.values()):
        beside = None
    yield f"{figure} / {beside}" if beside else figure
    for size, figures in sizes.items():
        value = figures.get(figure)
        if compared:
            before = earlier.get(size, {}).get(figure)
            yield f"{_number(before)} → {_number(value)}{_multiple(value, before)}"
        else:
            yield _number(value) + _multiple(value, figures.get(beside) if beside else None)
    if len(sizes) > 1:
        first, *_, last = (figures.get(figure) for figures in sizes.values())
        yield _multiple(last, first).strip(" ()")


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _multiple(value: float | None, unit: float | None) -> str:
    return f" ({_number(value / unit)}×)" if value is not None and unit else ""


def report(json_file: Path | None, against: Path | None, work_dir: Path | None, **given: Any) -> None:
    """Measure every size, the smallest first, keep the figures in a file, and show them beside earlier ones.

    `given` are fields of `GrowthPlan`; None stands for its default.

    Raises:
        BadInput: the earlier file holds no figures, or the database that is named holds something already.
    """
    before = read_figures(against) if against else None
    sections: dict[str, dict[str, Figures]] = {}
    with TemporaryDirectory() as folder:
        chosen = {name: value for name, value in given.items() if value is not None}
        plan = GrowthPlan(work_dir or Path(folder), **chosen)
        about = {"embedder": HashedWords().fingerprint, "seed": plan.seed, "at_once": plan.at_once}
        about |= {"repeats": plan.repeats, "cores": len(os.sched_getaffinity(0))}
        if plan.database_url is not None:
            with Daybook.open(settings=plan.memory("empty"), embedder=HashedWords()) as daybook:
                if owners := daybook.stats().owners:
                    problem = f"the database holds {owners} owners: name an empty one"
                    raise BadInput(problem, source="--database-url")
        for section, size, measure in _sizes(plan):
            sections.setdefault(section, {})[size] = measure()
            typer.echo(f"{section}: {size} is measured", err=True)
            if json_file:
                json_file.write_text(json.dumps({"about": about, **sections}, indent=1) + "\n", "utf-8")
    console = Console(width=110)
    for table in tables(sections, before):
        draw(table, console=console)


def _sizes(plan: GrowthPlan) -> Iterator[tuple[str, str, Callable[[], Figures]]]:
    for rounds in sorted(plan.rounds):
        yield "one owner, rounds", f"{rounds:,}", partial(measure_one_owner, plan, rounds)
    for facts in sorted(plan.facts):
        yield "a ledger, facts said", f"{facts:,}", partial(measure_ledger, plan, facts)
    if plan.owners:
        size = f"{plan.owners:,} of {plan.owner_rounds:,} rounds"
        yield "many owners", size, partial(measure_many_owners, plan)
