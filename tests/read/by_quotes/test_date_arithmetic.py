from __future__ import annotations

from datetime import datetime, timedelta

from daybook.conversation import TimeRange
from daybook.read import read_by_quotes
from tests.read.histories import asked, excerpt


def around_a_month_before(sentence: str, said_at: datetime) -> TimeRange | None:
    """Read "last month" as the 30 days that end with the day before."""
    return TimeRange(said_at - timedelta(days=30), said_at) if "last month" in sentence else None


def test_a_vague_time_gives_a_rough_length_from_its_middle() -> None:
    told = excerpt("r1", "2023-05-31", "I sold the boat last month.")
    reading = read_by_quotes(
        *asked("How many days ago did I sell the boat?"), [told], date_of=around_a_month_before
    )

    # 31 May less 15 days is 16 May; to 1 June that is 16 days
    assert reading.text.startswith(
        "About 16 days ago: it was around 16 May 2023, and you ask on 1 June 2023."
    )


def test_a_time_in_the_name_of_a_happening_does_not_date_it() -> None:
    def sunday_else_the_second(sentence: str, said_at: datetime) -> TimeRange | None:
        start = said_at.replace(day=7 if "Sunday" in sentence else 2)
        return TimeRange(start, start + timedelta(days=1))

    told = excerpt("r1", "2023-05-09", "I went to the Sunday market on 2 May.")
    reading = read_by_quotes(
        *asked("How many days ago did I go to the Sunday market?"), [told], date_of=sunday_else_the_second
    )

    assert reading.text.startswith("30 days ago: it was on 2 May 2023")


def test_a_plan_is_no_happening_where_something_better_is_told() -> None:
    plan = excerpt("r1", "2023-05-01", "I plan to visit the dentist.", score=2.0)
    visit = excerpt("r2", "2023-05-22", "I had to visit the dentist today.")

    reading = read_by_quotes(*asked("How many days ago did I visit the dentist?"), [plan, visit])

    assert reading.text.startswith("10 days ago: it was on 22 May 2023")


def test_how_long_ago_something_was_when_another_thing_happened_is_said_as_such() -> None:
    told = [
        excerpt("r1", "2023-05-02", "I opened the bakery today."),
        excerpt("r2", "2023-05-20", "I hired my first baker today."),
    ]

    reading = read_by_quotes(
        *asked("How many days ago did I open the bakery when I hired my first baker?"), told
    )

    assert reading.text.startswith("18 days ago then: one was on 2 May 2023, the other on 20 May 2023.")
