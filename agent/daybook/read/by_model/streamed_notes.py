"""The notes of a reply while the model still writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from pydantic import ValidationError

from daybook_prompts.replies import RoundNote

_BEGIN = re.compile(r'"notes"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


class NotesInReply:
    """Takes a `NotedAnswer` piece by piece, and passes each note on as soon as it is complete.

    What cannot be read ends it quietly: the whole reply is read, and checked, all the same.
    """

    def __init__(self, on_note: Callable[[RoundNote], None]) -> None:
        self._on_note = on_note
        self._text = ""
        self._reached: int | None = None
        """Where in the text the next note begins; None before the list of notes."""

    def __call__(self, piece: str) -> None:
        """Take the next piece of the reply."""
        self._text += piece
        if self._reached is None:
            begin = _BEGIN.search(self._text)
            self._reached = begin.end() if begin else None
        if self._reached is not None and "}" in piece:
            self._reached = self._pass_on(self._reached)

    def _pass_on(self, reached: int) -> int:
        """Pass on every complete note from there; return where the first that is not complete begins."""
        while True:
            between = _BETWEEN.match(self._text, reached)
            begin = between.end() if between else reached
            if not self._text.startswith("{", begin):
                return begin
            try:
                value, reached = json.JSONDecoder().raw_decode(self._text, begin)
            except json.JSONDecodeError:
                return begin
            self._take(value)

    def _take(self, value: object) -> None:
        try:
            note = RoundNote.model_validate(value)
        except ValidationError:
            return
        self._on_note(note)
