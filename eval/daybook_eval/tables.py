"""How every study writes what it measured: figures, tables, and both of them as JSON.

Reports and ablations go through the `Screen` of the product, which draws in a terminal and writes lines with
tabs into a pipe. Here are tables that have their frame wherever they go, and those of Markdown files.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import typer
from rich.console import Console
from rich.table import Column, Table as Frame
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Proportion:
    """A part of a whole; in JSON the pair of both."""

    part: int
    whole: int
    spec: str = ".0%"
    """How the quotient is written."""

    def __str__(self) -> str:
        """Write "3 of 4 (75%)"; a dash for a share of nothing."""
        return f"{self.part} of {self.whole} ({self.part / self.whole:{self.spec}})" if self.whole else "–"


Cell: TypeAlias = str | int | float | None
"""None is written as a dash: there is no such figure."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a study measured."""

    title: str
    """As "Fielded max-sim keying, Table 1: retrieval by keying"; "" draws none."""
    columns: Sequence[str]
    """Of the cells; the first names the row."""
    rows: Sequence[Sequence[Cell]]
    """Of a paper, the published figures stand in columns, or rows, of their own that say so."""
    on: str = ""
    """What it was measured on, and how much of it: "111 answerable questions of longmemeval_s_dev"."""
    notes: Sequence[str] = ()
    """What a reader has to know of the figures; a sentence each."""
    details: Mapping[str, object] = field(default_factory=dict)
    """What else was measured, for JSON: values by type, intervals, curves."""
    figures: bool = False
    """Whether all but the first column are figures, set flush right; the title is then flush left."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a command prints: tables and the cases behind them, or one JSON value."""

    tables: Sequence[Table]
    shape: object
    """For `--json`."""
    lines: Sequence[str | Text] = ()
    """Below the tables: single cases, for reading."""


def present(report: Report, *, as_json: bool = False, console: Console | None = None) -> None:
    """Print a report on standard output."""
    if as_json:
        typer.echo(json.dumps(report.shape, ensure_ascii=False))
        return
    console = console or Console(highlight=False)
    for table in report.tables:
        draw(table, console=console)
    for line in report.lines:
        console.print(line, markup=False)


def figure(value: float | None, spec: str = ".3f") -> str:
    """Write a figure, a dash where there is none."""
    return "–" if value is None else format(value, spec)


def draw(table: Table, *, console: Console | None = None) -> None:
    """Draw a table with a frame, and its notes below. Cells are texts, never rich markup."""
    columns = [Column(name, justify="right" if table.figures else "left") for name in table.columns]
    if table.figures:
        columns[0] = Column(table.columns[0], no_wrap=True)
    frame = Frame(*columns, title=table.title or None, title_justify="left" if table.figures else "center")
    for row in table.rows:
        frame.add_row(*(Text("–" if cell is None else str(cell)) for cell in row))
    console = console or Console(highlight=False)
    console.print(frame)
    for note in table.notes:
        console.print(note, markup=False)


def markdown(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Write a table in Markdown, line by line; floats have three digits."""
    for cells in (columns, ["---"] * len(columns), *rows):
        yield "| " + " | ".join(map(_in_markdown, cells)) + " |"


def _in_markdown(cell: Cell) -> str:
    if cell is None or isinstance(cell, float):
        return figure(cell)
    return str(cell).replace("|", "\\|").replace("\n", " ")
