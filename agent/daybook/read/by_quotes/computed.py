"""What reading computed, with what it was computed from."""

from __future__ import annotations

from dataclasses import dataclass

from daybook.read.by_quotes.passages import Passage


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """A result in words, and the passages that it rests on."""

    text: str
    passages: tuple[Passage, ...]
