import numpy as np

from daybook.store.growing import Growing


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
