"""Measures wall-clock and CPU time."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and of all processors; the second is steadier on a machine that is busy."""

    wall: float
    cpu: float

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(self.wall - earlier.wall, self.cpu - earlier.cpu)

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (CPU {self.cpu:.2f} s)"


def now() -> Cost:
    """Read both clocks of this process; only the difference of two readings means something."""
    return Cost(perf_counter(), process_time())
