"""Rank fusion: merges best-first rankings by their reciprocal ranks."""

from __future__ import annotations

from collections.abc import Sequence


def fuse_ranks(
    rankings: Sequence[Sequence[str]], *, k: int = 60, weights: Sequence[float] | None = None
) -> list[tuple[str, float]]:
    """Merge best-first rankings into one by reciprocal rank fusion.

    A round scores the sum of weight / (k + rank) over the rankings that hold it. Only order counts,
    so cosine similarities and BM25 scores need no common scale.

    Args:
        rankings: one best-first list of distinct round ids per search; rank starts at 1.
        k: damping constant, above 0; the larger it is, the less the top ranks stand out.
        weights: what each ranking counts for; all count 1 where none are given.

    Returns:
        (round id, score) pairs, best first; equal scores keep the order of first appearance.

    Raises:
        ValueError: k is not positive, one ranking names a round twice, or there is not one weight
            for each ranking.

    Source: Cormack, Clarke and Büttcher, SIGIR 2009 (k = 60 is theirs; the weights are ours).
    """
    if k <= 0:
        raise ValueError(f"k must be positive, not {k}")
    if weights is None:
        weights = [1.0] * len(rankings)
    if len(weights) != len(rankings):
        raise ValueError(f"{len(rankings)} rankings need as many weights, not {len(weights)}")
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        if len(set(ranking)) != len(ranking):
            raise ValueError("a ranking names a round twice")
        for rank, round_id in enumerate(ranking, start=1):
            scores[round_id] = scores.get(round_id, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda item: -item[1])
