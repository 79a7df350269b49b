"""From the facts of rounds to what is posted, and what a second reading of a round may add."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from daybook.conversation import Act, Fact, Ledger, Role, Round, Status, Turn, apply_drafts
from daybook.ledger.decide import RoundFacts, decide, is_told_already, recalled_before
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.write_policy import allowed_facts, default_policy
from daybook.text.english import ENGLISH
from tests.ledger.facts import DRINK, HOME, JOB, MAY, PET, RESOLVER, fact, ledger_of, on, only, values


def heard(*facts: Fact, recalled: tuple[str, ...] = ()) -> RoundFacts:
    return RoundFacts(facts[0].support.round_id, facts, recalled)


def decided(*rounds: RoundFacts, ledger: Ledger | None = None) -> Ledger:
    ledger = ledger or Ledger()
    return apply_drafts(ledger, decide(rounds, ledger, RESOLVER).drafts)


def many_pets(count: int) -> Ledger:
    return ledger_of(*(fact(PET, f"pet number {number}", number) for number in range(count)))


def test_every_fact_is_decided_on_what_those_before_it_leave() -> None:
    ledger = decided(heard(fact(HOME, "Berlin")), heard(fact(HOME, "Munich", 9), fact(PET, "dog", 9)))

    assert values(ledger) == ["Munich", "dog"]


def test_a_round_that_would_retire_a_large_share_retires_nothing_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ledger = many_pets(10)

    with caplog.at_level(logging.WARNING):
        found = decide([heard(fact(PET, "", 20, act=Act.ENDS))], ledger, RESOLVER)

    assert found.drafts == ()
    (refused,) = found.refused
    assert refused.reason == "it would retire 10 of 10 records"
    assert len(refused.drafts) == 1
    assert "is kept from the ledger" in caplog.text


def test_three_records_may_fall_however_few_there_are() -> None:
    ledger = decided(heard(fact(PET, "", 20, act=Act.ENDS)), ledger=many_pets(3))

    assert values(ledger) == []


def test_what_a_refused_round_says_waits_for_the_owner() -> None:
    ledger = many_pets(8)
    swap = fact(PET, "parrot", 20, act=Act.CHANGES, instead_of="pet")

    after = decided(heard(swap), ledger=ledger)

    assert len(values(after)) == 8
    assert values(after, Status.QUARANTINED) == ["parrot"]


def test_a_correction_may_not_reach_into_a_slot_that_it_does_not_name_the_value_of() -> None:
    ledger = ledger_of(fact("constraint.allergy", "peanuts"))
    wild = fact(PET, "dog", 9, act=Act.CORRECTS, wrong_slot="constraint.allergy", instead_of="peanuts")
    named = replace(wild, support=replace(wild.support, quote="not peanuts, a dog"))
    unnamed = replace(wild, instead_of="", wrong_slot="constraint.allergy")

    assert values(decided(heard(named), ledger=ledger)) == ["dog"]
    assert values(decided(heard(unnamed), ledger=ledger)) == ["peanuts", "dog"]


def test_repeating_what_memory_just_said_makes_nothing_surer() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", reliability=0.8))
    again = fact(HOME, "Berlin", 9)

    echoed = decided(heard(again, recalled=("You told me that you live in Berlin.",)), ledger=ledger)
    said = decided(heard(again, recalled=("You have a dog.",)), ledger=ledger)

    assert only(echoed, "Berlin").confidence == 0.8
    assert only(said, "Berlin").confidence == pytest.approx(0.95)


def test_that_is_wrong_may_be_said_of_what_memory_just_said() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"))
    no = fact(HOME, "Munich", 9, act=Act.CORRECTS)

    after = decided(heard(no, recalled=("You live in Berlin. On 1 May you said so.",)), ledger=ledger)

    assert (values(after), values(after, Status.DELETED)) == (["Munich"], ["Berlin"])


def test_an_echo_may_still_bring_back_what_is_history() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"), fact(HOME, "Munich", 9))

    after = decided(heard(fact(HOME, "Berlin", 18), recalled=("You lived in Berlin.",)), ledger=ledger)

    assert values(after) == ["Berlin"]


def test_only_what_came_out_of_memory_earlier_in_the_session_counts_as_recalled() -> None:
    def round_at(position: int, sources: tuple[str, ...] | None) -> Round:
        reply = Turn(Role.ASSISTANT, f"reply {position}", MAY, sources=sources)
        return Round(f"r{position:024}", "ada", "s", 0, position, MAY, Turn(Role.USER, "hi"), reply)

    session = [round_at(0, ("r1",)), round_at(1, None), round_at(2, ()), round_at(3, ("r1",))]
    elsewhere = replace(session[0], occurrence=1)

    assert recalled_before(session[3], [*session, elsewhere]) == ("reply 0",)


def test_secrets_of_a_quote_are_masked() -> None:
    told = fact(HOME, "Berlin")
    quote = "I live in Berlin and my password is hunter22!x"
    leaky = replace(told, support=replace(told.support, quote=quote, stop=len(quote)))

    (kept,) = allowed_facts([leaky], default_policy())

    assert "hunter22" not in kept.support.quote
    assert len(kept.support.quote) == len(quote)
    assert on(0) == kept.support.said_at


FIRST = ledger_of(fact(HOME, "Berlin"), fact(PET, "beagle Biscuit"), fact(DRINK, "tea"))
"""What rules found in the round of day 0."""


@pytest.mark.parametrize(
    ("slot", "value", "more"),
    [
        pytest.param(HOME, "Berlin", {}, id="the same"),
        pytest.param(HOME, "Paris", {}, id="another value where one holds"),
        pytest.param(HOME, "Paris", {"act": Act.CORRECTS, "instead_of": "Berlin"}, id="a correction"),
        pytest.param(PET, "beagle", {}, id="less specific"),
        pytest.param(PET, "old beagle Biscuit", {}, id="more specific"),
        pytest.param(DRINK, "tea", {"liked": False}, id="denied"),
        pytest.param(DRINK, "coffee", {"act": Act.CHANGES, "instead_of": "tea"}, id="in its place"),
        pytest.param(PET, "", {"act": Act.ENDS}, id="an end"),
        pytest.param("preference.other", "tea", {}, id="the same in a slot beside it"),
    ],
)
def test_what_a_round_told_already_is_neither_repeated_nor_overruled(
    slot: str, value: str, more: dict[str, Any]
) -> None:
    assert is_told_already(fact(slot, value, **more), IndexedLedger(FIRST, ENGLISH.values))
    assert not is_told_already(fact(slot, value, day=1, **more), IndexedLedger(FIRST, ENGLISH.values))


@pytest.mark.parametrize(("slot", "value"), [(JOB, "baker"), (PET, "cat Tom"), (DRINK, "coffee")])
def test_anything_else_is_added(slot: str, value: str) -> None:
    assert not is_told_already(fact(slot, value), IndexedLedger(FIRST, ENGLISH.values))


def test_of_two_values_of_one_round_the_first_holds() -> None:
    told = RoundFacts("r", (fact(JOB, "baker"), fact(JOB, "judge", start=0)), adds=True)

    drafts = decide([told], FIRST, RESOLVER).drafts

    assert len(drafts) == 1
    assert values(ledger_of(fact(JOB, "baker"))) == ["baker"]
