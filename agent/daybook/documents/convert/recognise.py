"""What form a file has, by what it holds and by its name."""

import re
from enum import StrEnum
from pathlib import PurePath

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
_HEAD = 1_024
_HTML = re.compile(r"\A\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--.*?-->\s*+)*+<(?:!doctype\s+html|html)\b", re.I | re.S)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of an old Office begin, and encrypted ones of a new."""


def form_of(data: bytes, name: str) -> Form:
    """Tell the form of a file by what it holds; of texts, by its name. Raises Unreadable for another one."""
    named = ENDINGS.get(PurePath(name).suffix.lower())
    if not data.strip(b"\x00\t\n\r "):
        raise Unreadable("is empty")
    if b"%PDF-" in data[:_HEAD]:
        return Form.PDF
    if data.startswith(b"PK") and b"word/document.xml" in data:
        return Form.DOCX
    if data.startswith(_OLE):
        raise Unreadable("is encrypted, or of an old Office: save it as DOCX or PDF without a password")
    if named in (Form.PDF, Form.DOCX) or data.startswith(b"{\\rtf") or not is_text(data):
        raise Unreadable(f"is damaged, or of another form: {TAKEN}; unpack archives first")
    if named in (Form.MARKDOWN, Form.HTML):
        return named
    return Form.HTML if _HTML.match(data[:_HEAD].decode("latin-1")) else Form.TEXT
