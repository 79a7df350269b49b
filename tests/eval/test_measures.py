from __future__ import annotations

from math import log2

import pytest

from daybook_eval.measures.ndcg import official_ndcg, standard_ndcg
from daybook_eval.measures.recall import recall_all, recall_any

RANKING = ["x", "a", "y", "b", "z"]


def test_any_needs_one_and_all_needs_every_item() -> None:
    assert recall_any(RANKING, {"a", "b"}, 1) == 0
    assert recall_any(RANKING, {"a", "b"}, 2) == 1
    assert recall_all(RANKING, {"a", "b"}, 3) == 0
    assert recall_all(RANKING, {"a", "b"}, 4) == 1


def test_what_is_not_ranked_at_all_is_missing() -> None:
    assert recall_all(RANKING, {"a", "unranked"}, 10) == 0


def test_the_official_ndcg_discounts_neither_the_first_nor_the_second_rank() -> None:
    # found at ranks 2 and 4: 1 / log2(2) + 1 / log2(4) = 1.5; ideal: 1 + 1 / log2(2) = 2
    assert official_ndcg(RANKING, {"a", "b"}, 10) == pytest.approx(0.75)
    assert official_ndcg(["x", "a"], {"a"}, 10) == 1


def test_the_ideal_ends_at_the_cutoff() -> None:
    # the first two of three: everything that a ranking cut at 2 can hold
    assert official_ndcg(["a", "b", "x", "c"], {"a", "b", "c"}, 2) == 1
    # rank 3 counts 1 / log2(3); ideal: 1 + 1 + 1 / log2(3)
    third = 1 / log2(3)
    assert official_ndcg(["a", "x", "b"], {"a", "b", "c"}, 3) == pytest.approx((1 + third) / (2 + third))


def test_the_standard_ndcg_discounts_the_second_rank() -> None:
    assert standard_ndcg(["x", "a"], {"a"}, 10) == pytest.approx(1 / log2(3))
    assert standard_ndcg(["a"], {"a"}, 10) == 1


def test_nothing_relevant_is_refused_instead_of_counted_as_found() -> None:
    for measure in (recall_any, recall_all, official_ndcg, standard_ndcg):
        with pytest.raises(ValueError, match="relevant"):
            measure(RANKING, set(), 5)
