"""Prints the figures of planted histories, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from daybook_eval.planted.measure import PlantedFigures

_COLUMNS = ("seed", "facts", "written", "records", "junk", "quarantined", "retired wrongly", "loops")


def show_planted(found: Mapping[int, PlantedFigures], *, verbose: bool) -> None:
    """Print a line for each history; with `verbose` the cases behind the figures as well."""
    console = Console(highlight=False)
    table = Table(*_COLUMNS, "updates right", "updates stale", title="planted histories")
    for seed, one in found.items():
        shares = one.shares()
        table.add_row(
            str(seed),
            str(one.truths),
            f"{one.written} ({shares['written']:.1%})",
            str(one.records),
            f"{len(one.junk)} ({shares['junk']:.1%})",
            str(one.quarantined),
            str(len(one.retired_wrongly)),
            str(one.loops),
            f"{shares['updates_right']:.1%} of {len(one.asked)}",
            f"{shares['updates_stale']:.1%}",
        )
    console.print(table)
    if verbose:
        for seed, one in found.items():
            _show_cases(console, seed, one)


def planted_shape(found: Mapping[int, PlantedFigures]) -> dict[str, Any]:
    """Write the figures as plain values."""
    return {
        "histories": [
            {
                "seed": seed,
                "facts": one.truths,
                "records": one.records,
                "quarantined": one.quarantined,
                "retired_wrongly": len(one.retired_wrongly),
                "loops": one.loops,
                "questions": len(one.asked),
                **one.shares(),
            }
            for seed, one in found.items()
        ]
    }


def _show_cases(console: Console, seed: int, one: PlantedFigures) -> None:
    for fact in one.missed:
        console.print(f"{seed} missed: {fact.slot} {fact.polarity}{escape(fact.key)} ({fact.how})")
    for record in one.junk:
        said = escape(f"{record.slot} {record.polarity}{record.value}: {record.support[0].quote}")
        console.print(f"{seed} junk: {said}")
    for fact in one.retired_wrongly:
        console.print(f"{seed} retired wrongly: {fact.slot} {escape(fact.key)} ({fact.how})")
    for asked in one.asked:
        if not asked.right:
            fault = "stale" if asked.stale else "not right"
            console.print(
                f"{seed} {fault}: {escape(asked.question.text)} {escape(asked.question.expected)}"
                f" <> {escape(asked.answer)}"
            )
