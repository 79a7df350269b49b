"""What a question asks of a diary, and that other questions ask nothing of it."""

from datetime import UTC, datetime

import pytest

from daybook.text.english.answers.dates_in_words import DiaryAsk
from daybook.text.english.reading.by_diary import diary_question

ASKED = datetime(2024, 5, 20, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "asks", "about", "since"),
    [
        ("What did I do in April?", DiaryAsk.WHAT, "", "2024-04-01"),
        ("What have I been up to this week?", DiaryAsk.WHAT, "", "2024-05-20"),
        ("When did I last see Orla?", DiaryAsk.LAST, "see orla", None),
        ("When was the first time I went climbing?", DiaryAsk.FIRST, "went climbing", None),
        ("How many concerts have I been to since March?", DiaryAsk.COUNT, "been to concerts", "2024-03-01"),
        ("What do I have planned for next week?", DiaryAsk.PLANS, "", "2024-05-27"),
        ("What are my plans?", DiaryAsk.PLANS, "", None),
        ("When is my dentist appointment?", DiaryAsk.WHEN, "my dentist appointment", None),
        ("Who did I meet yesterday?", DiaryAsk.WHAT, "meet", "2024-05-19"),
    ],
)
def test_a_question_to_a_diary_is_understood(
    question: str, asks: DiaryAsk, about: str, since: str | None
) -> None:
    asked = diary_question(question, ASKED)

    assert asked is not None
    assert (asked.asks, asked.about) == (asks, about)
    start = asked.during.start if asked.during else None
    assert (None if start is None else f"{start:%Y-%m-%d}") == since


@pytest.mark.parametrize(
    "question",
    [
        "What is my sister's name?",
        "How many brothers do I have?",
        "What did you recommend in April?",
        "Where do I live?",
        "What should I do in April?",
        "When did the war end?",
        "How many days ago did I buy the lamp?",
    ],
)
def test_other_questions_ask_nothing_of_it(question: str) -> None:
    assert diary_question(question, ASKED) is None


def test_a_question_about_a_named_speaker_asks_for_that_ones_entries() -> None:
    asked = diary_question("When did Ada visit her aunt?", ASKED, {"Ada Byrne", "Ben"})

    assert asked is not None
    assert (asked.speaker, asked.about) == ("Ada Byrne", "visit my aunt")
