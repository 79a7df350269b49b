"""PDF: the text of each page, with headings from its outline (what a reader shows as bookmarks)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, PyPdfError
from pypdf.generic import Destination

from daybook.documents.convert.text_blocks import (
    MOST_CHARACTERS,
    Block,
    Converted,
    Unreadable,
    bounded,
    one_line,
    paragraphs,
    tidy,
)

MOST_PAGES = 10_000
_SCAN = (
    "has no text, only pictures of pages (a scan): have its text recognised (OCR), and add the PDF that gives"
)
_ENDS = (".", "!", "?", ":", ";", "…", "\u201d", '"', ")")
_NUMBER = re.compile(r"^(?:\d+|[A-Z])(?:\.\d+)*\.?\s+")
_Headings = Mapping[int, Sequence[tuple[int, str]]]
"""Of each page, from 0: levels and texts, in order."""


def convert(data: bytes) -> Converted:
    """Read a PDF.

    Raises:
        Unreadable: it is damaged, encrypted, too long, or without text.
    """
    try:
        reader = PdfReader(BytesIO(data), strict=False)
        if reader.is_encrypted and reader.decrypt("") is PasswordType.NOT_DECRYPTED:
            raise Unreadable("is encrypted: save a copy without its password")
        pages = len(reader.pages)
    except DependencyError:
        raise Unreadable("is encrypted: save a copy without its password") from None
    except PyPdfError as error:
        raise Unreadable(f"is damaged ({one_line(str(error))[:80]}): copy or download it again") from None
    if pages > MOST_PAGES:
        raise Unreadable(f"has {pages:,} pages, more than {MOST_PAGES:,}: split it into parts")
    texts = _texts(reader)
    if not any(text.strip() for text in texts):
        raise Unreadable(_SCAN if pages else "has no pages")
    blocks = bounded(_joined(list(_blocks(texts, _outline(reader)))))
    return Converted(blocks, _title(reader), pages)


def _texts(reader: PdfReader) -> list[str]:
    texts, length = [], 0
    for page in reader.pages:
        texts.append(tidy(page.extract_text()))
        length += len(texts[-1])
        if length > MOST_CHARACTERS:
            raise Unreadable(f"holds more than {MOST_CHARACTERS:,} characters of text: split it into parts")
    return texts


def _blocks(texts: Sequence[str], headings: _Headings) -> Iterator[Block]:
    """Give the paragraphs of each page, and the headings where they stand, or else at its top."""
    for place, text in enumerate(texts):
        page = place + 1
        levels = {heading: level for level, heading in headings.get(place, ())}
        lines = text.split("\n")
        there = {_unnumbered(line, levels) for line in lines}
        for heading, level in levels.items():
            if heading not in there:
                yield Block(heading, page, level)
        waiting: list[str] = []
        for line in lines:
            level = levels.pop(_unnumbered(line, levels), 0)
            if level:
                yield from (Block(part, page) for part in paragraphs("\n".join(waiting)))
                waiting = []
                yield Block(one_line(line), page, level)
            else:
                waiting.append(line)
        yield from (Block(part, page) for part in paragraphs("\n".join(waiting)))


def _unnumbered(line: str, headings: Mapping[str, int]) -> str:
    """Give a line as its heading is written in the outline, which may leave its number out."""
    whole = one_line(line)
    return whole if whole in headings else _NUMBER.sub("", whole)


def _joined(blocks: Sequence[Block]) -> Iterator[Block]:
    """Join a sentence that goes on behind the border of two pages; it stands on the page where it begins."""
    waiting: Block | None = None
    for block in blocks:
        if waiting is not None and _goes_on(waiting, block):
            sentence, rest = _first_sentence(block.text)
            yield Block(f"{waiting.text.rstrip()}\n{sentence}", waiting.page)
            waiting = Block(rest.strip(), block.page)
            continue
        if waiting is not None:
            yield waiting
        waiting = block
    if waiting is not None:
        yield waiting


def _goes_on(before: Block, block: Block) -> bool:
    return (
        not before.level
        and not block.level
        and before.page != block.page
        and not before.text.rstrip().endswith(_ENDS)
        and block.text.lstrip()[:1].islower()
    )


def _first_sentence(text: str) -> tuple[str, str]:
    end = re.search(r"[.!?](?=\s)", text)
    return (text[: end.end()], text[end.end() :]) if end else (text, "")


def _outline(reader: PdfReader) -> _Headings:
    """Read the headings that the outline names; none where it is damaged: the text is whole without it."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    waiting: list[tuple[int, Any]] = []
    try:
        waiting = [(1, entry) for entry in reversed(reader.outline)]
        while waiting:
            level, entry = waiting.pop()
            if isinstance(entry, Destination):
                page = reader.get_destination_page_number(entry)
                title = one_line(tidy(str(entry.title or "")))
                if page is not None and page >= 0 and title:
                    found[page].append((level, title))
            elif isinstance(entry, list):
                waiting += [(level + 1, inner) for inner in reversed(entry)]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return {}
    return found


def _title(reader: PdfReader) -> str:
    """Read the title of the metadata; "" where they are damaged, or name a file."""
    try:
        title = reader.metadata.title if reader.metadata else None
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError):
        return ""
    text = one_line(tidy(str(title or "")))
    return "" if "." in text and " " not in text else text
