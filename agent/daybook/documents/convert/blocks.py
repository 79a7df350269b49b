"""What a file is read as: its headings and stretches of text, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

MOST_CHARACTERS = 10_000_000
"""Of the text of one document: some 5,000 pages."""
LONGEST_HEADING = 300
"""Characters: what is longer is no heading, since every passage below it would carry it."""
_DEEPEST = 9
"""Levels of headings; what lies deeper is of the last one."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, or a stretch of text that stands together: a paragraph, a list, a table, a block of code."""

    text: str
    page: int | None = None
    """From 1; the page on which it begins."""
    level: int = 0
    """Of a heading, from 1 for the outermost; 0 where it is none."""
    whole: bool = False
    """A table or a block of code, whose lines belong together."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A document as it was read."""

    blocks: tuple[Block, ...]
    title: str = ""
    """As the file itself names it; "" where it does not."""
    pages: int | None = None
    """None where its form has no pages."""


class Unreadable(Exception):
    """A file cannot be read; the message says what it looks like and what to do."""


def tidy(text: str) -> str:
    """Leave out what no text holds: control characters, and halves of surrogate pairs."""
    plain = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", plain)


def paragraphs(text: str) -> Iterator[str]:
    """Cut a text at its blank lines."""
    return (part.strip("\n") for part in _BLANK_LINES.split(text) if part.strip())


def bounded(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Collect the blocks that say something.

    Raises:
        Unreadable: they hold nothing, or more than `MOST_CHARACTERS`.
    """
    found, length = [], 0
    for block in blocks:
        length += len(block.text)
        if length > MOST_CHARACTERS:
            raise Unreadable(f"holds more than {MOST_CHARACTERS:,} characters of text: split it into parts")
        if block.text.strip():
            level = min(block.level, _DEEPEST) if len(block.text) <= LONGEST_HEADING else 0
            found.append(replace(block, level=level))
    if not found:
        raise Unreadable("holds no text")
    return tuple(found)


def one_line(text: str) -> str:
    """Write a text with single spaces."""
    return " ".join(text.split())


def table_row(cells: Iterable[str]) -> str:
    """Write the cells of a table's row on one line; "" where all are blank."""
    texts = [one_line(cell) for cell in cells]
    return f"| {' | '.join(texts)} |" if any(texts) else ""
