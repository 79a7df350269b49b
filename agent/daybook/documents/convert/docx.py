"""DOCX: paragraphs, headings by their styles, and tables as rows.

Read from the XML, so that insertions under review, content controls and text boxes, which python-docx's
objects skip, are there. What was deleted under review, or is hidden, is left out.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from docx import Document
from docx.oxml.ns import qn

from daybook.documents.convert.text_blocks import (
    Block,
    Converted,
    Unreadable,
    bounded,
    one_line,
    table_row,
    tidy,
)

MAX_BYTES = 200_000_000
"""Of all parts, unpacked."""
MAX_TEXT_BYTES = 60_000_000
"""Of the part that holds the text."""
_TEXT = "word/document.xml"
_ENCRYPTED = 0x1
_HEADING = re.compile(r"heading\s*([1-9])$", re.I)
_CODE = re.compile(r"code|preformatted|listing", re.I)
_P, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_BETWEEN = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_TEXT_RUN = qn("w:t")
_VAL = qn("w:val")
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = frozenset((qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), _FALLBACK))
_RUN, _RUN_PROPERTIES, _VANISH = qn("w:r"), qn("w:rPr"), qn("w:vanish")


def convert(data: bytes) -> Converted:
    """Read a Word document.

    Raises:
        Unreadable: it is damaged, too large unpacked, or holds no text.
    """
    _require_bounded(data)
    document = Document(BytesIO(data))
    levels = _levels(document)
    title = one_line(tidy(document.core_properties.title or ""))
    return Converted(bounded(_blocks(document.element.body, levels)), title)


def _require_bounded(data: bytes) -> None:
    """Look at the sizes before anything is unpacked; more than they say is never read."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = {part.filename: part for part in archive.infolist()}
    except (BadZipFile, ValueError) as error:
        raise Unreadable(f"is damaged ({error}): copy or download it again") from None
    if any(part.flag_bits & _ENCRYPTED for part in parts.values()):
        raise Unreadable("is encrypted: save a copy without its password")
    size = sum(part.file_size for part in parts.values())
    if size > MAX_BYTES or parts[_TEXT].file_size > MAX_TEXT_BYTES:
        raise Unreadable(f"holds {size:,} bytes, unpacked, which is too large: split it into parts")


def _levels(document: Any) -> dict[str, int]:
    """Give the level of the headings of each style, by its id; -1 of styles for code."""
    levels = {}
    for style in document.styles.element.style_lst:
        name = style.name_val or ""
        found = _HEADING.match(name)
        if found:
            levels[style.styleId] = int(found[1])
        elif name.lower() == "title":
            levels[style.styleId] = 1
        elif _CODE.search(name):
            levels[style.styleId] = -1
    for style in document.styles.element.style_lst:  # a style of one's own that is made from a heading's
        based = style.basedOn_val
        if based in levels and style.styleId not in levels:
            levels[style.styleId] = levels[based]
    return levels


def _blocks(body: Any, levels: dict[str, int]) -> Iterator[Block]:
    waiting = list(reversed(body))
    while waiting:
        element = waiting.pop()
        if element.tag == _P:
            yield from _paragraph(element, levels)
        elif element.tag == _TABLE:
            rows = (table_row(map(_text, _cells(row))) for row in element.iter(_ROW))
            yield Block("\n".join(filter(None, rows)), whole=True)
        elif element.tag not in _SKIPPED:
            waiting += reversed(element)


def _paragraph(element: Any, levels: dict[str, int]) -> Iterator[Block]:
    style = element.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    level = levels.get(style.get(_VAL), 0) if style is not None else 0
    text = _text(element)
    if level > 0:
        yield Block(one_line(text), level=level)
    else:
        yield Block(text.strip("\n"), whole=level < 0)


def _cells(row: Any) -> Iterator[Any]:
    """Give the cells of a row; those of tables within it are rows of their own."""
    return (cell for cell in row.iter(_CELL) if next(cell.iterancestors(_ROW)) is row)


def _text(element: Any) -> str:
    texts: list[str] = []
    waiting = list(reversed(element))
    while waiting:
        part = waiting.pop()
        if part.tag == _TEXT_RUN:
            texts.append(part.text or "")
        elif part.tag in _BETWEEN:
            texts.append(_BETWEEN[part.tag])
        elif part.tag not in _SKIPPED and part.tag != _TABLE and not (part.tag == _RUN and _is_hidden(part)):
            if part.tag == _P:
                texts.append("\n")
            waiting += reversed(part)
    return tidy("".join(texts))


def _is_hidden(run: Any) -> bool:
    vanish = run.find(f"{_RUN_PROPERTIES}/{_VANISH}")
    return vanish is not None and vanish.get(_VAL) not in ("0", "false")
