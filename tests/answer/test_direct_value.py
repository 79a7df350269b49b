import pytest

from daybook.text.english.answers import direct_value
from daybook.text.english.questions.question_content import AnswerType, answer_type_of, holds
from tests.answer.histories import excerpt, read


@pytest.mark.parametrize(
    ("question", "quote", "value"),
    [
        ("Who has a spare key?", "I left our spare key with Mrs Adeyemi at number 14.", "Mrs Adeyemi"),
        ("What book am I reading?", "I'm halfway through \u201cThe Alchemist\u201d.", "The Alchemist"),
        ("How much was the check-up?", "I paid £64 for the check-up on Saturday.", "£64"),
        ("What time do I swim?", "I swim at 7:00 pm on Fridays.", "7:00 pm"),
        ("How long was I at Calder?", "I have been at Calder for six years.", "six years"),
        ("How many tomato plants did I buy?", "I bought three tomato plants and two bags.", "three"),
        ("How old is Orla?", "My sister and her girl Orla, who is six and loud.", "six"),
        ("How old is Orla?", "Orla ate two bowls of soup.", ""),
        ("Who did I meet?", "I met Ada, then Bea at the fair.", ""),
        ("Who went with me?", "Hey Jon, I loved the fair.", ""),
        ("Who is Anthony?", "Anthony and I went to see Harry Potter.", ""),
        ("Why did I buy the Volvo?", "I bought the Volvo for £900.", ""),
        ("What would be a good name?", "I called my boat Pelican.", ""),
    ],
)
def test_a_value_is_told_first_only_where_just_one_can_be_meant(
    question: str, quote: str, value: str
) -> None:
    assert direct_value(question, quote) == value


def test_the_value_leads_the_answer_and_the_quote_follows() -> None:
    key = excerpt("r1", "2025-06-02", "I've left our spare key with Mrs Adeyemi at number 14.")

    reading = read("Who has our spare key?", key)

    assert reading.text.startswith("Mrs Adeyemi. You said on 2 June 2025: \u201cI've left our spare key")


@pytest.mark.parametrize(
    "question",
    ["How much do I earn at the museum?", "Who hired me at the museum?", "How old is the museum?"],
)
def test_quotes_without_the_sort_of_thing_that_is_asked_for_are_only_what_comes_nearest(
    question: str,
) -> None:
    started = excerpt("r1", "2025-05-20", "I started at the museum yesterday.")

    reading = read(question, started)

    assert reading.not_known
    assert not reading.evidence or reading.nearest


def test_an_age_is_no_other_number() -> None:
    assert answer_type_of("How old is my niece?") is AnswerType.AGE
    assert holds(AnswerType.AGE, "My dad turns seventy on Sunday.")
    assert not holds(AnswerType.AGE, "He drove a bus for thirty years.")
