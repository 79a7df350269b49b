from __future__ import annotations

import pytest

from daybook.retrieve import fuse_ranks


def test_a_round_scores_the_sum_of_its_reciprocal_ranks() -> None:
    fused = fuse_ranks([["a", "b"], ["b", "c"]], k=60)

    assert [name for name, _ in fused] == ["b", "a", "c"]
    assert dict(fused) == pytest.approx({"b": 1 / 62 + 1 / 61, "a": 1 / 61, "c": 1 / 62})


def test_equal_scores_keep_the_order_of_first_appearance() -> None:
    assert [name for name, _ in fuse_ranks([["b"], ["a"]])] == ["b", "a"]


def test_a_heavier_ranking_wins() -> None:
    fused = fuse_ranks([["a", "b"], ["b", "a"]], k=1, weights=[1.0, 2.0])

    assert [name for name, _ in fused] == ["b", "a"]
    assert dict(fused) == pytest.approx({"b": 1 / 3 + 2 / 2, "a": 1 / 2 + 2 / 3})


def test_nothing_in_nothing_out() -> None:
    assert fuse_ranks([]) == []
    assert fuse_ranks([[], []]) == []


def test_what_is_no_ranking_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        fuse_ranks([["a"]], k=0)
    with pytest.raises(ValueError, match="twice"):
        fuse_ranks([["a", "a"]])
    with pytest.raises(ValueError, match="weights"):
        fuse_ranks([["a"]], weights=[])
