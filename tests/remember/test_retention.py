"""What fades, and what does not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daybook.conversation import DecayUnit, EventKind, Status, apply_drafts
from daybook.remember import Decay, Retention, confirm
from daybook.remember.retention import weight
from tests.remember.facts import HOME, MAY, PET, fact, ledger_of, on, only, values

MONTH = timedelta(days=30)
ROOMY = Retention(100)


def test_weight_is_confidence_halved_with_every_year() -> None:
    record = only(ledger_of(fact(HOME, "Berlin", reliability=0.8)), "Berlin")

    assert weight(record, MAY) == 0.8
    assert weight(record, MAY + timedelta(days=365)) == pytest.approx(0.4)
    assert weight(record, MAY - timedelta(days=365)) == 0.8


def test_an_unsure_record_that_was_never_said_again_fades_with_age() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", reliability=0.55), fact(PET, "dog", reliability=0.9))

    assert ROOMY.drafts(ledger, MAY + 13 * MONTH) == []
    (draft,) = ROOMY.drafts(ledger, MAY + 15 * MONTH)

    assert draft.kind is EventKind.DECAY
    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_by_the_papers_form_a_record_decays_by_its_age_alone() -> None:
    ledger = ledger_of(
        fact(HOME, "Berlin", reliability=0.99), fact("constraint.allergy", "peanuts", reliability=0.6)
    )
    retention = Retention(100, decay=Decay(rate=0.25, unit=DecayUnit.DAY, below=0.5))

    # exp(-0.25 · 2) = 0.61, exp(-0.25 · 3) = 0.47
    assert retention.drafts(ledger, on(2)) == []
    (draft,) = retention.drafts(ledger, on(3))

    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_what_waits_in_quarantine_fades_within_months() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", reliability=0.3))

    (draft,) = ROOMY.drafts(ledger, MAY + 4 * MONTH)

    assert values(apply_drafts(ledger, [draft]), Status.DECAYED) == ["Berlin"]


def test_what_was_said_in_two_sessions_or_confirmed_does_not_fade() -> None:
    ledger = ledger_of(
        fact(HOME, "Berlin", 0, reliability=0.55),
        fact(HOME, "Berlin", 1, reliability=0.55),
        fact(PET, "dog", reliability=0.55),
    )
    ledger = apply_drafts(ledger, [confirm(ledger, only(ledger, "dog").record_id, on(2))])

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
    lodging = fact("possession.home", "room in Ulm", until=on(30))
    ledger = ledger_of(lodging)

    assert Retention(200).drafts(ledger, on(29)) == []
    after = apply_drafts(ledger, Retention(200).drafts(ledger, on(31)))

    (record,) = after.records.values()
    assert (record.status, record.superseded_at, record.superseded_by) == (Status.SUPERSEDED, on(30), "")
    assert Retention(200).drafts(after, on(60)) == []
