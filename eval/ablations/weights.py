"""Searching with other weights than those that were chosen, to see how much hangs on the choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agent.parts import Parts
from agent.retrieve import fused
from eval.ablations.arm import find
from eval.data.case import Case
from eval.systems.system import Outcome, Recall


def with_weights(**weights: float) -> Recall:
    """Search with some constants of `agent.retrieve.fused` changed, named as they are there."""

    async def recall(case: Case, parts: Parts, answers: bool) -> Outcome:
        with _weighing(weights):
            return await find(case, parts, answers)

    return recall


def meaning(weight: float) -> Recall:
    """Search with that weight for meaning; the rest is shared by the two searches by words."""
    words = (1 - weight) / 2
    return with_weights(DENSE_WEIGHT=weight, ASKED_WEIGHT=words, ROUND_WEIGHT=words)


@contextmanager
def _weighing(weights: dict[str, float]) -> Iterator[None]:
    """Change constants for this process; it may ask one question at a time until they are put back."""
    before = {name: getattr(fused, name) for name in weights}
    try:
        for name, value in weights.items():
            setattr(fused, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(fused, name, value)
