"""A ledger that drafts are applied to in place, with indexes of its records by slot and by value.

A batch of facts is decided one after the other, each on the ledger that those before it leave. Looking for
what a fact agrees with or contradicts must not cost more the more there is about other things.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from math import inf

from daybook.conversation import Address, Draft, Ledger, Record, Status, apply_drafts
from daybook.conversation.language import Values


class IndexedLedger:
    """The records of a ledger. Relations are left out: they decide nothing."""

    def __init__(self, ledger: Ledger, values: Values) -> None:
        self.values = values
        self.records: dict[str, Record] = {}
        """By id, in the order in which they were first posted."""
        self._names: list[str] = []
        self._places: dict[str, int] = {}
        """Where each record stands in the order; a place is given once."""
        self._slots: dict[str, list[tuple[float, int]]] = defaultdict(list)
        """Of each slot the places of its records, by when they ended."""
        self._terms: dict[str, list[int]] = defaultdict(list)
        """The places of records by terms of their values; some may have gone."""
        self._numbers: dict[tuple[Status, str], int] = defaultdict(int)
        self._open: dict[Address, dict[str, None]] = defaultdict(dict)
        """Names of records by open address."""
        self._resting: dict[str, dict[str, None]] = defaultdict(dict)
        """Names of records by the records that they rest on."""
        self._rules: dict[str, None] = {}
        for record in ledger.records.values():
            self._put(record)

    @classmethod
    def of(cls, ledger: Ledger | IndexedLedger, values: Values) -> IndexedLedger:
        """Index a ledger, unless it is indexed."""
        return ledger if isinstance(ledger, IndexedLedger) else cls(ledger, values)

    def count(self, status: Status, slot: str = "") -> int:
        """Return how many records have a status, in one slot or in all."""
        return self._numbers[status, slot]

    def place(self, record: Record) -> int:
        """Return a number that rises with the order of the records."""
        return self._places[record.record_id]

    def of_slot(self, slot: str, *, since: datetime | None = None) -> list[Record]:
        """List the records of a slot in order; with `since` none that ended before that or was wrong."""
        ends = self._slots.get(slot, [])
        first = 0 if since is None else bisect_left(ends, (since.timestamp(), -1))
        return [self.records[self._names[place]] for place in sorted(place for _, place in ends[first:])]

    def resembling(self, value: str) -> list[Record]:
        """List in order all records of the same or a more specific value, and maybe others."""
        groups = self.values.lookup_terms(value)
        if groups is None:
            return list(self.records.values())
        places = {
            place for group in groups for place in min((self._terms.get(term, []) for term in group), key=len)
        }
        found = (self.at(place) for place in sorted(places))
        return [record for record in found if record is not None]

    def open_records(self) -> list[Record]:
        """List of every open address the record that was said last, and was not wrong."""
        found = []
        for names in self._open.values():
            known = [record for name in names if (record := self.records.get(name)) is not None]
            right = [record for record in known if record.status is not Status.DELETED]
            if right:
                found.append(max(right, key=lambda record: record.said_at))
        return found

    def resting_on(self, name: str) -> list[Record]:
        """List the records that rest on a record."""
        return [
            self.records[dependent] for dependent in self._resting.get(name, ()) if dependent in self.records
        ]

    def rules(self) -> list[Record]:
        """List the records that state a rule of the owner."""
        return [self.records[name] for name in self._rules if name in self.records]

    def at(self, place: int) -> Record | None:
        """Return the record at a place; None if it has gone."""
        name = self._names[place]
        return self.records[name] if self._places.get(name) == place else None

    def apply(self, draft: Draft) -> dict[str, Record | None]:
        """Apply a draft; returns the records that it wrote or changed as they were before, None if new."""
        before = {name: self.records.get(name) for name in changed_records(draft)}
        known = {name: record for name, record in before.items() if record is not None}
        for record in apply_drafts(Ledger(known), [draft]).records.values():
            self._put(record)
        return before

    def restore(self, before: Mapping[str, Record | None]) -> None:
        """Put records back as they were; a new one goes."""
        for name, record in before.items():
            if record is not None:
                self._put(record)
            elif name in self.records:
                self._take(self.records.pop(name))
                del self._places[name]

    def _put(self, record: Record) -> None:
        old = self.records.get(record.record_id)
        if old is not None:
            self._take(old)
        else:
            self._places[record.record_id] = len(self._names)
            self._names.append(record.record_id)
        place = self._places[record.record_id]
        self.records[record.record_id] = record
        if record.address.is_open:
            self._open[record.address][record.record_id] = None
        for base in record.rests_on:
            self._resting[base][record.record_id] = None
        if record.condition is not None:
            self._rules[record.record_id] = None
        self._count(record, 1)
        insort(self._slots[record.slot], (_end(record), place))
        if old is None or old.value != record.value:
            for term in self.values.index_terms(record.value):
                self._terms[term].append(place)

    def _count(self, record: Record, step: int) -> None:
        for slot in ("", record.slot):
            self._numbers[record.status, slot] += step

    def _take(self, record: Record) -> None:
        self._count(record, -1)
        ends = self._slots[record.slot]
        del ends[bisect_left(ends, (_end(record), self._places[record.record_id]))]


def changed_records(draft: Draft) -> Iterator[str]:
    """Yield the id of the record of each change that has one."""
    for change in draft.changes:
        if change.op == "write":
            yield change.record.record_id
        elif change.op != "relate":
            yield change.record_id


def _end(record: Record) -> float:
    """Until when a record may matter, in seconds since 1970: it then had ended, and had begun."""
    if record.status is Status.DELETED:
        return -inf
    if record.status not in (Status.SUPERSEDED, Status.LAPSED) or record.superseded_at is None:
        return inf
    return max(record.superseded_at, record.support[0].said_at).timestamp()
