from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from daybook.conversation import TimeRange

MAY = datetime(2023, 5, 1, tzinfo=UTC)
JUNE = datetime(2023, 6, 1, tzinfo=UTC)


def test_the_start_belongs_to_a_range_and_the_end_does_not() -> None:
    may = TimeRange(MAY, JUNE)

    assert MAY in may
    assert JUNE not in may
    assert JUNE - timedelta(microseconds=1) in may


def test_an_open_side_has_no_bound() -> None:
    assert datetime(1900, 1, 1, tzinfo=UTC) in TimeRange(None, MAY)
    assert datetime(2900, 1, 1, tzinfo=UTC) in TimeRange(MAY, None)


def test_ranges_that_only_touch_do_not_overlap() -> None:
    may = TimeRange(MAY, JUNE)

    assert not may.overlaps(TimeRange(JUNE, None))
    assert may.overlaps(TimeRange(JUNE - timedelta(seconds=1), None))
    assert may.overlaps(TimeRange(None, JUNE))
    assert not may.overlaps(TimeRange(None, MAY))


@pytest.mark.parametrize(
    ("start", "end", "problem"),
    [
        (None, None, "needs a start or an end"),
        (JUNE, MAY, "must start before it ends"),
        (MAY, MAY, "must start before it ends"),
        (datetime(2023, 5, 1), JUNE, "needs a time zone"),  # noqa: DTZ001
    ],
)
def test_a_range_that_is_none_is_refused(start: datetime | None, end: datetime | None, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        TimeRange(start, end)
