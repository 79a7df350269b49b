"""Quotes that stand, and those that carry an answer."""

import pytest

from daybook.answer.quotes import carries_answer
from daybook.text.english import ENGLISH

TURN = (
    "Did I tell you of Tansy? We took her home last Saturday from the rescue centre. Great dog. Why so?"
    " I have a whippet, what does she eat?"
)


@pytest.mark.parametrize(
    ("quote", "carries"),
    [
        ("We took her home last Saturday from the rescue centre.", True),
        ("took her home last Saturday", True),
        ("her home last Saturday", False),
        ("Great dog.", True),
        ("Great dog", True),
        ("dog", False),
        ("Did I tell you of Tansy?", False),
        ("Did I tell you of", False),
        ("Why so?", False),
        ("I have a whippet", True),
        ("what does she eat", False),
        ("I have a whippet, what does she eat?", False),
        ("Great dog. Why so?", True),
        ("never said at all by anyone", False),
        ("", False),
    ],
)
def test_a_quote_that_carries_an_answer_is_a_sentence_or_clause_or_five_words_and_no_question(
    quote: str, carries: bool
) -> None:
    assert carries_answer(quote, TURN, ENGLISH) is carries
