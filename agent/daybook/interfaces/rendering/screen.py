"""Where output goes: colours and tables in a terminal, plain lines in a pipe.

Everything printed is `Text`, never rich markup, so brackets in stored text stay brackets.
"""

import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, JustifyMethod
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line, printable


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

    def piece(self, text: str) -> None:
        """Print a piece of a text at once."""
        self.console.file.write(printable(text.replace("\r", "")))
        self.console.file.flush()

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, always_headed: bool = False
    ) -> None:
        """Print a table; in a pipe one line for each row, with tabs between, headed only if `always_headed`.

        A column's name that begins with "#" is of numbers, one that begins with "=" is never wrapped.
        """
        if not self.is_terminal:
            if always_headed:
                self._print(Text("\t".join(column.lstrip("#=") for column in columns)))
            for row in rows:
                self._print(Text("\t".join(one_line(cell) for cell in row)))
            return
        table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
        for column in columns:
            justify: JustifyMethod = "right" if column.startswith("#") else "left"
            kept_whole = column.startswith(("#", "="))
            table.add_column(column.lstrip("#="), justify=justify, no_wrap=kept_whole, overflow="fold")
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self.console.print(table)

    def _print(self, text: Text) -> None:
        # A tab is one character to grep and cut; rich would spread it out into spaces.
        if self.is_terminal:
            self.console.print(text)
        else:
            self.console.file.write(text.plain + "\n")
