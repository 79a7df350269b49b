from __future__ import annotations

import pytest

from daybook.conversation import Polarity
from daybook.remember import Act
from tests.remember.said import signed, told


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("I moved from Bonn to Ulm.", "identity.residence +Ulm", "Bonn"),
        ("I now work at Beta Corp.", "identity.employer +Beta Corp", ""),
        ("I got a new job at Beta Corp.", "identity.employer +Beta Corp", ""),
        ("I became a baker.", "identity.work +baker", ""),
        ("I switched from coffee to tea.", "preference.food +tea", "coffee"),
        ("I've gone vegan.", "constraint.diet +vegan", ""),
        ("I gave up meat.", "constraint.diet -meat", ""),
        ("I got married.", "identity.relationship +married", ""),
        ("I live in Ulm now, not in Bonn.", "identity.residence +Ulm", "Bonn"),
        ("I no longer live in Bonn; I live in Ulm.", "identity.residence +Ulm", "Bonn"),
    ],
)
def test_what_is_said_to_be_new_changes(text: str, fact: str, instead_of: str) -> None:
    last = told(text)[-1]

    assert (signed(last), last.act, last.instead_of) == (fact, Act.CHANGES, instead_of)


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("That's wrong, I live in Ulm.", "identity.residence +Ulm", ""),
        ("Correction: I live in Ulm, not Bonn.", "identity.residence +Ulm", "Bonn"),
        ("Sorry, I meant I'm allergic to kiwi, not lime.", "constraint.allergy +kiwi", "lime"),
        ("I'm not a nurse, I'm a doctor.", "identity.work +doctor", "nurse"),
    ],
)
def test_what_is_said_to_have_been_wrong_is_corrected(text: str, fact: str, instead_of: str) -> None:
    [only] = told(text)

    assert (signed(only), only.act, only.instead_of) == (fact, Act.CORRECTS, instead_of)


def test_a_correction_may_cross_slots() -> None:
    denied, dislike = told("I'm not allergic to olives, I just dislike them.")

    assert (signed(denied), denied.act) == ("constraint.allergy -olives", Act.STATES)
    assert (signed(dislike), dislike.act) == ("preference.food -olives", Act.CORRECTS)
    assert dislike.wrong_slot == "constraint.allergy"
    assert dislike.text == "I dislike olives."


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I quit my job.", [("identity.work", ""), ("identity.employer", "")]),
        ("I no longer work at Acme.", [("identity.employer", "Acme")]),
        ("I don't live in Bonn anymore.", [("identity.residence", "Bonn")]),
        ("I gave away my parrot.", [("possession.pet", "parrot")]),
        ("I sold my van.", [("possession.vehicle", "van")]),
        ("I used to live in Bonn.", [("identity.residence", "Bonn")]),
        ("We broke up.", [("family.partner", "")]),
    ],
)
def test_what_is_over_ends_and_names_nothing_in_its_place(text: str, ended: list[tuple[str, str]]) -> None:
    facts = [fact for fact in told(text) if fact.act is Act.ENDS]

    assert [(fact.slot, fact.value) for fact in facts] == ended
    assert all(fact.polarity is Polarity.POSITIVE for fact in facts)


def test_what_was_so_once_stays_as_something_that_happened() -> None:
    assert signed(told("I used to live in Bonn.")[0]) == "event.experience +lived in Bonn"


def test_not_eating_something_any_more_is_a_diet_and_not_the_end_of_one() -> None:
    [fact] = told("I don't eat meat anymore.")

    assert (signed(fact), fact.act) == ("constraint.diet -meat", Act.STATES)
