"""PDF: the text of each page, with headings from its outline (what a reader shows as bookmarks)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from pypdfium2 import PdfDocument, PdfiumError
from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY, FPDFText_GetCharIndexFromTextIndex

from daybook.documents.convert.text_blocks import (
    MAX_CHARACTERS,
    Block,
    Converted,
    Unreadable,
    bounded,
    one_line,
    paragraphs,
    tidy,
)

MAX_PAGES = 10_000
_SCAN = (
    "has no text, only pictures of pages (a scan): have its text recognised (OCR), and add the PDF that gives"
)
_ENDS = (".", "!", "?", ":", ";", "…", "\u201d", '"', ")")
_NUMBER = re.compile(r"^(?:\d+|[A-Z])(?:\.\d+)*\.?\s+")
_BROKEN_WORD = re.compile(r"\b(\w++)[\x02\ufffe](\w+)")
"""A word hyphenated at the end of a line, as pdfium gives it."""
_PARAGRAPH_PITCH = 1.35
"""How many times the page's usual distance of lines begins a paragraph."""
_FEWEST_RUNNING = 4
"""Pages from which on a line that returns at their top or foot is taken for a running header."""
_FULL_LINE = 60
"""Characters of a line from which on prose was broken for lack of room."""
_Headings = Mapping[int, Sequence[tuple[int, str]]]
"""Of each page, from 0: levels and texts, in order."""


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    """From 1, as a reader counts them."""
    label: str
    """The number printed on it ("iv", "12"); "" where it is the same or the file names none."""
    text: str


def convert(data: bytes) -> Converted:
    """Read a PDF. Running headers and footers are left out, since no sentence goes on in them.

    Raises:
        Unreadable: it is damaged, encrypted, too long, or without text.
    """
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        if error.err_code in (FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY):
            raise Unreadable("is encrypted: save a copy without its password") from None
        raise Unreadable(f"is damaged ({one_line(str(error))[:80]}): copy or download it again") from None
    count = len(document)
    if count > MAX_PAGES:
        raise Unreadable(f"has {count:,} pages, more than {MAX_PAGES:,}: split it into parts")
    pages = _without_running_lines(_pages(document))
    if not any(page.text.strip() for page in pages):
        raise Unreadable(_SCAN if count else "has no pages")
    blocks = bounded(_joined(list(_blocks(pages, _outline(document)))))
    return Converted(blocks, _title(document), count)


def _pages(document: PdfDocument) -> list[_Page]:
    texts, length = [], 0
    for index in range(len(document)):
        texts.append(_text_of(document, index))
        length += len(texts[-1])
        if length > MAX_CHARACTERS:
            raise Unreadable(f"holds more than {MAX_CHARACTERS:,} characters of text: split it into parts")
    hyphenated = set(re.findall(r"\b\w++-\w+", " ".join(texts)))

    def mended(broken: re.Match[str]) -> str:
        """Join a word that a line's end broke, with its hyphen where the document writes it so elsewhere."""
        with_hyphen = "-".join(broken.groups())
        return with_hyphen if with_hyphen in hyphenated else "".join(broken.groups())

    pages = []
    for index, text in enumerate(texts):
        number, label = index + 1, one_line(tidy(document.get_page_label(index)))
        whole = _BROKEN_WORD.sub(mended, text)
        pages.append(_Page(number, "" if label == str(number) else label, tidy(whole)))
    return pages


def _text_of(document: PdfDocument, index: int) -> str:
    """Read the lines of a page, with a blank line where the distance of lines shows a paragraph's end."""
    try:
        page = document[index]
    except PdfiumError:
        return ""  # one damaged page does not take the others with it
    sheet = page.get_textpage()
    lines: list[str] = sheet.get_text_range().split("\r\n")
    feet, start = [], 0
    for line in lines:
        # An index of the text is not always one of the page's characters.
        character = FPDFText_GetCharIndexFromTextIndex(sheet, start)
        feet.append(sheet.get_charbox(character, loose=True)[1] if line and character >= 0 else None)
        start += len(line) + len("\r\n")
    pitches = [
        above - below if above is not None and below is not None else 0.0 for above, below in pairwise(feet)
    ]
    usual = median([pitch for pitch in pitches if pitch > 0] or [0.0])
    text = lines[0]
    for pitch, line in zip(pitches, lines[1:], strict=True):
        text += ("\n\n" if pitch > usual * _PARAGRAPH_PITCH else "\n") + line
    return text


def _without_running_lines(pages: Sequence[_Page]) -> list[_Page]:
    """Leave out the first or last line of pages where it returns from page to page but for its numbers."""
    if len(pages) < _FEWEST_RUNNING:
        return list(pages)
    split = [page.text.strip().split("\n") for page in pages]
    for edge in (0, -1):
        seen = Counter(_running(lines[edge], page) for lines, page in zip(split, pages, strict=True))
        for place, (lines, page) in enumerate(zip(split, pages, strict=True)):
            running = _running(lines[edge], page)
            if running and seen[running] >= max(_FEWEST_RUNNING, len(pages) // 10):
                split[place] = lines[1:] if edge == 0 else lines[:-1]
                split[place] = split[place] or [""]
    return [
        _Page(page.number, page.label, "\n".join(lines)) for page, lines in zip(pages, split, strict=True)
    ]


def _running(line: str, page: _Page) -> str:
    """Give what a first or last line has in common with those of other pages: its words, or a page number."""
    words = line.split()
    if not words:
        return ""
    if {words[0], words[-1]} & {page.label, str(page.number)}:
        return "<number>"
    return re.sub(r"\d+", "#", " ".join(words))


def _blocks(pages: Sequence[_Page], headings: _Headings) -> Iterator[Block]:
    """Give the paragraphs of each page, and the headings where they stand, or else at its top."""
    for page in pages:
        levels = {heading: level for level, heading in headings.get(page.number - 1, ())}
        lines = page.text.split("\n")
        there = {_unnumbered(line, levels) for line in lines}
        for heading, level in levels.items():
            if heading not in there:
                yield Block(heading, page.number, level, page_label=page.label)
        waiting: list[str] = []
        for line in lines:
            level = levels.pop(_unnumbered(line, levels), 0)
            if level:
                yield from _paragraphs(waiting, page)
                waiting = []
                yield Block(one_line(line), page.number, level, page_label=page.label)
            else:
                waiting.append(line)
        yield from _paragraphs(waiting, page)


def _paragraphs(lines: Sequence[str], page: _Page) -> Iterator[Block]:
    parts = paragraphs("\n".join(lines))
    return (Block(_unwrapped(part), page.number, page_label=page.label) for part in parts)


def _unwrapped(paragraph: str) -> str:
    """Join the lines that a sentence of prose fills, so that it goes on where one begins with a capital."""
    lines = paragraph.split("\n")
    text = lines[0]
    for before, line in pairwise(lines):
        goes_on = len(before) >= _FULL_LINE and not before.endswith(_ENDS) and line[:1].isalnum()
        text += (" " if goes_on else "\n") + line
    return text


def _unnumbered(line: str, headings: Mapping[str, int]) -> str:
    """Give a line as its heading is written in the outline, which may leave its number out."""
    whole = one_line(line)
    return whole if whole in headings else _NUMBER.sub("", whole)


def _joined(blocks: Sequence[Block]) -> Iterator[Block]:
    """Join a sentence that goes on behind the border of two pages; it stands on the page where it begins."""
    waiting: Block | None = None
    for block in blocks:
        if waiting is not None and _goes_on(waiting, block):
            found = re.search(r"[.!?](?=\s)", block.text)
            end = found.end() if found else len(block.text)
            yield replace(waiting, text=f"{waiting.text.rstrip()}\n{block.text[:end]}")
            waiting = replace(block, text=block.text[end:].strip())
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


def _outline(document: PdfDocument) -> _Headings:
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for entry in document.get_toc():
        target = entry.get_dest()
        page = target.get_index() if target is not None else None
        title = one_line(tidy(entry.get_title()))
        if page is not None and page >= 0 and title:
            found[page].append((entry.level + 1, title))
    return found


def _title(document: PdfDocument) -> str:
    """Read the title of the metadata; "" where it names a file."""
    text = one_line(tidy(document.get_metadata_value("Title")))
    return "" if "." in text and " " not in text else text
