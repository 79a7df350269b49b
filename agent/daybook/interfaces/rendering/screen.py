"""Where output goes: colours and tables in a terminal, plain lines in a pipe.

Everything printed is `Text`, never rich markup, so brackets in stored text stay brackets.
"""

import re
import sys
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line, printable

GAP = 2
"""Between two columns."""
_READABLE = 16
"""Columns that a wrapped cell needs at least."""
_LONGEST_WORD = 30
"""A longer word may be broken."""


class Screen:
    """Prints lines, texts and tables on standard output, or on standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        self.console = Console(
            file=sys.stderr if stderr else sys.stdout, highlight=False, markup=False, emoji=False
        )

    @property
    def is_terminal(self) -> bool:
        """True if it is a terminal, where a person looks on."""
        return self.console.is_terminal

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Print one line of parts, each a text or a (text, style)."""
        safe = (printable(part) if isinstance(part, str) else (printable(part[0]), part[1]) for part in parts)
        self._print(Text.assemble(*safe))

    def heading(self, text: str) -> None:
        """Print a heading, below an empty line."""
        self.line()
        self.line((text, "cyan"))

    def text(self, text: str, style: str = "", *, indent: int = 0, lit: Iterable[str] = ()) -> None:
        """Print a text as it stands, its line breaks kept; on a terminal the words in `lit` are coloured."""
        if self.is_terminal:
            shown = Text(printable(text), style=style)
            if words := "|".join(map(re.escape, lit)):
                shown.highlight_regex(rf"(?<!\w)(?:{words})(?!\w)", "bold green")
            self.console.print(Padding(shown, (0, 0, 0, indent), expand=False))
        else:
            for line in printable(text).split("\n"):
                self._print(Text(" " * indent + line))

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, always_headed: bool = False
    ) -> None:
        """Print a table; in a pipe one line for each row, with tabs between, headed only if `always_headed`.

        A narrow terminal gets the rows one below the other. A column's name that begins with "#" is of
        numbers, one that begins with "=" is never wrapped.
        """
        if not self.is_terminal:
            if always_headed:
                self._print(Text("\t".join(column.lstrip("#=") for column in columns)))
            for row in rows:
                self._print(Text("\t".join(one_line(cell) for cell in row)))
            return
        self.console.print(laid_out(columns, [list(row) for row in rows], self.console.width))

    def _print(self, text: Text) -> None:
        # A tab is one character to grep and cut; rich would spread it out into spaces.
        if self.is_terminal:
            self.console.print(text)
        else:
            self.console.file.write(text.plain + "\n")


def laid_out(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> RenderableType:
    """Lay rows out as a table where that fits, else one below the other; columns as of `Screen.table`."""
    safe = [[printable(cell) for cell in row] for row in rows]
    return _table(columns, safe) if _fits(columns, safe, width) else _blocks(columns, safe)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, GAP, 0, 0))
    for column in columns:
        numbers = column.startswith("#")
        kept_whole = numbers or column.startswith("=")
        justify: JustifyMethod = "right" if numbers else "left"
        table.add_column(column.lstrip("#="), justify=justify, no_wrap=kept_whole, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _fits(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    """True if every column can be as wide as reading it needs."""
    needed = 0
    for place, column in enumerate(columns):
        cells = [column.lstrip("#="), *(row[place] for row in rows)]
        widest = max(cell_len(line) for cell in cells for line in cell.split("\n"))
        if not column.startswith(("#", "=")):
            word = max((cell_len(word) for cell in cells for word in cell.split()), default=0)
            widest = min(widest, max(_READABLE, min(word, _LONGEST_WORD)))
        needed += widest + GAP
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
        lines.append(Padding(Text(" · ".join(named)), (0, 0, 0, GAP), expand=False))
    return Group(*lines)
