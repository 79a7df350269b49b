import re
from datetime import UTC, datetime

import pytest

from daybook.interfaces.written_moments import slashed_moment, spoken_moment, unix_moment, written_moment


def test_longmemeval_dates_are_read_as_utc() -> None:
    assert slashed_moment("2023/05/30 (Tue) 10:18") == datetime(2023, 5, 30, 10, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("12:05 am on 29 February, 2024", datetime(2024, 2, 29, 0, 5, tzinfo=UTC)),
        ("12:30 pm on 1 September, 2022", datetime(2022, 9, 1, 12, 30, tzinfo=UTC)),
    ],
)
def test_locomo_dates_are_read(text: str, moment: datetime) -> None:
    assert spoken_moment(text) == moment


@pytest.mark.parametrize("text", ["2023-05-30T10:18:00+02:00", "2023-05-30T08:18Z", "2023/05/30 08:18"])
def test_written_moments_keep_their_offset_and_are_utc_without_one(text: str) -> None:
    assert written_moment(text) == datetime(2023, 5, 30, 8, 18, tzinfo=UTC)


def test_unix_times_are_seconds_or_milliseconds_by_their_size() -> None:
    moment = datetime(2024, 3, 5, 9, 0, tzinfo=UTC)

    assert unix_moment(1_709_629_200) == unix_moment(1_709_629_200_000) == moment


@pytest.mark.parametrize("text", ["yesterday", "2023/02/30 (Thu) 10:18", "2023/05/30 (Tue) 25:18", ""])
def test_a_date_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"cannot read the date {text!r}")):
        slashed_moment(text)


@pytest.mark.parametrize(
    "text", ["13:56 pm on 8 May, 2023", "1:56 pm on 31 June, 2023", "1:56 pm on 8 Mai, 2023"]
)
def test_a_spoken_date_that_does_not_exist_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="cannot read the date"):
        spoken_moment(text)


@pytest.mark.parametrize("number", [1e30, float("nan"), float("inf"), 10**400 - 1])
def test_a_number_that_is_no_moment_is_refused_in_one_short_line(number: float) -> None:
    with pytest.raises(ValueError, match="no Unix time") as refused:
        unix_moment(number)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "text",
    [
        "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00+14:00",
        "0001/01/01 (Mon) 00:00",
        f"{'9' * 400}-01-01",
    ],
)
def test_a_date_at_the_edge_of_the_calendar_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(ValueError, match="the date") as refused:
        written_moment(text)
    assert len(str(refused.value)) < 200
