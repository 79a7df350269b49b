"""ContradRate: the share of responses that contradict something they should agree with.

A response contradicts where natural-language inference gives "contradiction" a probability of at least
0.50 for it and any of the statements: persona sentences, or the memories that were retrieved for it.

Source: TimeRAG-Memory, section 4, Metrics. The paper takes the probabilities from a classifier trained on
dialogues; whatever gives them plugs in here, and figures compare only where it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from daybook_eval.measures.shares import Share, share_of

THRESHOLD = 0.5


class Inference(Protocol):
    """Judges whether a text contradicts others."""

    async def contradiction(self, response: str, statements: Sequence[str]) -> float | None:
        """The greatest probability, 0 to 1, with which the response contradicts one of the statements.

        None where it could not be read.
        """


def contradiction_rate(probabilities: Iterable[float | None], *, threshold: float = THRESHOLD) -> Share:
    """Count the responses that contradict a statement.

    Args:
        probabilities: of each response that has statements; None is one that could not be read, which is
            not judged.
        threshold: the least probability that counts.
    """
    return share_of(None if given is None else given >= threshold for given in probabilities)
