"""The timeline of an address: when its records hold, and what a new one supersedes.

A single-valued slot has one timeline for each subject and attribute; in a multi-valued slot every value has a
timeline of its own, on which it is affirmed and denied. A record holds from the moment when it was first said
until another one, or an end, was said. Facts are placed by when they were said, so that the order in which
histories are imported does not matter; what was said last stands.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import (
    SLOTS,
    Address,
    Change,
    Draft,
    Ledger,
    Mark,
    Polarity,
    Record,
    Status,
    apply_drafts,
)
from daybook.conversation.language import Analyzer


@dataclass(frozen=True, slots=True)
class PlainValues:
    """Compares values by their stems."""

    analyzer: Analyzer

    def terms(self, text: str) -> frozenset[str]:
        """Return the stems of a text; all of its words where it has only stop words."""
        return frozenset(self.analyzer.words(text)) or frozenset(text.casefold().split())

    def same(self, one: str, other: str) -> bool:
        """True if two values have the same stems."""
        return one.casefold() == other.casefold() or self.terms(one) == self.terms(other)

    def meet(self, one: Address, other: Address) -> bool:
        """True if two addresses are of one slot and name their subject and attribute in the same words."""
        if one == other:
            return True
        if one.slot != other.slot or bool(one.text) != bool(other.text):
            return False
        return self.same(one.subject, other.subject) and self.same(one.attribute, other.attribute)


class IndexedLedger:
    """The records of a ledger. Relations are left out: they decide nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self.records: dict[str, Record] = dict(ledger.records)
        """By id, in the order in which they were first posted."""
        self._slots: dict[str, dict[str, None]] = defaultdict(dict)
        for record in self.records.values():
            self._slots[record.slot][record.record_id] = None

    def of_slot(self, slot: str) -> list[Record]:
        """List the records of a slot in order."""
        return [self.records[name] for name in self._slots[slot]]

    def count(self, status: Status) -> int:
        """Return how many records have a status."""
        return sum(record.status is status for record in self.records.values())

    def apply(self, draft: Draft) -> dict[str, Record | None]:
        """Apply a draft; returns the records that it wrote or changed as they were before, None if new."""
        before = {name: self.records.get(name) for name in changed_records(draft)}
        known = {name: record for name, record in before.items() if record is not None}
        for name, record in apply_drafts(Ledger(known), [draft]).records.items():
            self.records[name] = record
            self._slots[record.slot][name] = None
        return before

    def restore(self, before: Mapping[str, Record | None]) -> None:
        """Put records back as they were; a new one goes."""
        for name, record in before.items():
            if record is not None:
                self.records[name] = record
            elif name in self.records:
                del self._slots[self.records.pop(name).slot][name]


def changed_records(draft: Draft) -> Iterator[str]:
    """Yield the id of the record of each change that has one."""
    for change in draft.changes:
        if change.op == "write":
            yield change.record.record_id
        elif change.op != "relate":
            yield change.record_id


COUNTED = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.DECAYED})
"""Statuses of records that held at some time; quarantined and deleted ones supersede nothing."""


def at_address(address: Address, ledger: IndexedLedger, values: PlainValues) -> list[Record]:
    """List the records of an address, whatever their status."""
    return [record for record in ledger.of_slot(address.slot) if values.meet(record.address, address)]


def contradict(record: Record, value: str, polarity: Polarity, values: PlainValues) -> bool:
    """True if a record and a value of its address, affirmed or denied, cannot hold at once."""
    if values.same(record.value, value):
        return record.polarity is not polarity
    return not SLOTS[record.slot].many and record.polarity is polarity is Polarity.POSITIVE


def held_at(record: Record, moment: datetime) -> bool:
    """True if the record held at a moment, by what is known now."""
    end = record.superseded_at if record.status is Status.SUPERSEDED else None
    return record.status in COUNTED and record.support[0].said_at <= moment and (end is None or end > moment)


def take_place(record: Record, rivals: Iterable[Record], moment: datetime) -> Iterator[Change]:
    """Have a record take the place of those that held at a moment, unless one of them was said later.

    What was said again after that moment, or begins after it, stands, and takes the record's place in turn.
    """
    later: list[tuple[datetime, str]] = []
    for rival in rivals:
        said_after = [support.said_at for support in rival.support if support.said_at > moment]
        if said_after and rival.status in COUNTED:
            later.append((min(said_after), rival.record_id))
        elif held_at(rival, moment):
            yield Mark(moment, rival.record_id, Status.SUPERSEDED, superseded_by=record.record_id)
            if rival.superseded_at is not None:
                later.append((rival.superseded_at, rival.superseded_by))
    if later:
        end, by = min(later)
        yield Mark(end, record.record_id, Status.SUPERSEDED, superseded_by=by)
