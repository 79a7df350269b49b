"""Notices that a reply goes round in circles."""

from __future__ import annotations

LOOKED_AT = 1_500
"""Characters at the end of a reply; what is repeated may be a third of that long."""
LEAST = 60
"""Characters that the repetitions must make together: a table's rule is no loop."""


def repeats_itself(text: str) -> bool:
    """Whether a reply ends with the same words at least three times in a row, the last perhaps cut off."""
    tail = text[-LOOKED_AT:]
    return any(_run(tail, period) >= max(3 * period, LEAST) for period in range(1, len(tail) // 3 + 1))


def _run(text: str, period: int) -> int:
    """Count the characters at the end that are the same as those one period before, with that period."""
    count = 0
    while count < len(text) - period and text[-1 - count] == text[-1 - count - period]:
        count += 1
    return count + period
