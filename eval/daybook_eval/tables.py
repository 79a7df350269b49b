"""How studies print what they measured: one way to write a figure, and one to draw a table.

Reports and ablations go through the `Screen` of the product, which draws in a terminal and writes lines with
tabs into a pipe. Here are tables that have their frame wherever they go, and those of Markdown files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

Cell = str | int | float | None
"""None is written as a dash: there is no such figure."""


def figure(value: float | None, spec: str = ".3f") -> str:
    """Write a figure, a dash where there is none."""
    return "–" if value is None else format(value, spec)


def share(part: int, whole: int, spec: str = ".0%") -> str:
    """Write a share with its counts, "3 of 4 (75%)"; a dash where there is nothing to have a share of."""
    return f"{part} of {whole} ({part / whole:{spec}})" if whole else "–"


def draw(
    title: str | None,
    columns: Iterable[str | Column],
    rows: Iterable[Iterable[object]],
    *,
    console: Console | None = None,
    left: bool = False,
) -> None:
    """Draw a table with a frame; `left` sets its title flush left. Cells are texts, never rich markup."""
    table = Table(*columns, title=title, title_justify="left" if left else "center")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    (console or Console(highlight=False)).print(table)


def markdown(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Write a table in Markdown, line by line; floats have three digits."""
    for cells in (columns, ["---"] * len(columns), *rows):
        yield "| " + " | ".join(map(_in_markdown, cells)) + " |"


def _in_markdown(cell: Cell) -> str:
    if cell is None or isinstance(cell, float):
        return figure(cell)
    return str(cell).replace("|", "\\|").replace("\n", " ")
