"""What every part of the robustness run reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PartResult:
    """The figures of one part."""

    name: str
    runs: int
    """How often it did its work: kills, operations, damages."""
    figures: Mapping[str, int | float]
    """Counts by name, in the order in which they are shown."""
    failures: tuple[str, ...] = ()
    """One line for each promise that was broken, with the seed and the step that reproduce it."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        return {
            "name": self.name,
            "runs": self.runs,
            "figures": dict(self.figures),
            "failures": list(self.failures),
        }
