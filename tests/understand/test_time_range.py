"""Questions of our own, asked on Wednesday 14 June 2023 at 15:30; expectations worked by hand."""

from datetime import UTC, datetime

import pytest

from daybook.conversation import TimeRange
from daybook.understand.time_range import time_range_of

ASKED = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def day(text: str) -> datetime | None:
    return None if text == "open" else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("Who came to dinner last Friday?", "2023-06-09", "2023-06-10"),
        ("What did I plant 5 days ago?", "2023-06-09", "2023-06-10"),
        ("What did I bake on Saturday?", "2023-06-10", "2023-06-11"),
        ("What did I say yesterday morning?", "2023-06-13", "2023-06-14"),
        ("Who led yesterday's meeting?", "2023-06-13", "2023-06-14"),
    ],
)
def test_a_day_is_that_day(question: str, start: str, end: str) -> None:
    assert time_range_of(question, ASKED) == TimeRange(day(start), day(end))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        # half a week about 7 June, half a month about 14 April
        ("Which book did I begin a week ago?", "2023-06-04", "2023-06-11"),
        ("Where was I two months ago?", "2023-03-30", "2023-04-30"),
        # a day about 4 June; one day about 12 June for "a couple"
        ("What broke ten days ago?", "2023-06-03", "2023-06-06"),
        ("What did I cook a couple of days ago?", "2023-06-11", "2023-06-14"),
    ],
)
def test_a_vague_count_is_wide(question: str, start: str, end: str) -> None:
    assert time_range_of(question, ASKED) == TimeRange(day(start), day(end))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("How many films did I see in March?", "2023-03-01", "2023-05-02"),
        ("What did I do last weekend?", "2023-06-10", "2023-06-14"),
        ("Where did I travel from January to March?", "2023-01-01", "2023-06-15"),
        ("Which races did I run in January and February?", "2023-01-01", "2023-04-29"),
        ("What did I buy last month?", "2023-05-01", "2023-06-15"),
    ],
)
def test_a_longer_period_is_followed_by_the_time_in_which_it_is_told(
    question: str, start: str, end: str
) -> None:
    assert time_range_of(question, ASKED) == TimeRange(day(start), day(end))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("How much did I spend in the past two weeks?", "2023-05-31", "2023-06-15"),
        ("What have I read this year?", "2023-01-01", "2024-01-01"),
        ("How far have I rowed since the start of this year?", "2023-01-01", "open"),
        ("Where did I live before May 2020?", "open", "2020-05-01"),
        ("What did I do after January but before April?", "2023-02-01", "2023-04-01"),
    ],
)
def test_periods_up_to_now_and_open_ones(question: str, start: str, end: str) -> None:
    assert time_range_of(question, ASKED) == TimeRange(day(start), day(end))


@pytest.mark.parametrize(
    "question",
    [
        "What do I call my tortoise?",
        "How many weeks ago was it that Ana left?",
        "How long was the ferry late in two weeks of sailing?",
        "How many days lie between the Monday choir and the Easter regatta?",
        "What did I think of 'The Summer of 2019'?",
        "When do I usually swim on Saturdays?",
        "How much do I practise every day?",
        "What have I planned for next month?",
        "What time is it now?",
        "What did I do recently?",
    ],
)
def test_a_question_without_a_past_period_has_no_range(question: str) -> None:
    assert time_range_of(question, ASKED) is None


def test_a_question_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        time_range_of("yesterday", datetime(2023, 6, 14))  # noqa: DTZ001
