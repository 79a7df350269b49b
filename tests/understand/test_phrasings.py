from __future__ import annotations

import pytest

from daybook.understand.phrasings import phrasings_of
from daybook.understand.statements import to_statement


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Which language did I study with?", "I studied with language"),
        ("What kind of tree did I plant in the garden?", "I planted tree in the garden"),
        ("When did I sell my car?", "I sold my car"),
        ("How many letters have I written this year?", "I have written letters this year"),
        ("How many violins do I currently own?", "I currently own violins"),
        ("Where is she?", None),  # nothing would be left
        ("What was my first salary at the bank?", "my first salary at the bank"),
        ("How long was I at sea?", "I was at sea"),
        ("Tell me about Peru.", None),
        ("", None),
    ],
)
def test_a_question_becomes_the_statement_that_would_answer_it(question: str, statement: str | None) -> None:
    assert to_statement(question) == statement


def test_the_question_comes_first_then_the_statement_that_would_answer_it() -> None:
    assert phrasings_of("Which appliances did I buy?") == (
        "Which appliances did I buy?",
        "I bought appliances",
    )


def test_a_plain_message_has_one_phrasing() -> None:
    assert phrasings_of("Good evening") == ("Good evening",)
    assert phrasings_of("") == ("",)
