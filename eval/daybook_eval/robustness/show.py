"""Prints what the parts of the robustness run have found."""

from collections.abc import Iterator, Sequence
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.robustness.matrix import MatrixCell
from daybook_eval.robustness.result import PartResult


def show_results(results: Sequence[PartResult]) -> None:
    """Print a line for each figure, and below them one for each failure."""
    screen = Screen()
    screen.table(("part", "#runs", "figure", "#number"), _rows(results, screen.is_terminal))
    for result in results:
        for failure in result.failures:
            screen.line((f"{result.name}: {failure}", "red"))


def results_shape(results: Sequence[PartResult], *, seed: int) -> dict[str, Any]:
    """Write the results as plain values."""
    return {"seed": seed, "parts": [result.plain() for result in results]}


def show_matrix(cells: Sequence[MatrixCell]) -> None:
    """Print a line for each command and neighbour."""
    screen = Screen()
    columns = ("beside", "command", "#code", "verdict", "prints", "neighbour")
    rows = [
        (cell.neighbour, cell.command, str(cell.code), cell.verdict, cell.first_line, cell.trouble)
        for cell in cells
    ]
    screen.table(columns, rows)


def matrix_shape(cells: Sequence[MatrixCell]) -> dict[str, Any]:
    """Write the matrix as plain values."""
    return {"cells": [cell.plain() for cell in cells]}


def _rows(results: Sequence[PartResult], for_people: bool) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the table; people are told the part once, and every line in a pipe is whole."""
    for result in results:
        for place, (name, number) in enumerate(result.figures.items()):
            told = for_people and place > 0
            part, runs = ("", "") if told else (result.name, _written(result.runs, for_people))
            yield part, runs, name, _written(number, for_people)


def _written(number: int | float, for_people: bool) -> str:
    if isinstance(number, float):
        return f"{number:.4g}"
    return f"{number:,}" if for_people else str(number)
