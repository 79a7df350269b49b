"""HTML: what a reader of the page would see of it, without scripts, styles, menus and hidden parts."""

import re
from collections.abc import Iterator
from contextlib import suppress

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from daybook.documents.convert.text_blocks import (
    Block,
    Converted,
    bounded,
    decoded,
    one_line,
    table_row,
    tidy,
)

_LEFT_OUT = frozenset(
    "audio canvas embed head iframe input math nav noscript object script select style svg template title "
    "video".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_APART = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption "
    "figure footer form header hr html legend li main ol p pre section summary table tbody td tfoot th thead "
    "tr ul".split()
)
"""Elements that begin a line of their own."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]+)", re.I)


def convert(data: bytes) -> Converted:
    """Read HTML, in UTF-8 or in the encoding that it names.

    Raises:
        Unreadable: it is no text, or nothing of it is to be seen.
    """
    text: str | None = None
    if named := _CHARSET.search(data[:2_000]):
        with suppress(UnicodeDecodeError, LookupError):  # where it is not what it says
            text = tidy(data.decode(named[1].decode("ascii")))
    soup = _parsed(decoded(data) if text is None else text)
    title = one_line(soup.title.get_text()) if soup.title else ""
    return Converted(bounded(_walk(soup)), title)


def html_blocks(text: str) -> Iterator[Block]:
    """Read a piece of HTML."""
    return _walk(_parsed(text))


def _parsed(text: str) -> BeautifulSoup:
    """Parse HTML. What nothing closes is text: the parser would look for its end from each sign of it on."""
    closed, mark, rest = text.rpartition(">")
    return BeautifulSoup(closed + mark + rest.replace("<", "&lt;"), "html.parser")


def _holders(soup: BeautifulSoup) -> set[int]:
    """Collect the elements that a table or heading stands in, by `id`, in one walk over all."""
    held: set[int] = set()
    for tag in soup.find_all(["table", *_HEADINGS]):
        for parent in tag.parents:
            if id(parent) in held:
                break
            held.add(id(parent))
    return held


def _walk(soup: BeautifulSoup) -> Iterator[Block]:
    holders = _holders(soup)
    texts: list[str] = []
    waiting: list[object] = [soup]
    while waiting:
        match waiting.pop():
            case Tag() as tag if _is_hidden(tag):
                pass
            case Tag(name="br"):
                texts.append("\n")
            case Tag(name="pre") as tag:
                yield from _paragraph(texts)
                yield Block(tag.get_text().strip("\n"), whole=True)
            case Tag(name="table") as tag if id(tag) not in holders:
                yield from _paragraph(texts)
                cells = (row.find_all(["th", "td"], recursive=False) for row in tag.find_all("tr"))
                rows = (table_row(map(_seen, of_row)) for of_row in cells)
                yield Block("\n".join(filter(None, rows)), whole=True)
            case Tag(name=name) as tag if name in _HEADINGS:
                yield from _paragraph(texts)
                yield Block(one_line(_seen(tag)), level=_HEADINGS[name])
            case Tag() as tag:
                apart = tag.name in _APART
                if apart:
                    waiting.append(None)
                    yield from _paragraph(texts)
                waiting += reversed(tag.contents)
                if tag.name == "li":
                    texts.append("- ")
            case str() as text if type(text) is NavigableString:  # no comment, and no declaration
                texts.append(re.sub(r"\s+", " ", text))
            case None:
                yield from _paragraph(texts)
    yield from _paragraph(texts)


def _paragraph(texts: list[str]) -> Iterator[Block]:
    """Give the texts since the last paragraph, and begin anew."""
    lines = (one_line(line) for line in "".join(texts).split("\n"))
    texts.clear()
    if (text := "\n".join(filter(None, lines))) and text != "-":
        yield Block(text)


def _seen(tag: Tag) -> str:
    texts: list[str] = []
    waiting: list[object] = list(reversed(tag.contents))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tag):
            if not _is_hidden(node):
                texts.append(" " if node.name in _APART or node.name == "br" else "")
                waiting += reversed(node.contents)
        elif type(node) is NavigableString:
            texts.append(node)
    return one_line("".join(texts))


def _is_hidden(tag: Tag) -> bool:
    return (
        tag.name in _LEFT_OUT
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or bool(_HIDDEN.search(str(tag.get("style") or "")))
    )
