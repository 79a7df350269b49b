"""The ledger: the records and relations that result from its events.

Only events are stored (event sourcing); the current ledger is their fold. So an event is undone by leaving
it out of the fold, and the ledger as of an earlier moment is the fold of what had been said by then.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, TypeAlias

from daybook.conversation.ledger_records import Record, Relation, Status, Support
from daybook.conversation.slots import SLOTS

CONFIRMED = 1.0
"""Confidence in a record that the owner confirmed: their word leaves no doubt."""


class EventKind(StrEnum):
    """Why the ledger changed."""

    WRITE = "write"
    QUARANTINE = "quarantine"
    REINFORCE = "reinforce"
    """Said again: more support, more confidence."""
    SUPERSEDE = "supersede"
    CORRECT = "correct"
    CONFIRM = "confirm"
    REJECT = "reject"
    """The owner said that it is wrong, and nothing takes its place."""
    DECAY = "decay"
    RELATE = "relate"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Write:
    """Inserts a record, or replaces one of the same id."""

    at: datetime
    """The moment in the owner's life from which it is so: when the cause of it was said."""
    record: Record
    op: Literal["write"] = "write"


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Adds a support to a record that was said again."""

    at: datetime
    record_id: str
    support: Support
    confidence: float
    op: Literal["reinforce"] = "reinforce"


@dataclass(frozen=True, slots=True)
class Mark:
    """Changes the status of a record."""

    at: datetime
    record_id: str
    status: Status
    superseded_by: str = ""
    confidence: float | None = None
    """Its confidence from now on; None leaves it."""
    op: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class Relate:
    """Inserts a relation, or replaces one of the same kind between the same records."""

    at: datetime
    relation: Relation
    op: Literal["relate"] = "relate"


Change: TypeAlias = Write | Reinforce | Mark | Relate


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is not posted yet: its changes and its cause."""

    kind: EventKind
    cause: str
    """The id of the round that was said, or in a word who did it: "owner", "retention"."""
    changes: tuple[Change, ...]
    undoes: int | None = None
    """The event that this one takes back."""


@dataclass(frozen=True, slots=True)
class Event:
    """A posted change of the ledger."""

    event_id: int
    """Rises with every event of the store."""
    posted_at: datetime
    draft: Draft


@dataclass(frozen=True, slots=True)
class Ledger:
    """The records and relations of one owner at a moment."""

    records: Mapping[str, Record] = field(default_factory=dict)
    """By id, in the order in which they were first posted, whatever their status."""
    relations: tuple[Relation, ...] = ()
    """Between records that are there, and between rounds."""

    def with_status(self, *statuses: Status) -> list[Record]:
        """Return the records of those statuses."""
        return [record for record in self.records.values() if record.status in statuses]

    def open_constraints(self) -> list[Record]:
        """Return the constraints that wait for a yes to be heeded in later conversations, earliest first."""
        slots = {name for name, slot in SLOTS.items() if slot.needs_yes}
        active = self.with_status(Status.ACTIVE)
        waiting = [record for record in active if record.slot in slots and record.confidence < CONFIRMED]
        return sorted(waiting, key=lambda record: record.said_at)


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """A record in two states of a ledger; None if the record does not exist."""

    record_id: str
    before: Record | None
    after: Record | None


def fold(events: Sequence[Event], *, as_of: datetime | None = None) -> Ledger:
    """Fold events, in the order of posting, into a ledger; `as_of` leaves out what was said after it.

    The same events give the same ledger, whatever was undone in between. A change of an absent record changes
    nothing.
    """
    undone = undone_events(events)
    drafts = [event.draft for event in events if event.event_id not in undone]
    said = (change for draft in drafts for change in draft.changes if as_of is None or change.at <= as_of)
    return _changed(Ledger(), said)


def apply_drafts(ledger: Ledger, drafts: Iterable[Draft]) -> Ledger:
    """Apply drafts to a ledger; none of them may be an undo."""
    return _changed(ledger, (change for draft in drafts for change in draft.changes))


def differences(before: Ledger, after: Ledger) -> list[RecordDifference]:
    """List the records that differ between two states of a ledger."""
    return [
        RecordDifference(name, before.records.get(name), after.records.get(name))
        for name in dict.fromkeys([*before.records, *after.records])
        if before.records.get(name) != after.records.get(name)
    ]


def undone_events(events: Sequence[Event]) -> set[int]:
    """Return the ids of events without effect; an undo that was itself undone undoes nothing."""
    undone: set[int] = set()
    for event in reversed(events):
        if event.event_id not in undone and event.draft.undoes is not None:
            undone.add(event.draft.undoes)
    return undone


def _changed(ledger: Ledger, changes: Iterable[Change]) -> Ledger:
    records = dict(ledger.records)
    relations = {(edge.source, edge.kind, edge.target): edge for edge in ledger.relations}
    heard: dict[str, list[Support]] = {}  # of records that were said again, until all is applied
    for change in changes:
        if isinstance(change, Relate):
            edge = change.relation
            relations[edge.source, edge.kind, edge.target] = edge
        elif isinstance(change, Write):
            records[change.record.record_id] = change.record
            heard.pop(change.record.record_id, None)
        elif (record := records.get(change.record_id)) is not None:
            if isinstance(change, Reinforce):
                if change.record_id not in heard:
                    heard[change.record_id] = list(record.support)
                _insert(change.support, heard[change.record_id])
            records[change.record_id] = _after(change, record)
    for name, support in heard.items():
        records[name] = replace(records[name], support=tuple(support))
    edges = tuple(edge for edge in relations.values() if _ends_exist(edge, records))
    return Ledger(records, edges)


def _after(change: Reinforce | Mark, record: Record) -> Record:
    """Return a record after a change, but for a new support."""
    if isinstance(change, Reinforce):
        said_at = max(record.said_at, change.support.said_at)
        return replace(record, confidence=change.confidence, said_at=said_at)
    retired = change.status in (Status.SUPERSEDED, Status.DELETED)
    return replace(
        record,
        status=change.status,
        superseded_by=change.superseded_by,
        superseded_at=change.at if retired else None,
        confidence=record.confidence if change.confidence is None else change.confidence,
    )


def _position(support: Support) -> tuple[datetime, int]:
    return support.said_at, support.start


def _insert(support: Support, into: list[Support]) -> None:
    """Insert a support into a sorted list that lacks it; of two at one position the later said comes last."""
    stop = bisect_right(into, _position(support), key=_position)
    start = bisect_left(into, _position(support), hi=stop, key=_position)
    if support not in into[start:stop]:
        into.insert(stop, support)


def _ends_exist(edge: Relation, records: Mapping[str, Record]) -> bool:
    """True if both records of a relation exist; round ids are not checked."""
    return all(end in records for end in (edge.source, edge.target) if end.startswith("m"))


def time_weight(record: Record, *, rate: float, at: datetime) -> float:
    """Weigh a record by its age at a moment: exp(-rate · age), in (0, 1]; words said later have age 0.

    A record is as old as the last time it was said, in years of 365 days.
    """
    return math.exp(-rate * (max(at - record.said_at, timedelta()) / timedelta(days=365)))
