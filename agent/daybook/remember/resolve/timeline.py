"""The records that a fact has to do with, along the line of time.

A single-valued slot is one line of records, each of which stands from the moment when it was first said
until another one, or an end, was said. In a slot of many values every value has a line of its own, on
which it is affirmed and denied. A fact takes its place on its line by when it was said, so that it does
not matter in which order histories are imported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import (
    Change,
    Ledger,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Status,
    Support,
    Write,
    record_id,
)
from daybook.remember.resolve.values import attribute, same_value, tells_more
from daybook.remember.slots import SLOTS

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
        one_at_a_time = self._single or (
            attribute(self.value) and attribute(self.value) == attribute(record.value)
        )
        return bool(one_at_a_time) and both_affirm and not self._is_less_than(record)

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


def next_said(records: Iterable[Record], moment: datetime) -> Record | None:
    """Find the record that was first said next after a moment."""
    return min((record for record in records if began(record) > moment), key=began, default=None)


def split(record: Record, moment: datetime) -> tuple[Record, Record | None]:
    """Part a record at a moment, where it was said before and after: it becomes two that can differ."""
    early = tuple(one for one in record.support if one.said_at <= moment)
    late = record.support[len(early) :]
    if not early or not late:
        return record, None
    name = record_id(record.record_id, record.slot, record.value, record.polarity, late[0])
    return replace(record, support=early, status=Status.ACTIVE), replace(record, record_id=name, support=late)


def retire(
    record: Record, moment: datetime, by: str = "", *, status: Status = Status.SUPERSEDED
) -> Iterator[Change]:
    """Have a record end at a moment; where it was said again after that, another one goes on from there."""
    early, late = split(record, moment)
    if late is not None:
        yield from retold(early, early.support)
        yield from retold(late, late.support)
    yield Mark(moment, record.record_id, status, superseded_by=by)


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
    wrong: Collection[str] = (),
    ends_as_before: bool = False,
) -> Iterator[Change]:
    """Have a record hold from a moment: what contradicts it ends there, and may take its place again later.

    Args:
        record: new, or one that comes to count.
        moment: from when on.
        ledger: as it is without that.
        wrong: ids of those that were wrong from the beginning: they are deleted and not superseded.
        ends_as_before: the record is known, and only begins earlier than it was known to.
    """
    rivals = contradicting(Claim(record.slot, record.value, record.polarity), ledger)
    standing = [rival for rival in rivals if stands(rival, moment)]
    for rival in standing:
        status = Status.DELETED if rival.record_id in wrong else Status.SUPERSEDED
        yield from retire(rival, moment, record.record_id, status=status)
    if ends_as_before:
        return
    later = [half for rival in standing if (half := split(rival, moment)[1]) is not None]
    following = next_said([*rivals, *later], moment)
    ends = [(end, rival.superseded_by) for rival in standing if (end := ended(rival)) is not None]
    if following is not None:
        ends.append((began(following), following.record_id))
    if ends:
        end, by = min(ends)
        yield Mark(end, record.record_id, Status.SUPERSEDED, superseded_by=by)
