"""Prints the progress of a run on standard error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TextIO

_EVERY = {True: 0.2, False: 10.0}
"""Seconds between two lines: a terminal's line is written over, others stay."""


@dataclass(slots=True)
class RunProgress:
    """Counts questions and says how many there are, how fast they go, and when they will be done."""

    stream: TextIO
    total: int | None
    """Questions that are to be done; None where that is not known."""
    clock: Callable[[], float] = monotonic
    done: int = 0
    failed: int = 0
    _began: float = 0.0
    _told: float = 0.0

    def __post_init__(self) -> None:
        self._began = self._told = self.clock()

    def add(self, *, failed: bool) -> None:
        """Count one more."""
        self.done += 1
        self.failed += failed
        terminal = self.stream.isatty()
        if self.clock() - self._told >= _EVERY[terminal]:
            self._told = self.clock()
            self._tell("\r" if terminal else "", "\x1b[K" if terminal else "\n")

    def end(self) -> None:
        """Print the final state, unless nothing has happened."""
        if not self.done and not self.total:
            return
        self._tell("\r" if self.stream.isatty() else "", "\n")

    def line(self) -> str:
        """Format the current state."""
        seconds = self.clock() - self._began
        rate = self.done / seconds if seconds > 0 else 0.0
        parts = [f"{self.done} of {self.total} questions" if self.total else f"{self.done} questions"]
        if self.done:
            parts.append(f"{rate:.2f}/s, {seconds:.0f} s")
        if self.total and rate and self.done < self.total:
            parts.append(f"about {(self.total - self.done) / rate:.0f} s left")
        if self.failed:
            parts.append(f"{self.failed} failed")
        return ", ".join(parts)

    def _tell(self, before: str, after: str) -> None:
        self.stream.write(f"{before}{self.line()}{after}")
        self.stream.flush()
