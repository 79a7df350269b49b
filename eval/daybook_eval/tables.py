"""How every study writes what it measured: figures, tables, and both of them as JSON.

A `Table` has its frame wherever it goes; a `Listing` is drawn in a terminal and is lines with tabs in a pipe.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import typer
from rich.console import Console
from rich.table import Column, Table as Frame
from rich.text import Text

from daybook.interfaces.rendering.screen import Screen

Cell: TypeAlias = str | int | float | None
"""None is written as a dash: there is no such figure."""


@dataclass(frozen=True, slots=True)
class Table:
    """Results of a study."""

    title: str
    """As "Fielded max-sim keying, Table 1: retrieval by keying"; "" draws none."""
    columns: Sequence[str]
    """Of the cells; the first names the row."""
    rows: Sequence[Sequence[Cell]]
    """Of a paper, the published figures stand in columns, or rows, of their own that say so."""
    on: str = ""
    """The data, and how much of it: "111 answerable questions of longmemeval_s_dev"."""
    notes: Sequence[str] = ()
    """Notes for the reader of the figures; a sentence each."""
    figures: bool = False
    """Whether all but the first column are figures, set flush right; the title is then flush left."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table for a terminal; in a pipe a line with tabs for each row, to grep and cut."""

    columns: Sequence[str]
    """One that begins with "#" is of numbers, one that begins with "=" is never wrapped."""
    rows: Sequence[Sequence[str]]


Line: TypeAlias = str | tuple[str | tuple[str, str], ...]
"""A text, or parts of which some have a style: ("one", ("two", "bold"))."""


@dataclass(frozen=True, slots=True)
class Report:
    """Output of a command: tables and the cases behind them, or one JSON value."""

    tables: Sequence[Table | Listing | Line]
    shape: object
    """For `--json`."""
    lines: Sequence[str | Text] = ()
    """Below the tables: single cases, for reading."""
    asides: Sequence[str] = ()
    """On standard error in either case: what it cost, what could not be had."""
    failed: bool = False
    """Whether the command exits with 1."""


_WIDTH = 110
"""Columns of a frame where there is no terminal to ask."""


def present(report: Report, *, as_json: bool = False, console: Console | None = None) -> None:
    """Print a report: its tables on standard output, or its JSON value there and nothing else."""
    if as_json:
        typer.echo(json.dumps(report.shape, ensure_ascii=False, allow_nan=False))
    else:
        screen = Screen()
        console = console or Console(highlight=False, width=None if screen.is_terminal else _WIDTH)
        for part in report.tables:
            match part:
                case Table():
                    draw(part, console=console)
                case Listing(columns, rows):
                    screen.table(columns, rows, always_headed=True)
                case _:
                    screen.line(*((part,) if isinstance(part, str) else part))
        for line in report.lines:
            console.print(line, markup=False)
    aside = Screen(stderr=True)
    for text in report.asides:
        aside.line(text)
    if report.failed:
        raise typer.Exit(1)


def figure(value: float | None, spec: str = ".3f") -> str:
    """Write a figure, a dash where there is none."""
    return "–" if value is None else format(value, spec)


def draw(table: Table, *, console: Console | None = None) -> None:
    """Draw a table with a frame, and its notes below. Cells are texts, never rich markup."""
    side: Literal["left", "right"] = "right" if table.figures else "left"
    columns = [Column(name, justify=side, overflow="fold") for name in table.columns]
    if table.figures:
        columns[0] = Column(table.columns[0], no_wrap=True)
    frame = Frame(*columns, title=table.title or None, title_justify="left" if table.figures else "center")
    frame.show_lines = any("\n" in str(cell) for row in table.rows for cell in row)
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
