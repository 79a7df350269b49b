from __future__ import annotations

import pytest

from daybook.reply.claims import unfounded_claims

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
