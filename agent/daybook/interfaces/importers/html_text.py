"""The words of a piece of HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    "p div br hr li ul ol tr table h1 h2 h3 h4 h5 h6 pre blockquote section article dt dd".split()
)
_SILENT = frozenset({"script", "style", "template", "head"})
_BREAKS = re.compile(r"[ \t]*\n[ \t]*(?:\n[ \t]*)+")


def html_text(html: str) -> str:
    """Return the text of HTML: blocks on lines of their own, items with a dash, no scripts or styles."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return _BREAKS.sub("\n\n", "".join(parser.pieces)).strip()


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        if tag in _BLOCKS:
            self.pieces.append("\n- " if tag == "li" else "\n")
        elif tag in ("td", "th"):
            self.pieces.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BLOCKS and tag != "li":
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)
