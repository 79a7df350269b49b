"""Markdown: its blocks as they stand in the file, marks and links too.

The words of a block are not parsed, so what is kept is what the file says.
"""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from daybook.documents.convert.html import html_blocks
from daybook.documents.convert.text_blocks import Block, Converted, bounded, decoded, one_line

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_TITLE = re.compile(r"^title:[ \t]*+(.*\S)", re.M)
_LINK = re.compile(r"!?\[([^\[\]]*+)\]\((?:[^()]|\([^()]*+\))*+\)")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_WHOLE = ("fence", "code_block", "table_open")


def convert(data: bytes) -> Converted:
    """Read Markdown: CommonMark with tables; of a block of metadata before it the title counts.

    Raises:
        Unreadable: it is no text, or holds nothing.
    """
    text = decoded(data)
    title, front = "", _FRONT.match(text)
    if front:
        found = _TITLE.search(front[1])
        title = one_line(_unquoted(found[1])) if found else ""
        text = text[front.end() :]
    blocks = list(_blocks(text))
    if front:
        blocks.insert(0, Block(front[1]))
    return Converted(bounded(blocks), title)


def _unquoted(value: str) -> str:
    quoted = len(value) > 2 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value


def _blocks(text: str) -> Iterator[Block]:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable("inline")
    lines = text.split("\n")
    tokens = parser.parse(text)
    for place, token in enumerate(tokens):
        if token.level or token.map is None:
            continue
        written = "\n".join(lines[token.map[0] : token.map[1]])
        if token.type == "heading_open":
            without_marks = _MARKS.sub("", _LINK.sub(r"\1", tokens[place + 1].content))
            yield Block(one_line(without_marks), level=int(token.tag[1:]))
        elif token.type == "html_block":
            yield from html_blocks(written)
        else:
            yield Block(written, whole=token.type in _WHOLE)
