"""A ledger that drafts are applied to in place, with its records by slot.

A batch of facts is decided one after the other, each on the ledger that those before it leave.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from daybook.conversation import Draft, Ledger, Record, Status, apply_drafts


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
