"""What of an answer its quotes hold."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from daybook.conversation import Evidence
from daybook.text.english.answers.claims import (
    is_number,
    own_words,
    quotes_that_hold,
    sums_of,
    unfounded_claims,
    unsupported_claims,
)

QUESTION = "How many races have I run?"
TEN = "I ran the Harbour 10k yesterday"
TRAIL = "I ran the Bluebell Trail Race on Sunday"
RAIN = "What a rainy Monday"


def cited(*quotes: str) -> list[Evidence]:
    return [Evidence("r", "s", datetime(2025, 6, 9, tzinfo=UTC), quote) for quote in quotes]


def held(answer: str, *quotes: str, **more: object) -> list[str]:
    found = quotes_that_hold(answer, QUESTION, cited(*quotes), **more)  # type: ignore[arg-type]
    return [item.quote for item in found]


def test_the_quotes_that_hold_an_answer_are_those_that_it_is_made_of() -> None:
    assert held("The Harbour 10k and the Bluebell Trail.", RAIN, TEN, TRAIL) == [TEN, TRAIL]


def test_a_quote_with_words_that_another_has_already_is_not_needed() -> None:
    assert held("Harbour 10k", TEN, "Harbour") == [TEN]


def test_words_of_the_question_hold_nothing() -> None:
    assert held("You have run a marathon.", TEN, TRAIL) == []


def test_the_day_on_which_a_quote_was_said_is_held_by_it() -> None:
    assert held("In June 2025.", RAIN) == [RAIN]
    assert held("In March 2019.", RAIN) == []


def test_what_was_computed_is_held_by_all_quotes_together_in_digits_or_words() -> None:
    assert held("Two.", TEN, TRAIL, computed=[2]) == [TEN, TRAIL]
    assert held("17", TEN, TRAIL, computed=[17]) == [TEN, TRAIL]
    assert held("17", TEN, TRAIL, computed=[16]) == []
    assert held("On the 4th of March.", RAIN, days=[date(2025, 3, 4)]) == [RAIN]


@pytest.mark.parametrize("answer", ["Yes.", "No, you have not.", "Yes, you have run races."])
def test_an_answer_without_a_word_of_its_own_needs_a_quote_that_bears_on_the_question(answer: str) -> None:
    assert own_words(answer, QUESTION) == set()
    assert held(answer, TRAIL, RAIN) == [TRAIL, RAIN]
    assert held(answer, RAIN) == []


def test_numbers_of_quotes_may_be_added_up_and_taken_from_one_another() -> None:
    quotes = ["the fee was £190", "£64 for the check-up", "£28.50 on a harness, at 10:30"]

    assert sums_of(quotes) >= {Decimal("282.50"), Decimal("254"), Decimal("126")}
    assert unsupported_claims("£282.50 in all", quotes, computed=sums_of(quotes)) == ()
    assert unsupported_claims("£283 in all", quotes, computed=sums_of(quotes)) == ("283",)
    assert sums_of(["one number: 7"]) == set()
    assert sums_of([f"{number} euros" for number in range(1, 11)]) == {Decimal(55)}


def test_a_claim_is_a_number_in_digits_or_in_words() -> None:
    assert [is_number(claim) for claim in ("28:45", "1,200.50", "twenty-one", "Paris")] == [True] * 3 + [
        False
    ]


TOLD = ["Can you suggest a quick snack?", "I'm allergic to peanuts.", "My sister Ines lives in Lisbon."]


@pytest.mark.parametrize(
    "reply",
    [
        "Try hummus with carrots: no peanuts in it.",
        "You told me that you are allergic to peanuts, so try hummus.",
        "Your sister Ines lives in Lisbon, so call her.",
        "If you live in Berlin, go to Markthalle Neun.",
        "You could try 3 dates with 2 spoons of tahini from Fortnum.",
        "Do you have an oven at 200 degrees?",
    ],
)
def test_what_was_told_and_what_is_only_proposed_is_no_claim(reply: str) -> None:
    assert unfounded_claims(reply, TOLD) == ()


def test_a_place_that_nobody_named_is_a_claim() -> None:
    assert unfounded_claims("You live in Berlin, so it is cold.", TOLD) == ("Berlin",)


def test_a_supposition_beside_it_takes_nothing_of_a_claim_away() -> None:
    assert unfounded_claims("You live in Berlin, so a market may be near.", TOLD) == ("Berlin",)


def test_what_the_user_is_said_to_have_told_must_have_been_told() -> None:
    reply = "As you told me, you hate olives and marzipan. Try hummus."

    assert unfounded_claims(reply, TOLD) == ("As you told me, you hate olives and marzipan.",)
