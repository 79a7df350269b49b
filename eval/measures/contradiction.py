"""ContradRate: the share of responses that contradict something they should agree with.

A response contradicts where a natural-language-inference model gives "contradiction" a probability of at
least 0.50 for it and any of the statements: persona sentences, or the memories that were retrieved for it.

Source: TimeRAG-Memory, section 4, Metrics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from eval.measures.shares import Share, share_of

THRESHOLD = 0.5


class Inference(Protocol):
    """Judges whether one text contradicts another."""

    def contradictions(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """The probability, 0 to 1, that each (premise, hypothesis) is a contradiction, in their order."""


def contradiction_rate(
    responses: Iterable[tuple[str, Sequence[str]]],
    inference: Inference | None,
    *,
    threshold: float = THRESHOLD,
) -> Share | None:
    """Count the responses that contradict a statement.

    Args:
        responses: each with the statements that it should agree with; one without statements
            contradicts nothing.
        inference: the model; None where none is configured.
        threshold: the least probability that counts.

    Returns:
        None without a model: an unmeasured rate is not a rate of 0.
    """
    if inference is None:
        return None
    return share_of(_contradicts(text, statements, inference, threshold) for text, statements in responses)


def _contradicts(text: str, statements: Sequence[str], inference: Inference, threshold: float) -> bool:
    pairs = [(statement, text) for statement in statements]
    return bool(pairs) and max(inference.contradictions(pairs)) >= threshold
