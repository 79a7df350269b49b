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


def test_what_was_extended_stays_as_it_was() -> None:
    first = Growing(np.arange(3))
    second = first.extended(np.arange(3, 6))
    third = second.extended(np.arange(6, 9))

    assert first.rows.tolist() == [0, 1, 2]
    assert second.rows.tolist() == [0, 1, 2, 3, 4, 5]
    assert third.rows.tolist() == list(range(9))


def test_of_two_that_extend_the_same_rows_neither_writes_over_the_other() -> None:
    rows = Growing(np.arange(2)).extended(np.array([2]))

    one, other = rows.extended(np.array([7])), rows.extended(np.array([8]))

    assert one.rows.tolist() == [0, 1, 2, 7]
    assert other.rows.tolist() == [0, 1, 2, 8]


def test_rows_are_seldom_moved() -> None:
    rows, rooms = Growing(np.zeros(0)), set()
    for number in range(10_000):
        rows = rows.extended(np.array([float(number)]))
        rooms.add(rows.nbytes)

    assert len(rooms) < 20
    assert rows.nbytes <= 2 * rows.rows.nbytes


def test_nothing_can_be_put_behind_rows_that_may_not_be_written_to() -> None:
    read_only = Growing(np.frombuffer(b"abc", dtype=np.uint8))

    assert read_only.extended(np.zeros(0, dtype=np.uint8)).rows.tobytes() == b"abc"
    assert read_only.extended(np.array([100], dtype=np.uint8)).rows.tobytes() == b"abcd"


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


def test_an_axis_does_not_see_what_a_later_one_has() -> None:
    first = RoundAxis.of("ab")
    second = first.extended(["c"])

    assert (len(first), list(first), first.place_of_each("c").tolist(), "c" in first) == (
        2,
        ["a", "b"],
        [-1],
        False,
    )
    assert first.places("abc").tolist() == [0, 1]
    assert first[-1] == "b"
    assert (list(second), second.place_of_each("c").tolist()) == (["a", "b", "c"], [2])


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


@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 1000])
def test_every_query_is_compared_with_every_vector(count: int) -> None:
    random = np.random.default_rng(count)
    queries = random.normal(size=(3, 16)).astype(np.float32)
    vectors = random.normal(size=(count, 16)).astype(np.float32)

    found = cosines(queries, vectors)

    assert found.shape == (3, count)
    assert found == pytest.approx(queries @ vectors.T, abs=1e-5)


def test_no_query_is_compared_with_nothing() -> None:
    assert cosines(np.zeros((0, 4), dtype=np.float32), np.zeros((5, 4), dtype=np.float32)).shape == (0, 5)
