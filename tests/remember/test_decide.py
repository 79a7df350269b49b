"""From the facts of rounds to what is posted."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from daybook.conversation import Ledger, Role, Round, Status, Turn, apply_drafts
from daybook.remember import Act, Fact
from daybook.remember.decide import RoundFacts, decide, permitted, recalled_before
from daybook.remember.policy import default_policy
from tests.remember.facts import HOME, MAY, PET, RESOLVER, fact, ledger_of, on, only, values


def heard(*facts: Fact, recalled: tuple[str, ...] = ()) -> RoundFacts:
    return RoundFacts(facts[0].support.round_id, facts, recalled)


def decided(*rounds: RoundFacts, ledger: Ledger | None = None) -> Ledger:
    ledger = ledger or Ledger()
    return apply_drafts(ledger, decide(rounds, ledger, RESOLVER).drafts)


def many_pets(count: int) -> Ledger:
    return ledger_of(*(fact(PET, f"pet number {one}", one) for one in range(count)))


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

    (kept,) = permitted([leaky], default_policy())

    assert "hunter22" not in kept.support.quote
    assert len(kept.support.quote) == len(quote)
    assert on(0) == kept.support.said_at
