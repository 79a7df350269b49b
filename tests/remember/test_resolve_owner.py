"""What the owner does to a record by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daybook.conversation import Draft, EventKind, Flag, Polarity, Status, apply_drafts
from daybook.errors import UnknownItem
from daybook.remember import confirm, correct, correction, reject
from tests.remember.facts import DRINK, HOME, NOW, PET, RESOLVER, fact, ledger_of, on, only, values

TYPED = replace(fact(HOME, "Munich", 9).support, quote="I say Munich", start=0, stop=12)


def test_a_correction_puts_what_is_right_in_the_place_of_what_was_wrong() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"))
    wrong = only(ledger, "Berlin")

    draft = correct(ledger, wrong.record_id, "Munich", owner="ada", support=TYPED, imported_at=NOW)
    after = apply_drafts(ledger, [draft])

    assert (draft.kind, draft.cause) == (EventKind.CORRECT, TYPED.round_id)
    right = only(after, "Munich")
    assert (right.status, right.confidence, right.text) == (Status.ACTIVE, 1.0, "I say Munich")
    assert right.support == (TYPED,)
    gone = only(after, "Berlin")
    assert (gone.status, gone.superseded_by) == (Status.DELETED, right.record_id)


def test_a_correction_may_only_turn_the_polarity_round() -> None:
    ledger = ledger_of(fact(DRINK, "tea"))
    wrong = only(ledger, "tea")

    draft = correct(
        ledger,
        wrong.record_id,
        "tea",
        owner="ada",
        support=TYPED,
        imported_at=NOW,
        polarity=Polarity.NEGATIVE,
    )

    (left,) = apply_drafts(ledger, [draft]).with_status(Status.ACTIVE)
    assert (left.value, left.polarity) == ("tea", Polarity.NEGATIVE)


def test_a_correction_is_worded_as_the_owner_could_have_said_it() -> None:
    record = only(ledger_of(fact(HOME, "Berlin")), "Berlin")

    assert correction(replace(record, text="I live in berlin now"), "Munich") == "I live in Munich now"
    assert correction(replace(record, text="I moved"), "Munich") == "The place where the owner lives: Munich"


def test_what_is_confirmed_counts_beyond_doubt_and_ends_what_contradicts_it() -> None:
    ledger = ledger_of(fact(HOME, "Berlin"), fact(HOME, "Munich", 1, reliability=0.4))

    after = apply_drafts(ledger, [confirm(ledger, only(ledger, "Munich").record_id, on(9))])

    assert (values(after), only(after, "Munich").confidence) == (["Munich"], 1.0)
    assert only(after, "Berlin").superseded_at == on(9)


def test_confirming_takes_a_doubt_away() -> None:
    ledger = ledger_of(fact(PET, "dog"))
    name = only(ledger, "dog").record_id
    ledger = apply_drafts(ledger, [Draft(EventKind.MEND, "test", (Flag(on(1), name, "in doubt"),))])

    assert only(apply_drafts(ledger, [confirm(ledger, name, on(9))]), "dog").flag == ""


def test_what_is_rejected_was_never_true_and_an_older_history_does_not_bring_it_back() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 5))

    after = apply_drafts(ledger, [reject(ledger, only(ledger, "Berlin").record_id, on(9))])

    assert values(after, Status.DELETED) == ["Berlin"]
    assert RESOLVER.resolve(fact(HOME, "Berlin", 1), after) is None


def test_a_record_that_is_not_there_is_said_to_be_unknown() -> None:
    with pytest.raises(UnknownItem, match="there is no record 'm0'"):
        confirm(ledger_of(), "m0", on(0))
