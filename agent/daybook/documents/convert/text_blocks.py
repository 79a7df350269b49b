"""The text of a file, as blocks. Decodes bytes whatever their encoding, and cuts up plain text."""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

MAX_CHARACTERS = 10_000_000
"""Of the text of one document: some 5,000 pages."""
LONGEST_HEADING = 300
"""Characters: what is longer is no heading, since every passage below it would carry it."""
_DEEPEST = 9
"""Levels of headings; what lies deeper is of the last one."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; those of UTF-32 begin with those of UTF-16."""
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 100_000
_MAX_NO_TEXT = 0.01
"""The share of control characters from which bytes are no text."""


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
    page_label: str = ""
    """The number printed on the page ("iv"); "" where it is that of `page` or there is none."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A document as it was read."""

    blocks: tuple[Block, ...]
    title: str = ""
    """As the file itself names it; "" where it does not."""
    pages: int | None = None
    """None if its form has no pages."""


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
    """Collect the blocks that say something; Unreadable where that is nothing, or over `MAX_CHARACTERS`."""
    found, length = [], 0
    for block in blocks:
        length += len(block.text)
        if length > MAX_CHARACTERS:
            raise Unreadable(f"holds more than {MAX_CHARACTERS:,} characters of text: split it into parts")
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


def convert(data: bytes) -> Converted:
    """Read plain text.

    Raises:
        Unreadable: it is no text, or holds nothing.
    """
    return Converted(bounded(Block(part) for part in paragraphs(decoded(data))))


def decoded(data: bytes) -> str:
    """Read text by its byte order mark, as UTF-8 or UTF-16, or else as Windows-1252.

    Raises:
        Unreadable: they are no text.
    """
    marked = (encoding for mark, encoding in _MARKS if data.startswith(mark))
    encoding = next(marked, None) or _utf_16(data[:_SAMPLE])
    try:
        # With a decoder that takes pieces, a sign that the end cuts apart is left out.
        decoder = codecs.getincrementaldecoder("utf-8")()
        text = data.decode(encoding, "replace") if encoding else decoder.decode(data)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    sample = text[:_SAMPLE]
    if len(_NO_TEXT.findall(sample)) > len(sample) * _MAX_NO_TEXT:
        raise Unreadable("is no text")
    return tidy(text)


def is_text(data: bytes) -> bool:
    """True if bytes are text; only their beginning is looked at."""
    try:
        decoded(data[: _SAMPLE * 4])
    except Unreadable:
        return False
    return True


def _utf_16(sample: bytes) -> str | None:
    """Name the byte order of UTF-16 without a mark: of Latin letters every second byte is NUL."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    few, many = len(sample) // 40, len(sample) // 4
    if odd > many and even <= few:
        return "utf-16-le"
    return "utf-16-be" if even > many and odd <= few else None
