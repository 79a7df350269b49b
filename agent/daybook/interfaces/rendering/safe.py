"""Stored text made fit for a terminal: it may be read there, but not act on it."""

from __future__ import annotations

_PICTURES = {code: 0x2400 + code for code in range(0x20)}  # "␀" to "␟"
_KEPT = {ord("\n"), ord("\t")}
_REPLACED = {
    **{code: picture for code, picture in _PICTURES.items() if code not in _KEPT},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys((0x202D, 0x202E), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
}


def printable(text: str) -> str:
    """Replace what a terminal would obey by what it shows.

    The control characters of C0 become their pictures (escape is "␛"); those of C1, the two that
    override the direction of writing, and half surrogate pairs become U+FFFD. Line breaks of every
    system become a line feed; tabs stay.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_REPLACED)


def one_line(text: str, width: int | None = None) -> str:
    """Make text printable in one line of at most `width` characters."""
    line = " ".join(printable(text).split())
    return line if width is None or len(line) <= width else line[: width - 1].rstrip() + "…"
