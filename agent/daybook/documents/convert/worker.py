"""The process in which files are read: takes them on standard input, one by one, and answers each in a line.

It ends itself where a file needs more memory than is allowed, and is ended by `apart` where one takes too
long. It opens no file and no connection.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from daybook.documents.convert.blocks import LONGEST_HEADING, Converted, Unreadable
from daybook.documents.convert.recognise import Form, form_of
from daybook.errors import BadSettings
from daybook.extras import needs

MOST_MEMORY = 2 << 30
"""Bytes, where the system can hold a process to them."""
_MODULES = {
    Form.MARKDOWN: "markdown",
    Form.TEXT: "plain",
    Form.HTML: "html",
    Form.PDF: "pdf",
    Form.DOCX: "docx",
}


def main() -> None:
    """Read files until there are no more."""
    _bound_memory()
    while header := sys.stdin.buffer.readline():
        asked = json.loads(header)
        reply = _reply(sys.stdin.buffer.read(asked["size"]), asked["name"])
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def _reply(data: bytes, name: str) -> dict[str, object]:
    try:
        form = form_of(data, name)
        with needs("documents", f"reading {form}"):
            convert: Callable[[bytes], Converted] = import_module(f"{__package__}.{_MODULES[form]}").convert
        found = convert(data)
    except (Unreadable, BadSettings) as error:
        return {"problem": str(error)}
    blocks = [(one.text, one.page, one.level, one.whole) for one in found.blocks]
    return {"form": form, "title": found.title[:LONGEST_HEADING], "pages": found.pages, "blocks": blocks}


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:
        return  # Windows has none
    with suppress(ValueError, OSError):  # the system holds it to less already, or to nothing
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    main()
