"""The reciprocal rank of the first relevant item; its mean over questions is MRR.

Source: Voorhees, The TREC-8 Question Answering Track Report, TREC 1999.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str], k: int | None = None) -> float:
    """1 / the rank (from 1) of the first relevant item; 0 where the first k hold none.

    Args:
        ranking: best first.
        relevant: at least one.
        k: where the ranking ends; at its end where it is None.

    Raises:
        ValueError: nothing is relevant.
    """
    if not relevant:
        raise ValueError("MRR needs something relevant")
    wanted = set(relevant)
    return next((1 / rank for rank, item in enumerate(ranking[:k], start=1) if item in wanted), 0.0)
