from __future__ import annotations

from datetime import UTC, datetime

from daybook.english.dating import date_of

SAID_AT = datetime(2023, 6, 20, 12, tzinfo=UTC)


def _day(sentence: str) -> str | None:
    time = date_of(sentence, SAID_AT)
    return f"{time.start:%Y-%m-%d}" if time and time.start else None


def test_the_narrowest_of_several_times_dates_what_is_told() -> None:
    assert _day("In May we moved, on the 8th of May.") == "2023-05-08"


def test_of_two_days_the_one_that_is_named_more_fully_counts() -> None:
    assert _day("We marked our 20th lesson on the 4th of March.") == "2023-03-04"


def test_what_is_still_to_come_dates_nothing() -> None:
    assert _day("We leave on 8 July 2023.") is None
    assert _day("We like tea.") is None
