"""Where output goes: colours and tables in a terminal, plain lines in a pipe.

Everything printed is `Text`, never rich markup, so brackets in stored text stay brackets.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line, printable
from daybook.interfaces.rendering.tables import laid_out


class Screen:
    """Prints lines, texts and tables on standard output, or on standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        self.console = Console(
            file=sys.stderr if stderr else sys.stdout, highlight=False, markup=False, emoji=False
        )

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks on."""
        return self.console.is_terminal

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Print one line of parts, each a text or a (text, style)."""
        safe = (printable(part) if isinstance(part, str) else (printable(part[0]), part[1]) for part in parts)
        self._print(Text.assemble(*safe))

    def text(self, text: str, style: str = "", *, indent: int = 0) -> None:
        """Print a text as it stands, its line breaks kept."""
        if self.is_terminal:
            self.console.print(Padding(Text(printable(text), style=style), (0, 0, 0, indent), expand=False))
        else:
            for line in printable(text).split("\n"):
                self._print(Text(" " * indent + line))

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, always_headed: bool = False
    ) -> None:
        """Print a table; in a pipe one line for each row, with tabs between.

        A terminal that is too narrow for it gets the rows one below the other.

        Args:
            columns: a name that begins with "#" is of numbers; one that begins with "=" is never wrapped.
            rows: one text for each column.
            always_headed: print the headings in a pipe as well, where it is not for `cut` and `sort`.
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
