"""Normalised discounted cumulative gain with binary relevance, in two definitions.

They differ in the discount of the second rank: 1 in LongMemEval's script, 1 / log2(3) in the standard one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import log2


def official_ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """LongMemEval's ndcg_any@k.

    DCG = rel(1) + the sum over ranks i >= 2 of rel(i) / log2(i); the ideal has all relevant items first.

    Raises:
        ValueError: nothing is relevant.

    Source: the retrieval evaluation script of Wu et al., ICLR 2025.
    """
    return _ndcg(ranking, relevant, k, lambda rank: 1.0 if rank == 1 else 1 / log2(rank))


def standard_ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """nDCG@k with the discount 1 / log2(rank + 1).

    Raises:
        ValueError: nothing is relevant.

    Source: Järvelin and Kekäläinen, TOIS 2002, with the discount that trec_eval made the usual one.
    """
    return _ndcg(ranking, relevant, k, lambda rank: 1 / log2(rank + 1))


def _ndcg(
    ranking: Sequence[str], relevant: Collection[str], k: int, discount: Callable[[int], float]
) -> float:
    if not relevant:
        raise ValueError("nDCG needs something relevant")
    gain = sum(discount(rank) for rank, item in enumerate(ranking[:k], start=1) if item in relevant)
    ideal = sum(discount(rank) for rank in range(1, min(k, len(set(relevant))) + 1))
    return gain / ideal
