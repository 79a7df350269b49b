"""What takes the place of something known goes where that was."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daybook.conversation import Ledger, Role, Round, Status, Turn, apply_drafts
from daybook.remember import facts_in
from daybook.remember.decide import RoundFacts, decide
from daybook.remember.resolve.values import attribute
from tests.remember.facts import MAY, RESOLVER, values


def after(*sayings: str) -> Ledger:
    """The ledger after sayings, each in a session of its own, a month apart."""
    rounds = [
        Round(f"r{day}", "ada", f"s{day}", 0, 0, MAY + timedelta(days=30 * day), Turn(Role.USER, text), None)
        for day, text in enumerate(sayings)
    ]
    ledger = Ledger()
    heard = [RoundFacts(one.round_id, tuple(facts_in(one))) for one in rounds]
    return apply_drafts(ledger, decide(heard, ledger, RESOLVER).drafts)


@pytest.mark.parametrize(
    ("before", "change", "now", "former"),
    [
        ("I study law.", "I switched from law to botany.", "botany", "law"),
        ("I live in Bonn.", "I've left Bonn and moved to Ulm.", "Ulm", "Bonn"),
        ("I work for Acme.", "I quit Acme and got a new job at Zeta.", "Zeta", "Acme"),
        ("I play the flute.", "I gave up the flute, I play the oboe now.", "play oboe", "play flute"),
        ("My favourite park is Alpha.", "My favourite park is Beta now.", "park: Beta", "park: Alpha"),
    ],
)
def test_a_change_finds_what_it_ends(before: str, change: str, now: str, former: str) -> None:
    ledger = after(before, change)

    assert (values(ledger), values(ledger, Status.SUPERSEDED)) == ([now], [former])


def test_it_is_this_and_not_that_corrects_what_that_was() -> None:
    ledger = after("I live in Bonn.", "It's Ulm, not Bonn.")

    assert values(ledger) == ["Ulm"]
    assert values(ledger, Status.DELETED) == ["Bonn"]


def test_it_is_this_and_not_that_says_nothing_where_that_is_not_known() -> None:
    assert values(after("It's Ulm, not Bonn.")) == []


def test_another_employer_leaves_the_trade_and_the_town() -> None:
    ledger = after(
        "I work for Acme.", "I'm a welder.", "I live in Bonn.", "I've left Acme and got a new job at Zeta."
    )

    assert values(ledger) == ["welder", "Bonn", "Zeta"]


@pytest.mark.parametrize(
    ("value", "of"), [("phone: Alpha", "phone"), ("Boss: Ida", "boss"), ("parks: Alpha", ""), ("Alpha", "")]
)
def test_one_thing_of_a_kind_has_one_value_and_several_have_several(value: str, of: str) -> None:
    assert attribute(value) == of
