"""Counts faults while a part runs, and keeps the first of each kind word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from daybook_eval.robustness.result import PartResult

_KEPT = 5
"""Failures of one kind that are told word for word; the others are counted."""


@dataclass(slots=True)
class Tally:
    """The figures of a part so far."""

    figures: Counter[str]
    """By name, in the order of a table; those that must be shown as 0 are there from the beginning."""
    faults: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, names: Iterable[str]) -> Tally:
        """Begin with figures of 0."""
        return cls(Counter(dict.fromkeys(names, 0)))

    def count(self, name: str, number: int = 1) -> None:
        """Count what is no fault."""
        self.figures[name] += number

    def fault(self, name: str, where: str, what: str) -> None:
        """Count a fault.

        Args:
            name: its kind, which is a figure as well.
            where: seed and step.
            what: went wrong, on one line.
        """
        self.figures[name] += 1
        self.faults[name] += 1
        if self.faults[name] <= _KEPT:
            self.lines.append(f"{where}: {name}: {' '.join(what.split())}")

    def result(self, part: str, runs: int) -> PartResult:
        """Give the result of the part."""
        more = [f"{name}: {count - _KEPT} more" for name, count in self.faults.items() if count > _KEPT]
        return PartResult(part, runs, dict(self.figures), (*self.lines, *more))
