from __future__ import annotations

from daybook.read import read_by_quotes
from daybook.settings.options import ReadOptions
from tests.read.histories import asked, excerpt


def test_a_vague_time_gives_a_rough_length_from_its_middle() -> None:
    told = excerpt("r1", "2023-05-31", "I sold the boat last month.")
    reading = read_by_quotes(*asked("How many days ago did I sell the boat?"), [told])

    # the middle of April is the 16th; to 1 June that is 46 days
    assert reading.text.startswith(
        "About 46 days ago: it was around 16 April 2023, and you ask on 1 June 2023."
    )


def test_how_long_ago_something_was_when_another_thing_happened_is_said_as_such() -> None:
    told = [
        excerpt("r1", "2023-05-02", "I opened the bakery today."),
        excerpt("r2", "2023-05-20", "I hired my first baker today."),
    ]

    reading = read_by_quotes(
        *asked("How many days ago did I open the bakery when I hired my first baker?"), told
    )

    assert reading.text.startswith("18 days ago then: one was on 2 May 2023, the other on 20 May 2023.")


def test_without_date_arithmetic_the_days_are_left_to_the_reader() -> None:
    told = excerpt("r1", "2023-05-22", "I sold the boat today.")
    reading = read_by_quotes(
        *asked("How many days ago did I sell the boat?"), [told], options=ReadOptions(date_arithmetic=False)
    )

    assert reading.text == "You said on 22 May 2023: \u201cI sold the boat today.\u201d"
