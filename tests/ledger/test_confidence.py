"""How sure a fact is: by how it was found, how often it was said, what speaks against it, how it fades."""

from dataclasses import replace
from datetime import timedelta

import pytest

from daybook.conversation import EventKind, Status, TimeRange, apply_drafts
from daybook.ledger import Retention, confirm
from daybook.ledger.confidence import (
    WriteDecision,
    WriteThresholds,
    first_confidence,
    repeated_confidence,
)
from tests.ledger.facts import HOME, MAY, PET, VALUES, fact, ledger_of, on, only, values


def test_a_contradiction_takes_a_quarter_of_the_rivals_confidence() -> None:
    berlin = only(ledger_of(fact(HOME, "Berlin", reliability=0.8)), "Berlin")

    assert first_confidence(0.9, [berlin]) == pytest.approx(0.9 * 0.8)
    assert first_confidence(0.9, [replace(berlin, confidence=0.4), berlin]) == pytest.approx(0.9 * 0.8)


def test_another_session_halves_the_doubt_and_the_same_one_takes_a_tenth_of_it() -> None:
    assert repeated_confidence(0.6, 0.5, same_session=False) == pytest.approx(0.8)
    assert repeated_confidence(0.6, 0.5, same_session=True) == pytest.approx(0.64)
    assert repeated_confidence(0.6, 0.9, same_session=True) == pytest.approx(0.91)


def test_what_just_passes_into_quarantine_leaves_it_when_it_is_said_in_another_session() -> None:
    gate = WriteThresholds()

    assert gate.decide(gate.quarantine) is WriteDecision.QUARANTINE
    assert gate.decide(gate.quarantine - 0.01) is WriteDecision.DROP
    assert gate.decide(repeated_confidence(gate.quarantine, gate.quarantine, same_session=False)) is (
        WriteDecision.WRITE
    )


MONTH = timedelta(days=30)
ROOMY = Retention(100)


def test_an_unsure_record_that_was_never_said_again_fades_with_age() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", reliability=0.55), fact(PET, "dog", reliability=0.9))

    assert ROOMY.drafts(ledger, MAY + 13 * MONTH) == []
    (draft,) = ROOMY.drafts(ledger, MAY + 15 * MONTH)

    assert draft.kind is EventKind.DECAY
    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_by_the_papers_form_an_unsure_record_is_kept_for_90_days() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", reliability=0.55), fact(PET, "dog", reliability=0.9))
    retention = Retention(100, decay=0.25)

    assert retention.drafts(ledger, on(90)) == []
    (draft,) = retention.drafts(ledger, on(91))

    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_by_the_papers_form_a_record_decays_by_its_age_alone() -> None:
    ledger = ledger_of(
        fact(HOME, "Berlin", reliability=0.99), fact("constraint.allergy", "peanuts", reliability=0.6)
    )
    retention = Retention(100, decay=0.25 * 365)

    # a quarter a day: exp(-0.25 · 11) = 0.064, exp(-0.25 · 12) = 0.0498
    assert retention.drafts(ledger, on(11)) == []
    (draft,) = retention.drafts(ledger, on(12))

    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_what_was_said_in_two_sessions_or_confirmed_does_not_fade() -> None:
    ledger = ledger_of(
        fact(HOME, "Berlin", 0, reliability=0.55),
        fact(HOME, "Berlin", 1, reliability=0.55),
        fact(PET, "dog", reliability=0.55),
    )
    ledger = apply_drafts(ledger, [confirm(ledger, only(ledger, "dog").record_id, on(2), values=VALUES)])

    assert ROOMY.drafts(ledger, MAY + 120 * MONTH) == []


def test_a_constraint_never_fades_neither_by_age_nor_by_budget() -> None:
    ledger = ledger_of(
        fact("constraint.allergy", "peanuts", reliability=0.55),
        fact("constraint.diet", "vegan", reliability=0.55),
    )

    assert Retention(1).drafts(ledger, MAY + 120 * MONTH) == []


def test_beyond_the_budget_the_least_weighty_fade() -> None:
    ledger = ledger_of(
        fact("constraint.allergy", "peanuts", reliability=0.6),
        fact(PET, "old dog", 0, reliability=0.7),
        fact(PET, "cat", 300, reliability=0.7),
        fact(PET, "hamster", 301, reliability=0.95),
    )

    (draft,) = Retention(2).drafts(ledger, on(302))

    assert values(apply_drafts(ledger, [draft])) == ["peanuts", "hamster"]


def test_what_was_said_to_be_so_until_a_day_ends_on_that_day() -> None:
    lodging = fact("possession.thing", "room in Ulm", happened=TimeRange(None, on(30)))
    ledger = ledger_of(lodging)

    assert Retention(200).drafts(ledger, on(29)) == []
    after = apply_drafts(ledger, Retention(200).drafts(ledger, on(31)))

    (record,) = after.records.values()
    assert (record.status, record.superseded_at, record.superseded_by) == (Status.SUPERSEDED, on(30), "")
    assert Retention(200).drafts(after, on(60)) == []


def test_what_happened_stays_so_when_it_is_over() -> None:
    trip = ledger_of(fact("event.experience", "Rome", happened=TimeRange(on(1), on(2))))

    assert Retention(200).drafts(trip, on(60)) == []
