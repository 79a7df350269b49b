"""What reading computed, with what it was computed from."""

from __future__ import annotations

from dataclasses import dataclass

from agent.read.passages import Passage


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A result in words, and the passages that it rests on."""

    text: str
    passages: tuple[Passage, ...]
