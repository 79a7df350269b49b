"""Infers the slot of a change from the record that it replaces.

"I swapped the flute for an oboe", "it's Ghent, not Bruges", "I gave up Spanish" do not say what they are
about: the ledger does, which knows what the flute, Bruges and Spanish were.
"""

from __future__ import annotations

from dataclasses import replace

from daybook.conversation import Polarity, Record
from daybook.remember.fact import Act, Fact
from daybook.remember.resolve.indexed_ledger import IndexedLedger
from daybook.remember.resolve.timeline import held_at, valid_from
from daybook.remember.resolve.values import attribute, is_more_specific, same_value

_GUESSED = frozenset({"habit.activity", "preference.other", "preference.activity", "possession.thing"})
"""Slots that a change is put in where its words name none."""
_MOVED = "identity.residence"
"""One moves from a town to a town, and from a bank to a bank."""
_TOLD = ("event.", "plan.", "goal.", "family.fact")
"""Slots of what happened or is to happen: nothing takes its place."""
_SURE = 0.75
"""That what stood was named makes a guess as sure as a plain statement."""


def with_inferred_slot(fact: Fact, ledger: IndexedLedger) -> Fact:
    """Return a change with the slot of the one record that it ends, if its own slot has no such record."""
    former = fact.instead_of or (fact.value if fact.act is Act.ENDS else "")
    guessed = fact.slot in _GUESSED or (fact.slot == _MOVED and fact.instead_of)
    if fact.act is Act.STATES or not former or not guessed:
        return fact
    standing = [record for record in ledger.resembling(former) if _is_named(record, former, fact)]
    if len({record.slot for record in standing}) != 1 or standing[0].slot == fact.slot:
        return _as_attribute(fact, standing)
    latest = max(standing, key=valid_from)
    if fact.act is Act.ENDS:
        return replace(fact, slot=latest.slot, value=latest.value, reliability=max(fact.reliability, _SURE))
    there = replace(fact, slot=latest.slot, reliability=max(fact.reliability, _SURE))
    return _as_attribute(there, [latest])


def _is_named(record: Record, former: str, fact: Fact) -> bool:
    return (
        held_at(record, fact.support.said_at)
        and record.polarity is Polarity.POSITIVE
        and not record.slot.startswith(_TOLD)
        and (same_value(record.value, former) or is_more_specific(record.value, former, record.slot))
    )


def _as_attribute(fact: Fact, standing: list[Record]) -> Fact:
    """Write "Pixel" that replaces "phone: Nokia" as "phone: Pixel"."""
    name = next((name for record in standing if (name := attribute(record.value))), "")
    if not name or fact.act is Act.ENDS or attribute(fact.value):
        return fact
    return replace(fact, value=f"{name}: {fact.value}", text=f"My {name} is {fact.value}.")
