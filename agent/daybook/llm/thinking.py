"""Leaves out what a model writes while it thinks, where the server passes it on as text of the reply.

A thought stands at the head of a reply, between `<think>` and `</think>`. Two things go wrong with it: it is
cut off before its end, and its beginning is missing, where the model's template has already written it. Tags
further inside are left alone, since a reply may quote them.
"""

from __future__ import annotations

import re

_OPENINGS = ("<think>", "<thinking>", "<thought>", "[THINK]")
_CLOSING = re.compile(r"</(?:think|thinking|thought)>|\[/THINK\]")
_UNBEGUN = re.compile(rf"^[ \t]*(?:{_CLOSING.pattern})\s*|(?:{_CLOSING.pattern})[ \t]*(?:\n\s*|\Z)", re.M)
"""The end of a thought that has no beginning: it stands at the beginning or the end of a line."""
_JSON = ("{", "[{", "```")


def without_thoughts(text: str) -> str:
    """Return a whole reply without its thoughts; "" where it was cut off within one."""
    shown = ThoughtFilter()
    rest = shown.take(text) + shown.end()
    end = _unbegun_end(rest)
    return rest[end:] if end else rest


def begins_within_thought(text: str) -> bool:
    """Whether a reply ends a thought that it has not begun: the template of some models begins it."""
    return not text.lstrip().startswith(_OPENINGS) and bool(_unbegun_end(text))


def _unbegun_end(text: str) -> int:
    """Where the reply proper begins behind a thought without a beginning; 0 if there is none."""
    found = None if text.lstrip().startswith(_JSON) else _UNBEGUN.search(text)
    return found.end() if found else 0


class ThoughtFilter:
    """Takes a reply piece by piece and gives back what of it may be shown, as soon as that is certain."""

    def __init__(self, *, within: bool = False) -> None:
        """Begin a reply.

        Args:
            within: the model is known to begin within a thought. All is held back until the thought ends,
                or the reply, which then had none.
        """
        self._held = ""
        self._within = within
        self._begun = not within
        """Whether the beginning of the thought was seen: without it, it may be none."""
        self._thought = False
        self._past_head = False

    def take(self, piece: str) -> str:
        """Take the next piece; return what may be shown of it and of what was held back before."""
        if self._past_head:
            return piece
        self._held += piece
        while True:
            if self._within:
                closing = _CLOSING.search(self._held)
                if closing is None:
                    return ""
                self._held = self._held[closing.end() :]
                self._within, self._thought = False, True
            head = self._held.lstrip()
            opening = next((opening for opening in _OPENINGS if head.startswith(opening)), None)
            if opening is None:
                break
            self._held = head.removeprefix(opening)
            self._within = self._begun = True
        return "" if any(opening.startswith(head) for opening in _OPENINGS) else self._release()

    def end(self) -> str:
        """Return what was held back and is no thought, once the reply has ended."""
        return "" if self._within and self._begun else self._release()

    def _release(self) -> str:
        held, self._held = self._held, ""
        self._past_head = True
        return held.lstrip() if self._thought else held
