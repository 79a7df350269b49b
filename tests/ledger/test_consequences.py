"""What a change brings with it: what rested on what fell lapses, and rules come due."""

from datetime import timedelta

from daybook.ledger.consequences import with_consequences

from daybook.conversation import (
    OTHER,
    Act,
    Address,
    Condition,
    Draft,
    Event,
    EventKind,
    Fact,
    Ledger,
    Status,
    ValueType,
    apply_drafts,
    fold,
)
from daybook.ledger.decide import RoundFacts, decide
from daybook.ledger.owner_changes import reject
from daybook.text.english import ENGLISH
from tests.ledger.facts import HOME, JOB, NOW, RESOLVER, fact, on, only

BASE = Address(HOME)


def way(minutes: str, day: int) -> Fact:
    return fact(OTHER, minutes, day, attribute="way to work", value_type=ValueType.QUANTITY, rests_on=(BASE,))


def rule(value: str, day: int, *, when: Address = BASE, to: str = "", then: str = "gym") -> Fact:
    condition = Condition(when, to, Address(OTHER, attribute=then), value, ValueType.TEXT)
    return fact("plan.condition", f"{then}: {value}", day, condition=condition)


def posted(*facts: Fact, ledger: Ledger | None = None) -> list[Draft]:
    drafts: list[Draft] = []
    for found in facts:
        now = apply_drafts(ledger or Ledger(), drafts)
        drafts += decide([RoundFacts(found.support.round_id, (found,))], now, RESOLVER).drafts
    return drafts


def told(*facts: Fact) -> Ledger:
    return apply_drafts(Ledger(), posted(*facts))


def states(ledger: Ledger) -> dict[str, Status]:
    return {record.value: record.status for record in ledger.records.values()}


def test_what_rested_on_a_home_is_not_known_once_the_owner_has_moved() -> None:
    ledger = told(fact(HOME, "Bath"), way("20 minutes", 1), fact(HOME, "Leeds", 30))

    lapsed = only(ledger, "20 minutes")
    assert lapsed.status is Status.LAPSED
    assert lapsed.superseded_at == on(30)
    assert lapsed.superseded_by == only(ledger, "Leeds").record_id
    assert only(ledger, "Leeds").status is Status.ACTIVE


def test_more_detail_of_the_home_makes_nothing_lapse_and_a_move_then_does() -> None:
    home, finer, moved = fact(HOME, "Bath"), fact(HOME, "Oldfield Park, Bath", 9), fact(HOME, "Leeds", 30)

    assert states(told(home, way("20 minutes", 1), finer))["20 minutes"] is Status.ACTIVE
    assert states(told(home, way("20 minutes", 1), finer, moved))["20 minutes"] is Status.LAPSED


def test_what_lapsed_is_known_again_once_it_is_said_again() -> None:
    ledger = told(fact(HOME, "Bath"), way("20 minutes", 1), fact(HOME, "Leeds", 30), way("20 minutes", 40))

    ways = [record for record in ledger.records.values() if record.value == "20 minutes"]
    assert [record.status for record in ways] == [Status.LAPSED, Status.ACTIVE]
    assert ways[1].rests_on == (only(ledger, "Leeds").record_id,)


def test_what_was_said_before_the_move_and_came_in_behind_it_lapses_at_once() -> None:
    ledger = told(fact(HOME, "Bath"), fact(HOME, "Leeds", 30), way("20 minutes", 1))

    assert only(ledger, "20 minutes").status is Status.LAPSED
    assert only(ledger, "20 minutes").superseded_at == on(30)


def test_lapses_go_on_to_what_rests_on_what_lapsed() -> None:
    parking = fact(
        OTHER,
        "3 euros",
        2,
        attribute="parking on the way",
        value_type=ValueType.QUANTITY,
        rests_on=(Address(OTHER, attribute="way to work"),),
    )
    ledger = told(fact(HOME, "Bath"), way("20 minutes", 1), parking, fact(HOME, "Leeds", 30))

    assert only(ledger, "3 euros").status is Status.LAPSED


def test_an_end_and_a_rejection_have_the_same_consequence() -> None:
    before = told(fact(HOME, "Bath"), way("20 minutes", 1))
    ended = told(fact(HOME, "Bath"), way("20 minutes", 1), fact(HOME, "", 30, act=Act.ENDS))
    name = only(before, "Bath").record_id
    rejected = apply_drafts(
        before,
        [with_consequences(reject(before, [name], on(30)), before, "ada", on(30), values=ENGLISH.values)],
    )

    assert states(ended) == {"Bath": Status.SUPERSEDED, "20 minutes": Status.LAPSED}
    assert states(rejected) == {"Bath": Status.DELETED, "20 minutes": Status.LAPSED}


def test_a_rule_comes_due_with_the_change_that_it_waits_for() -> None:
    ledger = told(fact(HOME, "Bath"), rule("Orinthal", 1), fact(HOME, "Leeds", 30))

    applied, spent = only(ledger, "Orinthal"), only(ledger, "gym: Orinthal")
    assert (applied.status, applied.attribute, applied.said_at) == (Status.ACTIVE, "gym", on(30))
    assert applied.rests_on == (spent.record_id,)
    assert (spent.status, spent.superseded_by) == (Status.SUPERSEDED, applied.record_id)


def test_a_rule_for_one_value_waits_for_that_value() -> None:
    waiting = told(fact(HOME, "Bath"), rule("Orinthal", 1, to="Leeds"), fact(HOME, "York", 30))
    due = told(fact(HOME, "Bath"), rule("Orinthal", 1, to="Leeds"), fact(HOME, "Leeds", 30))

    assert "Orinthal" not in states(waiting)
    assert states(due)["Orinthal"] is Status.ACTIVE


def test_a_change_from_before_the_rule_was_stated_does_not_bring_it_due() -> None:
    ledger = told(fact(HOME, "Bath"), fact(HOME, "Leeds", 5), rule("Orinthal", 10))

    assert "Orinthal" not in states(ledger)
    assert states(ledger)["gym: Orinthal"] is Status.ACTIVE


def test_a_rule_replaces_what_was_so_and_brings_further_rules_due() -> None:
    gym = Address(OTHER, attribute="gym")
    ledger = told(
        fact(HOME, "Bath"),
        fact(OTHER, "Fitpoint", 1, attribute="gym", value_type=ValueType.TEXT),
        rule("Orinthal", 2),
        rule("line 7", 3, when=gym, to="Orinthal", then="tram"),
        fact(HOME, "Leeds", 30),
    )

    assert states(ledger)["Fitpoint"] is Status.SUPERSEDED
    assert states(ledger)["Orinthal"] is Status.ACTIVE
    assert states(ledger)["line 7"] is Status.ACTIVE


def test_another_trade_leaves_the_home_and_its_rules_alone() -> None:
    ledger = told(fact(JOB, "nurse"), fact(HOME, "Bath"), rule("Orinthal", 1), fact(JOB, "baker", 30))

    assert "Orinthal" not in states(ledger)


def test_undoing_the_cause_and_asking_as_of_before_it_take_the_consequences_back() -> None:
    drafts = posted(fact(HOME, "Bath"), way("20 minutes", 1), rule("Orinthal", 2), fact(HOME, "Leeds", 30))
    events = [Event(number, NOW, draft) for number, draft in enumerate(drafts, 1)]
    cause = drafts[-1].cause
    caused = [event for event in events if event.draft.cause == cause]
    undone = [
        Event(100 + number, NOW, Draft(EventKind.UNDO, "owner", (), undoes=event.event_id))
        for number, event in enumerate(caused)
    ]

    assert {event.draft.kind for event in caused} == {EventKind.SUPERSEDE, EventKind.LAPSE, EventKind.APPLY}
    for ledger in (fold([*events, *undone]), fold(events, as_of=on(30) - timedelta(hours=1))):
        active = {record.value for record in ledger.with_status(Status.ACTIVE)}
        assert active == {"Bath", "20 minutes", "gym: Orinthal"}


def test_the_street_goes_with_the_town() -> None:
    street = fact("possession.home", "flat with a balcony", 1)
    ledger = told(fact(HOME, "Bath"), street, fact(HOME, "Leeds", 30))

    assert only(ledger, "flat with a balcony").status is Status.LAPSED
