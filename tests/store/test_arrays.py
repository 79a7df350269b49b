"""Arrays that grow, rounds by their places, and cosines."""

import numpy as np
import pytest

from daybook.store.arrays import Growing, RoundAxis, best_places, cosines


def test_rows_extended_step_by_step_are_the_rows_joined() -> None:
    random = np.random.default_rng(1)
    parts = [random.normal(size=(count, 3)) for count in random.integers(0, 90, size=40)]

    rows = Growing(np.zeros((0, 3)))
    for part in parts:
        rows = rows.extended(part)

    assert np.array_equal(rows.rows, np.concatenate(parts))


def test_places_and_names_lead_to_each_other() -> None:
    axis = RoundAxis.of(["b", "a", "c"])

    assert list(axis) == ["b", "a", "c"]
    assert axis.place_of_each(axis).tolist() == [0, 1, 2]
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


def test_the_best_places_are_those_of_a_stable_sort() -> None:
    random = np.random.default_rng(2)
    for limit in (0, 1, 7, 50):
        scores = random.integers(0, 9, size=30).astype(np.float32)  # many are alike
        places = np.flatnonzero(random.random(30) < 0.7)
        ranked = sorted(places.tolist(), key=lambda place: -scores[place])

        assert best_places(scores, places, limit).tolist() == ranked[:limit]


@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 1000])
def test_every_query_is_compared_with_every_vector(count: int) -> None:
    random = np.random.default_rng(count)
    queries = random.normal(size=(3, 16)).astype(np.float32)
    vectors = random.normal(size=(count, 16)).astype(np.float32)

    found = cosines(queries, vectors)

    assert found.shape == (3, count)
    assert found == pytest.approx(queries @ vectors.T, abs=1e-5)
