"""Tables for a terminal, also for a narrow one: there each row is a block of its own."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from daybook.interfaces.rendering.safe import printable

_GAP = 2
"""Between two columns."""
_READABLE = 16
"""Columns that a wrapped cell needs at least."""
_LONGEST_WORD = 30
"""A longer word may be broken."""
_BETWEEN = " · "


def laid_out(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> RenderableType:
    """Lay rows out as a table where that can be read, else one below the other.

    Args:
        columns: a name that begins with "#" is of numbers; one that begins with "=" is never wrapped.
        rows: one text for each column.
        width: of the terminal.
    """
    safe = [[printable(cell) for cell in row] for row in rows]
    return _table(columns, safe) if _fits(columns, safe, width) else _blocks(columns, safe)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, _GAP, 0, 0))
    for column in columns:
        numbers = column.startswith("#")
        kept_whole = numbers or column.startswith("=")
        justify: JustifyMethod = "right" if numbers else "left"
        table.add_column(column.lstrip("#="), justify=justify, no_wrap=kept_whole, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _fits(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether no column has to be narrower than what it holds can be read in."""
    needed = 0
    for place, column in enumerate(columns):
        cells = [column.lstrip("#="), *(row[place] for row in rows)]
        widest = max(cell_len(line) for cell in cells for line in cell.split("\n"))
        if not column.startswith(("#", "=")):
            word = max((cell_len(word) for cell in cells for word in cell.split()), default=0)
            widest = min(widest, max(_READABLE, min(word, _LONGEST_WORD)))
        needed += widest + _GAP
    return needed <= width


def _blocks(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Group:
    """Head each row with its first cell; a number is named by its column."""
    lines: list[RenderableType] = []
    for first, *others in rows:
        named = (
            f"{column.lstrip('#')} {cell}" if column.startswith("#") else cell
            for column, cell in zip(columns[1:], others, strict=True)
            if cell
        )
        head = f"{columns[0].lstrip('#')} {first}" if columns[0].startswith("#") else first
        lines.append(Text(head, style="bold"))
        lines.append(Padding(Text(_BETWEEN.join(named)), (0, 0, 0, _GAP), expand=False))
    return Group(*lines)
