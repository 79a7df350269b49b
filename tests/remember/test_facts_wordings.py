"""Values cut right, and names, favourites, corrections and changes in the wordings that people use."""

from __future__ import annotations

import pytest

from daybook.remember import Act
from tests.remember.said import signed, told


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I have an allergy to latex, quite a bad one.", "constraint.allergy +latex"),
        ("Being allergic to pollen, I stay inside in May.", "constraint.allergy +pollen"),
        ("Lotte is my sister.", "family.sibling +sister Lotte"),
        ("I have a brother, Emil.", "family.sibling +brother Emil"),
        ("My wife's name is Inga, not Inge.", "family.partner +Inga"),
        ("My favourite season is spring.", "preference.favourite.season +spring"),
        ("Ran is my favourite film of all time.", "preference.favourite.film +Ran"),
        ("As of this week my favourite colour is mauve.", "preference.favourite.colour +mauve"),
        ("I have a loom.", "possession.thing +loom"),
        ("Whistling is my passion.", "preference.activity +whistling"),
        ("I turned 31 last week.", "identity.age +31"),
        ("My favourite museum is the Prado.", "preference.place +museum: Prado"),
        ("I've retrained and I'm a baker now.", "identity.work +baker"),
        ("I wake up at 6:45.", "habit.routine.waking +6:45"),
        ("I get up at five every day.", "habit.routine.waking +five"),
        ("I bought a kayak yesterday.", "possession.vehicle +kayak"),
        ("I bought a trampoline yesterday.", "possession.thing +trampoline"),
        ("I read The Delta Times every Sunday.", "habit.activity +read The Delta Times"),
        ("I moved to Turku on 3 March 2024.", "identity.residence +Turku"),
        ("I moved to Turku on the 1st of May.", "identity.residence +Turku"),
    ],
)
def test_the_value_is_what_is_told_and_no_more(text: str, fact: str) -> None:
    assert fact in [signed(one) for one in told(text)]


@pytest.mark.parametrize(
    "text",
    ["I bought a cake.", "I bought a ticket.", "I bought a scarf for my aunt.", "I got a message."],
)
def test_what_is_used_up_or_given_away_is_not_owned(text: str) -> None:
    assert not [fact for fact in told(text) if fact.slot.startswith("possession.")]


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("My favourite colour is mauve, not lilac, sorry.", "preference.favourite.colour +mauve", "lilac"),
        (
            "I meant Ulm. I live in Ulm, not Bonn.",
            "identity.residence +Ulm",
            "Bonn",
        ),
        ("I said lilac, but my favourite colour is mauve.", "preference.favourite.colour +mauve", ""),
        ("I mixed that up, I'm a baker.", "identity.work +baker", ""),
    ],
)
def test_a_correction_is_known_by_its_wording(text: str, fact: str, instead_of: str) -> None:
    found = [one for one in told(text) if one.act is Act.CORRECTS]

    assert (fact, instead_of) in [(signed(one), one.instead_of) for one in found]


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("I used to be a baker, now I'm a welder.", "identity.work +welder", "baker"),
        ("I wake up at six instead of eight.", "habit.routine.waking +six", "eight"),
        (
            "I cycle to work now instead of taking the tram.",
            "habit.activity +cycle to work",
            "taking the tram",
        ),
    ],
)
def test_a_change_supersedes_and_takes_nothing_back(text: str, fact: str, instead_of: str) -> None:
    last = told(text)[-1]

    assert (signed(last), last.act, last.instead_of) == (fact, Act.CHANGES, instead_of)


def test_of_a_list_after_not_nothing_is_corrected() -> None:
    [fact] = told("I'm afraid of falling, of not being heard.")

    assert (signed(fact), fact.act) == ("preference.fear +falling", Act.STATES)
