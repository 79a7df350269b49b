from __future__ import annotations

import pytest

from daybook.read.by_quotes.answer_type import AnswerType, answer_type_of, holds


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("What time do I get up?", AnswerType.CLOCK_TIME),
        ("How much did I pay for the lamp?", AnswerType.MONEY),
        ("How long is my commute?", AnswerType.DURATION),
        ("How many days was the hike?", AnswerType.DURATION),
        ("How many plants do I have?", AnswerType.NUMBER),
        ("When did I adopt the cat?", AnswerType.DATE),
        ("Where do I keep the ladder?", AnswerType.PLACE),
        ("Who taught me to bake?", AnswerType.PERSON),
        ("What name has my dentist?", AnswerType.NAME),
        ("What do I have for breakfast?", AnswerType.ANYTHING),
    ],
)
def test_a_question_wants_one_sort_of_answer(question: str, sort: AnswerType) -> None:
    assert answer_type_of(question) is sort


@pytest.mark.parametrize(
    ("sort", "yes", "no"),
    [
        (AnswerType.CLOCK_TIME, "I get up at 6:30 am.", "I get up early."),
        (AnswerType.MONEY, "It was 40 dollars.", "It was cheap, 40 of them."),
        (AnswerType.DURATION, "It takes half an hour.", "It takes long."),
        (AnswerType.NUMBER, "I have twelve.", "I have many."),
        (AnswerType.DATE, "That was last week.", "That was nice."),
        (AnswerType.PLACE, "It is behind the door.", "It is tall."),
        (AnswerType.PERSON, "I met Anna.", "I met nobody."),
        (AnswerType.PLACE, "I paint there.", "There is paint."),
        (AnswerType.NAME, 'I read "Emma".', "Reading is fun."),
        (AnswerType.NAME, "I read **Emma**.", "For Sunday I don't know one, nor for June."),
        (AnswerType.ANYTHING, "Yes.", ""),
    ],
)
def test_a_sentence_holds_a_sort_of_answer_or_not(sort: AnswerType, yes: str, no: str) -> None:
    assert holds(sort, yes)
    assert not holds(sort, no) or sort is AnswerType.ANYTHING
