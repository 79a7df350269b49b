"""Finds the address of a fact among those that the ledger knows, so that facts of one matter meet.

A fact about the owner that a slot is made for has the slot's own address, however it was worded. Any other
has an open one, in the words of the day; where an earlier fact is about the same, the later has its address.
A change that does not say what it is about ("it's Ghent, not Bruges") gets the slot of the record it ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import (
    Act,
    Address,
    Fact,
    Polarity,
    Record,
    Status,
    Support,
)
from daybook.conversation.language import Meeting, Nearness, Values, type_of
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.slot_timeline import held_at, valid_from

Vectors = Mapping[str, NDArray[np.float32]]
"""Unit vectors by text; texts that it lacks are near to nothing."""

_KIN = "family.fact"
_ENDED = Nearness(1.0, 1.0)
"""Of an end that names the value of a record: their addresses need only not to part ways."""


@dataclass(frozen=True, slots=True)
class Located:
    """A fact at its address, and the records that may be about the same."""

    fact: Fact
    unsure: tuple[Record, ...] = ()
    """Active records that it may take the place of, if the owner says so."""


def standing_at(address: Address, ledger: IndexedLedger, moment: datetime) -> Record | None:
    """Find the record that held at an address at a moment, of several the one that was said last."""
    held = [
        record
        for record in ledger.records.values()
        if is_of(record, address, ledger.values) and held_at(record, moment)
    ]
    return max(held, key=lambda record: record.said_at, default=None)


def is_of(record: Record, address: Address, values: Values) -> bool:
    """True if an address, in whatever words, is that of a record."""
    wanted = values.plain_address(_nothing_at(address)).address
    if not (wanted.is_open and record.address.is_open):
        return record.address == wanted
    other = replace(record, slot=wanted.slot, subject=wanted.subject, attribute=wanted.attribute)
    return wanted == record.address or values.meet(record, other, Nearness(0.0)) is Meeting.SAME


def located(fact: Fact, ledger: IndexedLedger, vectors: Vectors) -> Located:
    """Find where a fact belongs: at the address of what it updates, or of what is about the same.

    Args:
        fact: with the address that `Values.plain_address` gives it.
        ledger: as it is when the fact is decided.
        vectors: of `texts_to_locate`.
    """
    values = ledger.values
    named = ledger.records.get(fact.updates) if fact.updates else None
    if named is not None and values.are_comparable(
        replace(fact, value_type=fact.value_type or type_of(named)), named
    ):
        return Located(_at(fact, named))
    if not fact.address.is_open:
        return Located(fact)
    same: list[tuple[float, Record]] = []
    unsure: list[Record] = []
    for record in ledger.open_records():
        if record.address == fact.address and values.are_comparable(fact, record):
            return Located(_at(fact, record))
        near = _ENDED if _ends(fact, record, values) else _nearness(fact, record, vectors)
        meeting = values.meet(fact, record, near)
        if meeting is Meeting.SAME:
            same.append((near.both, record))
        elif meeting is Meeting.UNSURE and record.status is Status.ACTIVE:
            unsure.append(record)
    if same:
        return Located(_at(fact, max(same, key=lambda pair: pair[0])[1]))
    return Located(fact, tuple(unsure))


def texts_to_locate(facts: Iterable[Fact], ledger: Iterable[Record], values: Values) -> list[str]:
    """List the texts whose vectors `located` compares; none where no fact has an open address."""
    wanted = [plain for fact in facts if (plain := values.plain_address(fact)).address.is_open]
    if not wanted:
        return []
    known = [record for record in ledger if record.address.is_open]
    return list(dict.fromkeys([*_texts(wanted), *_texts(known)]))


def _texts(stated: Iterable[Fact | Record]) -> Iterator[str]:
    for fact in stated:
        yield fact.address.text
        yield _quote(fact)


def _nothing_at(address: Address) -> Fact:
    """Make a fact of an address, without a value."""
    support = Support("", "", 0, 0, "", datetime.min.replace(tzinfo=UTC))
    return Fact(
        address.slot,
        "",
        Polarity.POSITIVE,
        "",
        support,
        1.0,
        subject=address.subject,
        attribute=address.attribute,
    )


def _at(fact: Fact, record: Record) -> Fact:
    address: Address = record.address
    sort = record.value_type if address.is_open else None
    return replace(
        fact, slot=address.slot, subject=address.subject, attribute=address.attribute, value_type=sort
    )


def _ends(fact: Fact, record: Record, values: Values) -> bool:
    """True if a fact is the end of the value that a record has."""
    return fact.act is Act.ENDS and values.same(fact.value, record.value, type_of(record))


def _nearness(fact: Fact, record: Record, vectors: Vectors) -> Nearness:
    return Nearness(
        _cosine(fact.address.text, record.address.text, vectors),
        _cosine(_quote(fact), _quote(record), vectors),
    )


def _cosine(one: str, other: str, vectors: Vectors) -> float:
    if one == other:
        return 1.0
    first, second = vectors.get(one), vectors.get(other)
    return float(first @ second) if first is not None and second is not None else 0.0


def _quote(stated: Fact | Record) -> str:
    return stated.support.quote if isinstance(stated, Fact) else stated.support[-1].quote


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
    standing = [
        record for record in ledger.resembling(former) if _is_named(record, former, fact, ledger.values)
    ]
    if len({record.slot for record in standing}) != 1 or standing[0].slot == fact.slot:
        return _as_attribute(fact, standing, ledger.values)
    latest = max(standing, key=valid_from)
    if fact.act is Act.ENDS:
        return replace(fact, slot=latest.slot, value=latest.value, reliability=max(fact.reliability, _SURE))
    there = replace(fact, slot=latest.slot, reliability=max(fact.reliability, _SURE))
    return _as_attribute(there, [latest], ledger.values)


def _is_named(record: Record, former: str, fact: Fact, values: Values) -> bool:
    return (
        held_at(record, fact.support.said_at)
        and record.polarity is Polarity.POSITIVE
        and not record.slot.startswith(_TOLD)
        and (values.same(record.value, former) or values.is_more_specific(record.value, former, record.slot))
    )


def _as_attribute(fact: Fact, standing: list[Record], values: Values) -> Fact:
    """Write "Pixel" that replaces "phone: Nokia" as "phone: Pixel"."""
    name = next((name for record in standing if (name := values.attribute(record.value))), "")
    if not name or fact.act is Act.ENDS or values.attribute(fact.value):
        return fact
    value, text = values.with_attribute(name, fact.value)
    return replace(fact, value=value, text=text)
