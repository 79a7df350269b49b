"""Whether the evidence is among the first k.

Source: LongMemEval's retrieval evaluation (Wu et al., ICLR 2025), which calls these recall_any@k and
recall_all@k. Both are 0 or 1 for one question; the usual recall is the share of the evidence.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def recall_any(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 if some relevant item is among the first k, else 0.

    Raises:
        ValueError: nothing is relevant, so that there is nothing to be found.
    """
    _require(relevant)
    return float(not set(relevant).isdisjoint(ranking[:k]))


def recall_all(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 if every relevant item is among the first k, else 0.

    Raises:
        ValueError: nothing is relevant, so that there is nothing to be found.
    """
    _require(relevant)
    return float(set(relevant) <= set(ranking[:k]))


def _require(relevant: Collection[str]) -> None:
    if not relevant:
        raise ValueError("recall needs something relevant")
