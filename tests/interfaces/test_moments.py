"""Moments as people and programs write them."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from daybook.interfaces.written_moments import slashed_moment, unix_moment, written_moment

MOMENTS: list[tuple[Callable[[Any], datetime], Any, datetime]] = [
    (slashed_moment, "2023/05/30 (Tue) 10:18", datetime(2023, 5, 30, 10, 18, tzinfo=UTC)),
    (written_moment, "2023-05-30T10:18:00+02:00", datetime(2023, 5, 30, 8, 18, tzinfo=UTC)),
    (written_moment, "2023-05-30T08:18Z", datetime(2023, 5, 30, 8, 18, tzinfo=UTC)),
    (written_moment, "2023/05/30 08:18", datetime(2023, 5, 30, 8, 18, tzinfo=UTC)),
    (unix_moment, 1_709_629_200, datetime(2024, 3, 5, 9, 0, tzinfo=UTC)),
    (unix_moment, 1_709_629_200_000, datetime(2024, 3, 5, 9, 0, tzinfo=UTC)),
]
NONE: list[tuple[Callable[[Any], datetime], Any, str]] = [
    *(
        (slashed_moment, text, f"cannot read the date {text!r}")
        for text in ("yesterday", "2023/02/30 (Thu) 10:18", "2023/05/30 (Tue) 25:18", "")
    ),
    *((unix_moment, number, "no Unix time") for number in (1e30, float("nan"), float("inf"), 10**400 - 1)),
    (written_moment, "9999-12-31T23:59:59-23:59", "the date"),
    (written_moment, "0001-01-01T00:00:00+14:00", "the date"),
    (written_moment, "0001/01/01 (Mon) 00:00", "the date"),
    (written_moment, f"{'9' * 400}-01-01", "the date"),
]


@pytest.mark.parametrize(("read", "given", "moment"), MOMENTS)
def test_moments_keep_their_offset_and_are_utc_without_one(
    read: Callable[[Any], datetime], given: Any, moment: datetime
) -> None:
    assert read(given) == moment


@pytest.mark.parametrize(("read", "given", "problem"), NONE)
def test_what_is_no_moment_is_refused_in_one_short_line(
    read: Callable[[Any], datetime], given: Any, problem: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)) as refused:
        read(given)
    assert len(str(refused.value)) < 200
