from __future__ import annotations

import pytest

from daybook.read.by_quotes.time_question import TimeRelation, time_question


@pytest.mark.parametrize(
    ("question", "relation", "events", "unit"),
    [
        (
            "How many days were there between the day I painted the shed and the day I sold my kayak?",
            TimeRelation.BETWEEN,
            ("painted the shed", "sold my kayak"),
            "day",
        ),
        (
            "How many weeks are there between the Oslo trip and my exam?",
            TimeRelation.BETWEEN,
            ("the Oslo trip", "my exam"),
            "week",
        ),
        (
            "How long had I been learning Welsh when I moved to Cardiff?",
            TimeRelation.BETWEEN,
            ("learning Welsh", "moved to Cardiff"),
            None,
        ),
        ("How many weeks ago did I adopt the cat?", TimeRelation.AGO, ("adopt the cat",), "week"),
        ("How long has it been since I saw Ann?", TimeRelation.AGO, ("saw Ann",), None),
        (
            "Which did I buy first, the tent or the stove?",
            TimeRelation.FIRST,
            ("the tent", "the stove"),
            None,
        ),
        (
            "Which city did I visit most recently, Rome or Turin?",
            TimeRelation.LAST,
            ("Rome", "Turin"),
            None,
        ),
    ],
)
def test_the_events_of_a_time_question_are_told_apart(
    question: str, relation: TimeRelation, events: tuple[str, ...], unit: str | None
) -> None:
    asked = time_question(question)

    assert asked is not None
    assert (asked.relation, asked.events, asked.unit) == (relation, events, unit)


@pytest.mark.parametrize(
    "question",
    [
        "What is my dog called?",
        "How many books did I read before the holidays?",
        "How many years older is Ann than Bea?",
        "When did I paint the shed?",
    ],
)
def test_other_questions_name_no_events(question: str) -> None:
    assert time_question(question) is None
