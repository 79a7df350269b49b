"""The timeline of a slot: when records hold, and what a new one supersedes.

A single-valued slot has one timeline of records, each of which holds from the moment when it was first
said until another one, or an end, was said. In a multi-valued slot every value has a timeline of its own,
on which it is affirmed and denied. Facts are placed by when they were said, so that the order in which
histories are imported does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from daybook.conversation import (
    Address,
    Change,
    Fact,
    Ledger,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Status,
    Support,
    ValueType,
    Write,
    record_id,
)
from daybook.conversation.language import MEASURED, Values, type_of
from daybook.ledger.indexed_ledger import IndexedLedger

_NEVER = datetime.max.replace(tzinfo=UTC)
COUNTED = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.LAPSED, Status.DECAYED})
"""Statuses of records that held at some time; quarantined and deleted ones supersede nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a fact or a record asserts: a value at an address, affirmed or denied."""

    address: Address
    value: str
    polarity: Polarity
    values: Values
    value_type: ValueType | None = None
    said_at: datetime = _NEVER
    """When it was said; what is dated by a day is compared by it."""

    @classmethod
    def of(cls, stated: Fact | Record, values: Values) -> Claim:
        """Return what a fact or a record asserts."""
        return cls(stated.address, stated.value, stated.polarity, values, stated.value_type, stated.said_at)

    def agrees(self, record: Record) -> bool:
        """True if the record says the same or is more specific."""
        return (
            record.address == self.address
            and record.polarity is self.polarity
            and (self._same(record) or (self._single and self._is_less_specific(record)))
            and self.values.are_comparable(self, record)
        )

    def contradicts(self, record: Record) -> bool:
        """True if both cannot hold at once."""
        if record.address != self.address or not self.values.are_comparable(self, record):
            return False
        if self._same(record):
            return record.polarity is not self.polarity
        both_affirm = self.polarity is Polarity.POSITIVE is record.polarity
        attribute = self.values.attribute
        one_at_a_time = self._single or (
            attribute(self.value) and attribute(self.value) == attribute(record.value)
        )
        return bool(one_at_a_time) and both_affirm and not self._is_less_specific(record)

    def refines(self, record: Record) -> bool:
        """True if this is more specific than the record."""
        return record.address == self.address and self.values.is_more_specific(
            self.value, record.value, self.address.slot, type_of(self)
        )

    def agreeing(self, ledger: IndexedLedger) -> list[Record]:
        """List the records that agree."""
        measured_ = type_of(self) in MEASURED
        found = ledger.of_slot(self.address.slot) if measured_ else ledger.resembling(self.value)
        return [record for record in found if self.agrees(record)]

    def contradicting(self, ledger: IndexedLedger, *, since: datetime | None = None) -> list[Record]:
        """List the records that held at some time and contradict; with `since`, at that time or later."""
        one_at_a_time = self.polarity is Polarity.POSITIVE and (
            self._single or self.values.attribute(self.value)
        )
        slot = self.address.slot
        found = ledger.of_slot(slot, since=since) if one_at_a_time else ledger.resembling(self.value)
        return [record for record in found if record.status in COUNTED and self.contradicts(record)]

    @property
    def _single(self) -> bool:
        return type_of(self) is not ValueType.MEMBER

    def _same(self, record: Record) -> bool:
        return self.values.same(self.value, record.value, type_of(self))

    def _is_less_specific(self, record: Record) -> bool:
        return self.values.is_more_specific(record.value, self.value, self.address.slot, type_of(self))


def valid_from(record: Record) -> datetime:
    """The moment when it was first said."""
    return record.support[0].said_at


def valid_until(record: Record) -> datetime | None:
    """The moment when it was superseded or lapsed; None if it did neither."""
    return record.superseded_at if record.status in (Status.SUPERSEDED, Status.LAPSED) else None


def held_at(record: Record, moment: datetime) -> bool:
    """True if the record held at a moment, by what is known now."""
    end = valid_until(record)
    return record.status in COUNTED and valid_from(record) <= moment and (end is None or end > moment)


def next_in_time(records: Iterable[Record], moment: datetime) -> Record | None:
    """Return the record that begins next after a moment."""
    return min((record for record in records if valid_from(record) > moment), key=valid_from, default=None)


def superseded_cycle(ledger: Ledger | IndexedLedger, record_id: str) -> tuple[str, ...]:
    """Follow `superseded_by` from a record; return the cycle that it ends in, () if there is none."""
    path: dict[str, int] = {}
    while record_id and record_id in ledger.records:
        if record_id in path:
            return tuple(path)[path[record_id] :]
        path[record_id] = len(path)
        record_id = ledger.records[record_id].superseded_by
    return ()


def split(record: Record, moment: datetime) -> tuple[Record, Record | None]:
    """Split a record that was said before and after a moment into two that can differ."""
    early = tuple(support for support in record.support if support.said_at <= moment)
    late = record.support[len(early) :]
    if not early or not late:
        return record, None
    name = record_id(record.record_id, record.address, record.value, record.polarity, late[0])
    return replace(record, support=early, status=Status.ACTIVE), replace(record, record_id=name, support=late)


def retire(
    record: Record, moment: datetime, by: str = "", *, status: Status = Status.SUPERSEDED
) -> Iterator[Change]:
    """End a record at a moment; if it was said again after that, a new record continues it."""
    early, late = split(record, moment)
    if late is not None:
        yield from rebuilt(early, early.support)
        yield from rebuilt(late, late.support)
    yield Mark(moment, record.record_id, status, superseded_by=by)


def rebuilt(record: Record, supports: Iterable[Support]) -> Iterator[Change]:
    """Rewrite a record with other supports, each at its own moment.

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


def supersede_rivals(
    record: Record,
    moment: datetime,
    ledger: IndexedLedger,
    *,
    wrong: Collection[str] = (),
    ends_as_before: bool = False,
) -> Iterator[Change]:
    """Supersede what contradicts a record from a moment on; what was said again later supersedes it in turn.

    Args:
        record: new, or one that becomes active.
        moment: from when on.
        ledger: without the record's change.
        wrong: ids of records that were wrong from the beginning: deleted instead of superseded.
        ends_as_before: the record exists, and only its beginning moves back.
    """
    rivals = Claim.of(record, ledger.values).contradicting(ledger, since=moment)
    standing = [rival for rival in rivals if held_at(rival, moment)]
    for rival in standing:
        status = Status.DELETED if rival.record_id in wrong else Status.SUPERSEDED
        yield from retire(rival, moment, record.record_id, status=status)
    if ends_as_before:
        return
    later = [half for rival in standing if (half := split(rival, moment)[1]) is not None]
    following = next_in_time([*rivals, *later], moment)
    ends = [(end, rival.superseded_by) for rival in standing if (end := valid_until(rival)) is not None]
    if following is not None:
        ends.append((valid_from(following), following.record_id))
    if ends:
        end, by = min(ends)
        retired = {record.record_id, *(rival.record_id for rival in standing)}
        if not retired.isdisjoint(_successors(ledger, by)):
            by = ""  # it would take its own place through a chain
        yield Mark(end, record.record_id, Status.SUPERSEDED, superseded_by=by)


def _successors(ledger: IndexedLedger, record_id: str) -> set[str]:
    """Return a record and all that took its place, one after the other."""
    found: set[str] = set()
    while record_id and record_id not in found:
        found.add(record_id)
        known = ledger.records.get(record_id)
        record_id = known.superseded_by if known else ""
    return found
