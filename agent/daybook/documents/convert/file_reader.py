"""Reads files in a process of its own, so that no file can take longer, or more memory, than is allowed.

The process runs this module: it takes files on standard input and answers each in a line. It ends itself at
the limit of memory, and is ended at that of time. It opens no file and no connection.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from importlib import import_module
from pathlib import PurePath
from threading import Lock, Timer
from typing import Any, Self

from daybook.conversation.errors import BadSettings
from daybook.conversation.extras import needs
from daybook.documents.convert.text_blocks import LONGEST_HEADING, Block, Converted, Unreadable, is_text

SECONDS = 60.0
"""That one file may take."""
MAX_MEMORY = 2 << 30
"""Bytes, where the system can hold a process to them."""


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


class Reader:
    """Reads one file after another; closed by leaving its `with` block."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._reading = Lock()

    def read(self, data: bytes, name: str) -> tuple[Form, Converted]:
        """Read a file, given whole; the ending of its name tells what a text is.

        Raises:
            Unreadable: of no form that is taken, damaged, encrypted, without text, or too large.
        """
        header = json.dumps({"name": name, "size": len(data)}).encode() + b"\n"
        with self._reading:
            reply = self._reply_to(header + data)
        if "problem" in reply:
            raise Unreadable(reply["problem"])
        blocks = tuple(Block(*block) for block in reply["blocks"])
        return Form(reply["form"]), Converted(blocks, reply["title"], reply["pages"])

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reply_to(self, request: bytes) -> dict[str, Any]:
        process = self._process = self._process or _started()
        late = Timer(self._seconds, process.kill)
        late.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request)
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            in_time = late.is_alive()
            late.cancel()
        if line.endswith(b"\n"):
            reply: dict[str, Any] = json.loads(line)
            return reply
        self.close()
        if in_time:
            raise Unreadable("is damaged, or needs too much memory to be read: copy or save it again")
        raise Unreadable(f"took longer than {self._seconds:g} seconds to read: save it again, or in parts")


def answer_requests() -> None:
    """Read files until there are no more."""
    _bound_memory()
    while header := sys.stdin.buffer.readline():
        asked = json.loads(header)
        reply = _reply(sys.stdin.buffer.read(asked["size"]), asked["name"])
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def _started() -> subprocess.Popen[bytes]:
    # With -P a module of the folder that the command is run in is not taken for one of ours.
    command = [sys.executable, "-P", "-m", "daybook.documents.convert.file_reader"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _reply(data: bytes, name: str) -> dict[str, object]:
    try:
        form = form_of(data, name)
        with needs("documents", f"reading {form}"):
            module = "text_blocks" if form is Form.TEXT else form.name.lower()
            convert: Callable[[bytes], Converted] = import_module(f"{__package__}.{module}").convert
        found = convert(data)
    except (Unreadable, BadSettings) as error:
        return {"problem": str(error)}
    blocks = [(block.text, block.page, block.level, block.whole, block.page_label) for block in found.blocks]
    return {"form": form, "title": found.title[:LONGEST_HEADING], "pages": found.pages, "blocks": blocks}


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:
        return  # Windows has none
    with suppress(ValueError, OSError):  # the system holds it to less already, or to nothing
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    answer_requests()
