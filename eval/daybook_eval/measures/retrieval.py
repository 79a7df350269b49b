"""Every measure of a ranking at once, by the names that reports use.

"ndcg@k" is the standard one; "ndcg_any@k" is the official one, under the name that LongMemEval gives it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from daybook_eval.measures.mrr import reciprocal_rank
from daybook_eval.measures.ndcg import official_ndcg, standard_ndcg
from daybook_eval.measures.recall import recall_all, recall_any

CUTOFFS = (1, 3, 5, 10, 20, 30, 50)

_AT_K = {
    "recall_any": recall_any,
    "recall_all": recall_all,
    "ndcg": standard_ndcg,
    "ndcg_any": official_ndcg,
}


def retrieval_figures(
    ranking: Sequence[str], relevant: Collection[str], cutoffs: Sequence[int] = CUTOFFS
) -> Mapping[str, float]:
    """Measure one ranking.

    Args:
        ranking: ids, best first, each once.
        relevant: at least one id.
        cutoffs: the values of k.

    Returns:
        "recall_any@k", "recall_all@k", "ndcg@k" and "ndcg_any@k" for every k, and "mrr".

    Raises:
        ValueError: nothing is relevant.
    """
    figures = {
        f"{name}@{k}": measure(ranking, relevant, k) for name, measure in _AT_K.items() for k in cutoffs
    }
    return {**figures, "mrr": reciprocal_rank(ranking, relevant)}
