"""Questions of our own, asked on Wednesday 14 June 2023 at 15:30; expectations worked by hand."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import TimeRange
from daybook.text.english.questions import time_range_of
from daybook_eval.time_expressions import read_cases, read_questions, score_cases, score_questions

ASKED = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def day(text: str) -> datetime | None:
    return None if text == "open" else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        # a day is that day
        ("Who came to dinner last Friday?", "2023-06-09", "2023-06-10"),
        ("What did I plant 5 days ago?", "2023-06-09", "2023-06-10"),
        ("What did I bake on Saturday?", "2023-06-10", "2023-06-11"),
        ("What did I say yesterday morning?", "2023-06-13", "2023-06-14"),
        ("Who led yesterday's meeting?", "2023-06-13", "2023-06-14"),
        # a vague count is wide
        # half a week about 7 June, half a month about 14 April
        ("Which book did I begin a week ago?", "2023-06-04", "2023-06-11"),
        ("Where was I two months ago?", "2023-03-30", "2023-04-30"),
        # a day about 4 June; one day about 12 June for "a couple"
        ("What broke ten days ago?", "2023-06-03", "2023-06-06"),
        ("What did I cook a couple of days ago?", "2023-06-11", "2023-06-14"),
        # a longer period is followed by the time in which it is told
        ("How many films did I see in March?", "2023-03-01", "2023-05-02"),
        ("What did I do last weekend?", "2023-06-10", "2023-06-14"),
        ("Where did I travel from January to March?", "2023-01-01", "2023-06-15"),
        ("Which races did I run in January and February?", "2023-01-01", "2023-04-29"),
        ("What did I buy last month?", "2023-05-01", "2023-06-15"),
        # up to now, and open ones
        ("How much did I spend in the past two weeks?", "2023-05-31", "2023-06-15"),
        ("What have I read this year?", "2023-01-01", "2024-01-01"),
        ("How far have I rowed since the start of this year?", "2023-01-01", "open"),
        ("Where did I live before May 2020?", "open", "2020-05-01"),
        ("What did I do after January but before April?", "2023-02-01", "2023-04-01"),
    ],
)
def test_a_question_has_the_period_in_which_it_was_told(question: str, start: str, end: str) -> None:
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


DATA = Path(__file__).parents[4] / "shared" / "data"
CASES = DATA / "time_expressions_dev.json.gz"
QUESTIONS = DATA / "longmemeval_oracle_dev.json.gz"


@pytest.mark.skipif(not CASES.exists(), reason=f"the date-time cases are not there: {CASES}")
def test_the_date_time_cases_stay_read_as_well_as_we_promise() -> None:
    score = score_cases(read_cases(CASES))

    assert (score["dated"], score["undated"]) == (377, 115)
    assert score["points"]["share"] >= 0.80
    assert score["ranges"]["share"] >= 0.75
    assert score["invented"] <= 5


@pytest.mark.skipif(not QUESTIONS.exists(), reason=f"the LongMemEval questions are not there: {QUESTIONS}")
def test_questions_without_a_period_mostly_get_no_range() -> None:
    score = score_questions(read_questions(QUESTIONS))

    assert score["questions"] == 111
    assert score["found"] <= 25
