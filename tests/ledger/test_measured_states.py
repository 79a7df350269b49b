from datetime import UTC, datetime, timedelta

import pytest

from daybook import Role, Turn
from tests.ledger.test_introductions import facts_of
from tests.small_memory import OpenDaybook

START = datetime(2025, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "attribute", "value"),
    [
        ("I've completed 20 videos so far.", "how many videos completed", "20"),
        ("My current page is 250.", "page", "250"),
        ("I'm on page 120 of The Silent Patient.", "page", "120"),
        ("I'm on page 120 of 'The Silent Patient'.", "page", "120"),
        ("My best is 132 points.", "best", "132 points"),
        ("My 5k personal best is 25:10 now.", "5k personal best", "25:10"),
        ("My current 5K PB is 27 minutes and 15 seconds.", "5k pb", "27 minutes and 15 seconds"),
        ("I have 37 coins in my collection.", "how many coins", "37"),
        (
            "I just finished my fifth project since starting painting classes.",
            "how many projects completed",
            "5",
        ),
        ("I'm up to 43 species on my life list.", "how many species", "43"),
        ("I weigh 84 kilos.", "weight", "84 kilos"),
    ],
)
def test_how_much_it_is_by_now_is_read_with_what_is_measured(said: str, attribute: str, value: str) -> None:
    found = [(fact.attribute, fact.value) for fact in facts_of(said)]

    assert (attribute, value) in found


@pytest.mark.parametrize(
    "said",
    [
        "I have 3 questions about my order now.",
        "I've watched two films today.",
        "I just finished my first marathon.",
        "My budget for the trip is $400.",
        "I had 12 guests at my party.",
        "If I have 20 points by now, do I get a coffee?",
        "I have two kids now.",
        "I'm on chapter 10 of something dull.",
    ],
)
def test_a_number_of_one_occasion_is_no_measured_state(said: str) -> None:
    assert not [fact for fact in facts_of(said) if fact.attribute]


def test_the_latest_of_a_series_answers_and_the_one_before_follows(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    for week, pages in enumerate((120, 180, 250)):
        turns = [
            Turn(Role.USER, f"I'm on page {pages} of The Silent Patient."),
            Turn(Role.ASSISTANT, "Nice."),
        ]
        daybook.append(turns, owner="ada", session_id=f"s{week}", said_at=START + timedelta(weeks=week))

    answer = daybook.ask("What page of The Silent Patient am I on?", owner="ada")

    assert answer.text.startswith("You are on page 250 of The Silent Patient.")
    assert "Before that" in answer.text
    assert "180" in answer.text


def test_an_age_that_was_told_again_a_year_later_is_the_present_one(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    for year, text in ((2025, "I'm 52."), (2026, "I'm 53 now.")):
        daybook.append([Turn(Role.USER, text)], owner="ada", said_at=datetime(year, 1, 1, tzinfo=UTC))

    assert daybook.ask("How old am I?", owner="ada").text.startswith("You are 53 years old.")
