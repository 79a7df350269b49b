"""The timeline of an address: when its records hold, and what a new one supersedes.

A single-valued slot has one timeline for each subject and attribute; in a multi-valued slot every value has a
timeline of its own, on which it is affirmed and denied. A record holds from the moment when it was first said
until another one, or an end, was said. Facts are placed by when they were said, so that the order in which
histories are imported does not matter; what was said last stands.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from daybook.conversation import SLOTS, Address, Change, Mark, Polarity, Record, Status
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.plain_values import PlainValues

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


def valid_from(record: Record) -> datetime:
    """Return the moment when it was first said."""
    return record.support[0].said_at


def held_at(record: Record, moment: datetime) -> bool:
    """True if the record held at a moment, by what is known now."""
    end = record.superseded_at if record.status is Status.SUPERSEDED else None
    return record.status in COUNTED and valid_from(record) <= moment and (end is None or end > moment)


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
