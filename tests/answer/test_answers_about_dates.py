from datetime import date

import pytest

from daybook.settings.options import ReadOptions
from daybook.text.english.answers.dates_in_words import elapsed, whole_months
from daybook.text.english.reading import read_by_quotes
from tests.answer.histories import asked, excerpt, read


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


@pytest.mark.parametrize(
    ("told", "when"),
    [
        ("I launched the raft yesterday.", "It was on 8 June 2023."),
        ("I launched the raft last week.", "It was the week before 9 June 2023."),
        ("I launched the raft last weekend.", "It was the weekend before 9 June 2023."),
        ("I launched the raft last Monday.", "It was the Monday before 9 June 2023 (5 June)."),
        ("I launched the raft last month.", "It was in May 2023."),
        ("I launched the raft last year.", "It was in 2022."),
        ("I will launch the raft next month.", "It is to be in July 2023."),
    ],
)
def test_when_is_answered_by_the_day_of_the_event_as_finely_as_it_was_told(told: str, when: str) -> None:
    reading = read("When did I launch the raft?", excerpt("r1", "2023-06-09", told))

    assert reading.computed == when
    assert reading.text.startswith(f"{when} You said on 9 June 2023: “{told}”")


def test_when_is_left_to_the_day_of_the_message_where_no_time_is_named() -> None:
    told = excerpt("r1", "2023-06-09", "I launched the raft.")

    reading = read("When did I launch the raft?", told)

    assert reading.computed == ""
    assert reading.text == "You said on 9 June 2023: “I launched the raft.”"


def test_a_date_in_the_question_is_no_word_that_a_round_must_mention() -> None:
    shown = [
        excerpt("r1", "2023-05-03", "I launched the raft at the mill."),
        excerpt("r2", "2023-05-19", "I launched the raft at the weir."),
    ]
    reading = read("Where did I launch the raft on 19.05.2023?", *shown)

    assert not reading.not_known
    assert "Nothing that was found mentions" not in reading.text


def test_a_vague_time_gives_a_rough_length_from_its_middle() -> None:
    told = excerpt("r1", "2023-05-31", "I sold the boat last month.")
    reading = read("How many days ago did I sell the boat?", told)

    # the middle of April is the 16th; to 1 June that is 46 days
    assert reading.text.startswith(
        "About 46 days ago: it was around 16 April 2023, and you ask on 1 June 2023."
    )


def test_how_long_ago_something_was_when_another_thing_happened_is_said_as_such() -> None:
    told = [
        excerpt("r1", "2023-05-02", "I opened the bakery today."),
        excerpt("r2", "2023-05-20", "I hired my first baker today."),
    ]

    reading = read("How many days ago did I open the bakery when I hired my first baker?", *told)

    assert reading.text.startswith("18 days ago then: one was on 2 May 2023, the other on 20 May 2023.")


def test_without_date_arithmetic_the_days_are_left_to_the_reader() -> None:
    told = excerpt("r1", "2023-05-22", "I sold the boat today.")
    reading = read_by_quotes(
        *asked("How many days ago did I sell the boat?"), [told], options=ReadOptions(date_arithmetic=False)
    )

    assert reading.text == "You said on 22 May 2023: \u201cI sold the boat today.\u201d"
