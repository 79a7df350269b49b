"""How sure a fact is: by how it was found, how often it was said, and what speaks against it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.remember.gate import Gate, GateDecision, first_confidence, repeated_confidence
from tests.remember.facts import HOME, fact, ledger_of, only

SURENESS = st.floats(0.01, 1.0)


def test_what_nothing_contradicts_is_as_sure_as_the_way_it_was_found() -> None:
    assert first_confidence(0.8) == 0.8


def test_a_contradiction_takes_a_quarter_of_the_rivals_confidence() -> None:
    berlin = only(ledger_of(fact(HOME, "Berlin", reliability=0.8)), "Berlin")

    assert first_confidence(0.9, [berlin]) == pytest.approx(0.9 * 0.8)
    assert first_confidence(0.9, [replace(berlin, confidence=0.4), berlin]) == pytest.approx(0.9 * 0.8)


def test_another_session_halves_the_doubt_and_the_same_one_takes_a_tenth_of_it() -> None:
    assert repeated_confidence(0.6, 0.5, same_session=False) == pytest.approx(0.8)
    assert repeated_confidence(0.6, 0.5, same_session=True) == pytest.approx(0.64)
    assert repeated_confidence(0.6, 0.9, same_session=True) == pytest.approx(0.91)


def test_what_just_passes_into_quarantine_leaves_it_when_it_is_said_in_another_session() -> None:
    gate = Gate()

    assert gate.decide(gate.quarantine) is GateDecision.QUARANTINE
    assert gate.decide(gate.quarantine - 0.01) is GateDecision.DROP
    assert gate.decide(repeated_confidence(gate.quarantine, gate.quarantine, same_session=False)) is (
        GateDecision.WRITE
    )


@given(SURENESS, SURENESS, st.booleans())
def test_saying_it_again_never_makes_it_less_sure(before: float, found: float, same: bool) -> None:
    after = repeated_confidence(before, found, same_session=same)

    assert before <= after <= 1
    assert after <= repeated_confidence(before, found, same_session=False)


@given(SURENESS, SURENESS)
def test_a_surer_way_of_finding_never_makes_it_less_sure(one: float, other: float) -> None:
    low, high = sorted([one, other])

    assert 0 < first_confidence(low) <= first_confidence(high) <= 1
    assert repeated_confidence(0.5, low, same_session=False) <= (
        repeated_confidence(0.5, high, same_session=False)
    )
