"""A text that comes piece by piece, printed without breaking words at the edge of the terminal."""

from __future__ import annotations

import re
from typing import IO

from rich.cells import cell_len

from daybook.interfaces.rendering.safe import printable

_PARTS = re.compile(r"\n|[ \t]+|[^ \t\n]+")
_HELD = 24
"""Columns of an unfinished word that are held back; what is longer, as in a script without spaces, is not."""
_TAB = "    "


class StreamedText:
    """Prints pieces as they come. A word is printed once it is known where it ends.

    Args:
        file: a terminal.
        width: its columns.
    """

    def __init__(self, file: IO[str], width: int) -> None:
        self._file, self._width = file, width
        self._column = 0
        self._held = self._spaces = ""
        self.text = ""
        """All that came, as it came."""

    def write(self, piece: str) -> None:
        """Print a piece, but for the word at its end."""
        self.text += piece
        self._held += piece
        ended = self._held.endswith("\r")  # it may be half of a line break
        parts = _PARTS.findall(self._held.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n"))
        if ended:
            self._held = "\r"
        elif parts and not parts[-1].isspace() and cell_len(parts[-1]) <= _HELD:
            self._held = parts.pop()
        else:
            self._held = ""
        for part in parts:
            self._put(printable(part))
        self._file.flush()

    def close(self) -> None:
        """Print the last word, and end the line."""
        if not self.text:
            return
        self._put(printable(self._held))
        self._held = ""
        if self._column:
            self._file.write("\n")
        self._column = 0
        self._file.flush()

    def _put(self, part: str) -> None:
        if part == "\n":
            self._file.write(part)
            self._column, self._spaces = 0, ""
        elif part.isspace():
            self._spaces += part.replace("\t", _TAB)
        elif part:
            size = cell_len(self._spaces) + cell_len(part)
            if self._column and self._column + size > self._width and cell_len(part) <= self._width:
                self._file.write(f"\n{part}")
                self._column = cell_len(part)
            else:
                self._file.write(self._spaces + part)
                self._column = (self._column + size - 1) % self._width + 1
            self._spaces = ""
