"""What a second reading of a round may add."""

from __future__ import annotations

from typing import Any

import pytest

from daybook.remember import Act
from daybook.remember.additions import is_told_already
from daybook.remember.decide import RoundFacts, decide
from daybook.remember.resolve.indexed_ledger import IndexedLedger
from tests.remember.facts import DRINK, HOME, JOB, PET, RESOLVER, fact, ledger_of, values

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
    assert is_told_already(fact(slot, value, **more), IndexedLedger(FIRST))
    assert not is_told_already(fact(slot, value, day=1, **more), IndexedLedger(FIRST))


@pytest.mark.parametrize(("slot", "value"), [(JOB, "baker"), (PET, "cat Tom"), (DRINK, "coffee")])
def test_anything_else_is_added(slot: str, value: str) -> None:
    assert not is_told_already(fact(slot, value), IndexedLedger(FIRST))


def test_of_two_values_of_one_round_the_first_holds() -> None:
    told = RoundFacts("r", (fact(JOB, "baker"), fact(JOB, "judge", start=0)), adds=True)

    drafts = decide([told], FIRST, RESOLVER).drafts

    assert len(drafts) == 1
    assert values(ledger_of(fact(JOB, "baker"))) == ["baker"]
