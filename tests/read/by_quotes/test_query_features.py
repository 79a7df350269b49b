from __future__ import annotations

import pytest

from daybook.conversation import QuestionKind
from daybook.read import read_by_quotes
from daybook.read.by_quotes.query_features import item_number, names_in
from tests.read.histories import asked, excerpt


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("What was the 7th tip?", 7),
        ("What was item 12 of your list?", 12),
        ("Which book came third?", 3),
        ("How many tips were there?", None),
    ],
)
def test_the_number_of_a_list_item_is_read(question: str, number: int | None) -> None:
    assert item_number(question) == number


def test_the_item_of_a_list_is_quoted_by_its_number() -> None:
    tips = "Tips for sourdough:\n1. Feed the starter\n2. Weigh the flour\n3. Wait overnight"
    reading = read_by_quotes(
        *asked("What was the second sourdough tip that you gave me?", QuestionKind.ASSISTANT),
        [excerpt("r1", "2023-05-03", "Any tips?", tips)],
    )

    assert reading.text.startswith("The assistant said on 3 May 2023: \u201cWeigh the flour\u201d")


def test_names_are_words_with_a_capital_letter_that_do_not_begin_the_question() -> None:
    names = names_in("Which cafe in Leeds is Ann's?")

    assert names is not None
    assert names.sub("_", "Ann's cafe in Leeds. Which?") == "_ cafe in _. Which?"
    assert names_in("Where is it?") is None
