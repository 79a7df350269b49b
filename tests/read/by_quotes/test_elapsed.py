from __future__ import annotations

from datetime import date

import pytest

from daybook.read.by_quotes.elapsed import elapsed, whole_months


@pytest.mark.parametrize(
    ("first", "second", "unit", "expected"),
    [
        (date(2021, 6, 2), date(2021, 6, 25), "day", "23 days"),
        (date(2021, 6, 25), date(2021, 6, 2), "day", "23 days"),
        (date(2023, 1, 31), date(2023, 2, 1), None, "1 day"),
        (date(2021, 6, 2), date(2021, 6, 30), "week", "4 weeks"),
        (date(2021, 6, 2), date(2021, 6, 29), "week", "about 4 weeks (27 days)"),
        (date(2020, 9, 8), date(2021, 2, 8), "month", "5 months"),
        (date(2020, 9, 8), date(2021, 2, 6), "month", "about 5 months (151 days)"),
        (date(2020, 2, 29), date(2023, 2, 28), "year", "about 3 years (1095 days)"),
        (date(2020, 3, 5), date(2023, 3, 5), "year", "3 years"),
        (date(2023, 1, 1), date(2023, 5, 1), None, "4 months"),
    ],
)
def test_the_time_between_two_dates_is_said_in_the_unit_asked_for(
    first: date, second: date, unit: str | None, expected: str
) -> None:
    assert elapsed(first, second, unit) == expected


def test_a_month_is_whole_when_its_day_has_come_again() -> None:
    assert whole_months(date(2023, 1, 15), date(2023, 3, 14)) == 1
    assert whole_months(date(2023, 1, 15), date(2023, 3, 15)) == 2
