from __future__ import annotations

import pytest

from agent.read.asks import Asks, asks_of, holds


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("What time do I get up?", Asks.CLOCK_TIME),
        ("How much did I pay for the lamp?", Asks.MONEY),
        ("How long is my commute?", Asks.DURATION),
        ("How many days did I hike?", Asks.DURATION),
        ("How many plants do I have?", Asks.NUMBER),
        ("When did I adopt the cat?", Asks.DATE),
        ("Where do I keep the ladder?", Asks.PLACE),
        ("Who taught me to bake?", Asks.PERSON),
        ("What is the name of my dentist?", Asks.NAME),
        ("What do I have for breakfast?", Asks.ANYTHING),
    ],
)
def test_a_question_wants_one_sort_of_answer(question: str, sort: Asks) -> None:
    assert asks_of(question) is sort


@pytest.mark.parametrize(
    ("sort", "yes", "no"),
    [
        (Asks.CLOCK_TIME, "I get up at 6:30 am.", "I get up early."),
        (Asks.MONEY, "It was 40 dollars.", "It was cheap, 40 of them."),
        (Asks.DURATION, "It takes half an hour.", "It takes long."),
        (Asks.NUMBER, "I have twelve.", "I have many."),
        (Asks.DATE, "That was last week.", "That was nice."),
        (Asks.PLACE, "It is behind the door.", "It is tall."),
        (Asks.PERSON, "I met Anna.", "I met nobody."),
        (Asks.PLACE, "I paint there.", "There is paint."),
        (Asks.NAME, 'I read "Emma".', "Reading is fun."),
        (Asks.NAME, "I read **Emma**.", "For Sunday I don't know one, nor for June."),
        (Asks.ANYTHING, "Yes.", ""),
    ],
)
def test_a_sentence_holds_a_sort_of_answer_or_not(sort: Asks, yes: str, no: str) -> None:
    assert holds(sort, yes)
    assert not holds(sort, no) or sort is Asks.ANYTHING
