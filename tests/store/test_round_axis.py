import numpy as np
import pytest

from daybook.store.round_axis import RoundAxis, best_places


def test_places_and_names_lead_to_each_other() -> None:
    axis = RoundAxis.of(["b", "a", "c"])

    assert list(axis) == ["b", "a", "c"]
    assert [axis.place(name) for name in axis] == [0, 1, 2]
    assert (axis[0], axis[-1], axis[1:]) == ("b", "c", ["a", "c"])
    assert "a" in axis
    assert "d" not in axis
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            axis[beyond]


def test_places_follow_the_names_and_those_among_are_each_once_and_ascending() -> None:
    axis = RoundAxis.of("abcd")

    assert axis.places(["d", "x", "a", "d"]).tolist() == [3, 0, 3]
    assert axis.among(["d", "x", "a", "d"]).tolist() == [0, 3]
    assert axis.places([]).tolist() == axis.among([]).tolist() == []
    assert list(axis.chosen(np.array([2, 0]))) == ["c", "a"]


def test_an_axis_does_not_see_what_a_later_one_has() -> None:
    first = RoundAxis.of("ab")
    second = first.extended(["c"])

    assert (len(first), list(first), first.place("c"), "c" in first) == (2, ["a", "b"], None, False)
    assert first.places("abc").tolist() == [0, 1]
    assert first[-1] == "b"
    assert (list(second), second.place("c")) == (["a", "b", "c"], 2)


def test_of_two_that_extend_the_same_axis_neither_changes_the_other() -> None:
    axis = RoundAxis.of("ab")
    one = axis.extended(["c"])
    other = axis.extended(["d", "e"])

    assert list(one) == ["a", "b", "c"]
    assert list(other) == ["a", "b", "d", "e"]
    assert one.places("abcde").tolist() == [0, 1, 2]
    assert other.places("abcde").tolist() == [0, 1, 2, 3]


def test_an_empty_axis_can_be_extended_by_nothing_and_then_by_something() -> None:
    axis = RoundAxis.of([]).extended([]).extended(["a"])

    assert list(axis) == ["a"]
    assert axis.among(["a"]).tolist() == [0]


def test_the_best_places_are_those_of_a_stable_sort() -> None:
    random = np.random.default_rng(2)
    for limit in (0, 1, 7, 50):
        scores = random.integers(0, 9, size=30).astype(np.float32)  # many are alike
        places = np.flatnonzero(random.random(30) < 0.7)
        ranked = sorted(places.tolist(), key=lambda place: -scores[place])

        assert best_places(scores, places, limit).tolist() == ranked[:limit]
