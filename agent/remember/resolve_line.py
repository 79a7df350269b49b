"""The records that a fact has to do with, along the line of time.

A single-valued slot is one line of records, each of which stands from the moment when it was first said
until another one, or an end, was said. In a slot of many values every value has a line of its own, on
which it is affirmed and denied. A fact takes its place on its line by when it was said, so that it does
not matter in which order histories are imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from agent.conversation import Change, Ledger, Mark, Polarity, Record, Reinforce, Status, Support, Write
from agent.remember.resolve_values import same_value, tells_more
from agent.remember.slots import SLOTS

COUNTED = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.DECAYED})
"""Statuses of what was believed at some time; what is quarantined or deleted takes nothing's place."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is asserted, by a fact or by a record: a value of a slot, affirmed or denied."""

    slot: str
    value: str
    polarity: Polarity

    def agrees(self, record: Record) -> bool:
        """Whether the record says the same, or the same in more detail."""
        return (
            record.slot == self.slot
            and record.polarity is self.polarity
            and (same_value(self.value, record.value) or (self._single and self._is_less_than(record)))
        )

    def contradicts(self, record: Record) -> bool:
        """Whether both cannot hold at once."""
        if record.slot != self.slot:
            return False
        if same_value(self.value, record.value):
            return record.polarity is not self.polarity
        both_affirm = self.polarity is Polarity.POSITIVE is record.polarity
        return self._single and both_affirm and not self._is_less_than(record)

    def refines(self, record: Record) -> bool:
        """Whether this says the same as the record in more detail."""
        return record.slot == self.slot and tells_more(self.value, record.value, self.slot)

    @property
    def _single(self) -> bool:
        return not SLOTS[self.slot].many

    def _is_less_than(self, record: Record) -> bool:
        return tells_more(record.value, self.value, self.slot)


def began(record: Record) -> datetime:
    """When it was first said."""
    return record.support[0].said_at


def ended(record: Record) -> datetime | None:
    """When something took its place; None where it still stands."""
    return record.superseded_at if record.status is Status.SUPERSEDED else None


def stands(record: Record, moment: datetime) -> bool:
    """Whether it was believed at a moment, by what is known now."""
    end = ended(record)
    return record.status in COUNTED and began(record) <= moment and (end is None or end > moment)


def agreeing(claim: Claim, ledger: Ledger) -> list[Record]:
    """List the records that say what a claim says."""
    return [record for record in ledger.records.values() if claim.agrees(record)]


def contradicting(claim: Claim, ledger: Ledger) -> list[Record]:
    """List the records that were believed at some time, and cannot hold beside a claim."""
    return [
        record for record in ledger.records.values() if record.status in COUNTED and claim.contradicts(record)
    ]


def next_said(records: Iterable[Record], moment: datetime) -> tuple[datetime, Record] | None:
    """Find what was said next after a moment: when, and by which of the records."""
    later = [
        (support.said_at, record)
        for record in records
        for support in record.support
        if support.said_at > moment
    ]
    return min(later, key=lambda pair: pair[0], default=None)


def retire(record: Record, moment: datetime, by: str = "") -> Iterator[Change]:
    """Have a record end at a moment; where it was said again later, it goes on from there."""
    yield Mark(moment, record.record_id, Status.SUPERSEDED, superseded_by=by)
    again = next_said([record], moment)
    if again is None:
        return
    goes_on = Status.DECAYED if record.status is Status.DECAYED else Status.ACTIVE
    yield Mark(again[0], record.record_id, goes_on)
    if (end := ended(record)) is not None:
        yield Mark(end, record.record_id, Status.SUPERSEDED, superseded_by=record.superseded_by)


def retold(record: Record, supports: Iterable[Support]) -> Iterator[Change]:
    """Post a record anew from other support, every part of it at its own moment.

    Args:
        record: as it is.
        supports: at least one.
    """
    first, *others = sorted(supports, key=lambda support: (support.said_at, support.start))
    quarantined = record.status is Status.QUARANTINED
    begins = replace(
        record,
        support=(first,),
        said_at=first.said_at,
        status=record.status if quarantined else Status.ACTIVE,
        superseded_by="",
        superseded_at=None,
    )
    yield Write(first.said_at, begins)
    for support in others:
        yield Reinforce(support.said_at, record.record_id, support, record.confidence)
    if record.status not in (Status.ACTIVE, Status.QUARANTINED):
        moment = record.superseded_at or record.said_at
        yield Mark(moment, record.record_id, record.status, superseded_by=record.superseded_by)


def take_place(
    record: Record,
    moment: datetime,
    ledger: Ledger,
    *,
    correcting: bool = False,
    ends_as_before: bool = False,
) -> Iterator[Change]:
    """Have a record hold from a moment: what contradicts it ends there, and may take its place again later.

    Args:
        record: new, or one that comes to count.
        moment: from when on.
        ledger: as it is without that.
        correcting: what contradicts it was wrong from the beginning, so it is deleted. Only the owner's
            own word says so: another value in the same session is superseded, and stays as history.
        ends_as_before: the record is known, and only begins earlier than it was known to.
    """
    rivals = contradicting(Claim(record.slot, record.value, record.polarity), ledger)
    ends = []
    for rival in rivals:
        if not stands(rival, moment):
            continue
        if correcting:
            yield Mark(moment, rival.record_id, Status.DELETED, superseded_by=record.record_id)
            continue
        yield from retire(rival, moment, record.record_id)
        if (end := ended(rival)) is not None:
            ends.append((end, rival.superseded_by))
    if (following := next_said(rivals, moment)) is not None:
        ends.append((following[0], following[1].record_id))
    if ends and not ends_as_before:
        end, by = min(ends)
        yield Mark(end, record.record_id, Status.SUPERSEDED, superseded_by=by)
