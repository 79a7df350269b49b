"""The marks by which a reply names what it took: "[m2]" is the second item of memory, "[d1]" a passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

_MARK = re.compile(r"[ \t]*\[\s*([md]\d{1,3}(?:\s*[,;]\s*[md]\d{1,3})*)\s*\]", re.IGNORECASE)
_UNFINISHED = re.compile(r"[ \t]*(?:\[[md\d\s,;]{0,40})?\Z", re.IGNORECASE)
"""What may become a mark with the next piece of a reply."""
_NAME = re.compile(r"[md]\d{1,3}")


def marks_of(reply: str, known: Collection[str]) -> tuple[str, ...]:
    """List the marks of a reply that name an item, each once, in their order; a model may invent others."""
    named = (name for found in _MARK.finditer(reply) for name in _NAME.findall(found[1].lower()))
    return tuple(dict.fromkeys(name for name in named if name in known))


def without_marks(reply: str) -> str:
    """Take all marks out of a reply, and the blanks before them; also those that only form when others go."""
    while (left := _MARK.sub("", reply)) != reply:
        reply = left
    return reply.strip()


class UnmarkedText:
    """Passes on a reply piece by piece without its marks, which are known as such only when they end.

    The pieces passed on are together `without_marks` of the whole reply, but for white space at its ends.
    """

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._held = ""

    def __call__(self, piece: str) -> None:
        """Take the next piece."""
        text = _MARK.sub("", self._held + piece)
        unfinished = _UNFINISHED.search(text)
        end = unfinished.start() if unfinished else len(text)
        self._held = text[end:]
        if text[:end]:
            self._on_text(text[:end])

    def close(self) -> None:
        """Pass on what is held back; no more pieces come."""
        if self._held.strip():
            self._on_text(self._held)
        self._held = ""
