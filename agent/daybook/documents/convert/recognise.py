"""What form a file has, by what it holds and by its name."""

import re
from enum import StrEnum
from io import BytesIO
from pathlib import PurePath
from zipfile import BadZipFile, ZipFile

from daybook.documents.convert.text_blocks import Unreadable, is_text


class Form(StrEnum):
    """A form of files, by its media type."""

    MARKDOWN = "text/markdown"
    TEXT = "text/plain"
    HTML = "text/html"
    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


ENDINGS = {
    ".md": Form.MARKDOWN,
    ".markdown": Form.MARKDOWN,
    ".mdown": Form.MARKDOWN,
    ".txt": Form.TEXT,
    ".text": Form.TEXT,
    ".rst": Form.TEXT,
    ".html": Form.HTML,
    ".htm": Form.HTML,
    ".xhtml": Form.HTML,
    ".pdf": Form.PDF,
    ".docx": Form.DOCX,
}
"""The endings of files that are looked at in a folder; a file named by itself may have any."""
TAKEN = "Markdown, plain text, HTML, PDF and DOCX are taken"
_BINARY = (Form.PDF, Form.DOCX)
_HEAD = 1_024
_HTML = re.compile(r"\A\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--.*?-->\s*+)*+<(?:!doctype\s+html|html)\b", re.I | re.S)
_LOOKS_LIKE = (
    (b"{\\rtf", "is a document in RTF: save it as DOCX or PDF"),
    (b"\x89PNG", "is an image: add a text of what it shows"),
    (b"\xff\xd8\xff", "is an image: add a text of what it shows"),
    (b"GIF8", "is an image: add a text of what it shows"),
    (b"\x1f\x8b", "is compressed with gzip: unpack it first"),
    (b"7z\xbc\xaf", "is an archive: unpack it, and add the folder"),
    (b"Rar!", "is an archive: unpack it, and add the folder"),
    (b"\x7fELF", "is a program"),
    (b"MZ", "is a program"),
    (b"SQLite format 3", "is a database: export what is to be kept as text"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OFFICE = (
    ("xl/workbook.xml", "is a spreadsheet: save the sheets as text or PDF"),
    ("ppt/presentation.xml", "is a presentation: save it as PDF"),
    ("content.xml", "is an OpenDocument file: save it as DOCX or PDF"),
    ("META-INF/container.xml", "is an e-book (EPUB): save it as PDF or HTML"),
)


def form_of(data: bytes, name: str) -> Form:
    """Tell the form of a file by what it holds; of texts, by its name. Raises Unreadable for another one."""
    named = ENDINGS.get(PurePath(name).suffix.lower())
    if not data.strip(b"\x00\t\n\r "):
        raise Unreadable("is empty")
    if b"%PDF-" in data[:_HEAD]:
        return Form.PDF
    if data.startswith(b"PK"):
        return _form_of_zip(data)
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise Unreadable("is encrypted: save a copy without its password")
        raise Unreadable("is a file of an old Office: save it as DOCX or PDF")
    for beginning, what in _LOOKS_LIKE:
        if data.startswith(beginning):
            raise Unreadable(what)
    if named in _BINARY:
        kind = "a PDF" if named is Form.PDF else "a Word document"
        raise Unreadable(f"is named as {kind} and is none: copy or download it again")
    if not is_text(data):
        raise Unreadable(f"is neither text nor a document that could be read: {TAKEN}")
    if named in (Form.MARKDOWN, Form.HTML):
        return named
    return Form.HTML if _HTML.match(data[:_HEAD].decode("latin-1")) else Form.TEXT


def _form_of_zip(data: bytes) -> Form:
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Unreadable(f"is a damaged Word document or zip ({error}): copy or download it again") from None
    if "word/document.xml" in names:
        return Form.DOCX
    for member, what in _OFFICE:
        if member in names:
            raise Unreadable(what)
    raise Unreadable("is a zip: unpack it, and add the folder")
