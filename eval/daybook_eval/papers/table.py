"""A table of a paper, made again: our figures beside those that were published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

Cell = str | int | float | None
"""None is written as a dash: it was not published, or cannot be had."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """What was measured, and what was published of the same."""

    title: str
    """As "Fielded max-sim keying, Table 1: retrieval by keying"."""
    columns: Sequence[str]
    """Of the cells; the first names the row."""
    rows: Sequence[Sequence[Cell]]
    """Published figures stand in columns, or rows, of their own that say so."""
    on: str
    """What it was measured on, and how much of it: "111 answerable questions of longmemeval_s_dev"."""
    notes: Sequence[str] = ()
    """Why figures differ from the published, and what was left out; a sentence each."""
    details: Mapping[str, object] = field(default_factory=dict)
    """What else was measured, for `--json`: values by type, intervals, curves."""


def as_markdown(table: PaperTable, *, command: str) -> str:
    """Write a table as a page: its title, the command that makes it, the cells, the notes."""
    lines = [f"# {table.title}", "", f"    {command}", "", f"Measured on {table.on}.", ""]
    lines += [_line(table.columns), _line(["---"] * len(table.columns)), *map(_line, table.rows), ""]
    lines += [f"- {note}" for note in table.notes]
    return "\n".join(lines).rstrip() + "\n"


def as_plain(table: PaperTable, *, command: str) -> dict[str, object]:
    """Write a table as JSON values."""
    return {"command": command, **asdict(table)}


def _line(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(_written(cell) for cell in cells) + " |"


def _written(cell: Cell) -> str:
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.3f}"
        case _:
            return str(cell).replace("|", "\\|").replace("\n", " ")
