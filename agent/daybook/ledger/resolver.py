"""Resolves one fact against the ledger: what it adds, repeats, replaces, corrects, contradicts or ends.

The writer of a fact names the record that it replaces; beside that only what is said of the same address is
compared. Source: TimeRAG-Memory, section 3.4 (overwrite by time), and MemoryStack, section 3.5.1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import (
    SLOTS,
    Act,
    Change,
    Draft,
    EventKind,
    Fact,
    Mark,
    Record,
    Reinforce,
    Relate,
    RelationKind,
    Status,
    Write,
    record_id,
)
from daybook.ledger.confidence import WriteDecision, WriteThresholds, first_confidence, repeated_confidence
from daybook.ledger.edges import change_confidence, edge
from daybook.ledger.slot_timeline import (
    IndexedLedger,
    PlainValues,
    at_address,
    contradict,
    held_at,
    take_place,
)

_KINDS = {Act.CORRECTS: EventKind.CORRECT, Act.REPLACES: EventKind.SUPERSEDE, Act.ENDS: EventKind.SUPERSEDE}


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves facts against one owner's ledger."""

    owner: str
    imported_at: datetime
    """When the facts are posted."""
    thresholds: WriteThresholds
    values: PlainValues

    def resolve(self, fact: Fact, ledger: IndexedLedger, *, may_retire: bool = True) -> Draft | None:
        """Draft the event of a fact.

        Args:
            fact: from the owner's own words.
            ledger: with everything applied that was decided before.
            may_retire: False to quarantine it, where it supersedes nothing.

        Returns:
            An event that is not posted; None if nothing changes: it is not sure enough, the support is known
            already, there is nothing to end, or the owner has retracted it since.
        """
        named = ledger.records.get(fact.names)
        if not fact.value:
            return self._end(fact, named, ledger) if may_retire else None
        if fact.act is Act.ENDS:
            return self._end(fact, named, ledger) if may_retire else None
        if self.thresholds.decide(fact.reliability) is WriteDecision.DROP and not fact.waits:
            return None
        known = at_address(fact.address, ledger, self.values)
        same = [record for record in known if self._agrees(record, fact)]
        if any(fact.support.round_id in record.round_ids for record in same):
            return None
        if any(_retracted_since(record, fact.said_at) for record in same):
            return None
        again = self._repeated(same, fact)
        if again is not None and not fact.waits:
            return self._repeat(fact, again, known, ledger, may_retire=may_retire)
        return self._write(fact, known, named, may_retire=may_retire)

    def _agrees(self, record: Record, fact: Fact) -> bool:
        return record.polarity is fact.polarity and self.values.same(record.value, fact.value)

    def _repeated(self, same: Sequence[Record], fact: Fact) -> Record | None:
        """Find the record that a fact says again: one that holds or waits, else one that begins next."""
        waiting = [record for record in same if record.status is Status.QUARANTINED]
        standing = [record for record in same if held_at(record, fact.said_at)]
        later = [record for record in same if record.status is Status.ACTIVE]
        return next(iter([*standing, *waiting, *later]), None)

    def _rivals(self, fact: Fact, known: Sequence[Record]) -> list[Record]:
        return [record for record in known if contradict(record, fact.value, fact.polarity, self.values)]

    def _repeat(
        self, fact: Fact, record: Record, known: Sequence[Record], ledger: IndexedLedger, *, may_retire: bool
    ) -> Draft:
        same_session = any(support.session_id == fact.support.session_id for support in record.support)
        confidence = repeated_confidence(record.confidence, fact.reliability, same_session=same_session)
        changes: list[Change] = [Reinforce(fact.said_at, record.record_id, fact.support, confidence)]
        kind = EventKind.REINFORCE
        waits = record.status in (Status.QUARANTINED, Status.DECAYED)
        if waits and may_retire and confidence >= self.thresholds.write:
            since = max(fact.said_at, record.said_at)
            changes.append(Mark(since, record.record_id, Status.ACTIVE))
            changes += take_place(record, self._rivals(fact, known), since)
        if may_retire and fact.names and fact.names != record.record_id:
            retired = [*self._retired(fact, ledger.records.get(fact.names), record)]
            changes, kind = [*changes, *retired], _KINDS.get(fact.act, kind) if retired else kind
        return Draft(kind, fact.support.round_id, tuple(changes))

    def _write(
        self, fact: Fact, known: Sequence[Record], named: Record | None, *, may_retire: bool
    ) -> Draft | None:
        """Draft a new record."""
        rivals = self._rivals(fact, known)
        stated = fact.act in (Act.STATES, Act.CONTRADICTS)
        disputed = [record for record in rivals if held_at(record, fact.said_at)] if stated else []
        if fact.act is Act.CONTRADICTS and named is not None:
            disputed, rivals = [*disputed, named], [record for record in rivals if record is not named]
        confidence = first_confidence(fact.reliability, disputed)
        decision = self.thresholds.decide(confidence)
        if decision is WriteDecision.DROP and not fact.waits:
            return None
        if decision is not WriteDecision.WRITE or fact.waits or not may_retire:
            record = self._record(fact, confidence, Status.QUARANTINED)
            edges = tuple(_contradicts(record, disputed))
            return Draft(EventKind.QUARANTINE, fact.support.round_id, (Write(fact.said_at, record), *edges))
        record = self._record(fact, confidence, Status.ACTIVE)
        retired = [*self._retired(fact, named, record)]
        done = {change.record_id for change in retired if change.op == "mark"}
        left = [rival for rival in rivals if rival.record_id not in done]
        changes = [*retired, *take_place(record, left, fact.said_at)]
        kind = EventKind.WRITE
        if changes:
            kind = _KINDS.get(fact.act, EventKind.SUPERSEDE)
        if fact.act is Act.CONTRADICTS:
            changes += _contradicts(record, [named] if named else disputed)
        return Draft(kind, fact.support.round_id, (Write(fact.said_at, record), *changes))

    def _retired(self, fact: Fact, named: Record | None, record: Record) -> Iterator[Change]:
        """Retire the record that the writer named, unless the owner has said it again since."""
        if named is None or fact.act not in (Act.REPLACES, Act.CORRECTS) or named.said_at > fact.said_at:
            return
        if fact.act is Act.CORRECTS and named.status is not Status.DELETED:
            yield Mark(fact.said_at, named.record_id, Status.DELETED, superseded_by=record.record_id)
        elif named.status in (Status.ACTIVE, Status.QUARANTINED, Status.DECAYED):
            yield Mark(fact.said_at, named.record_id, Status.SUPERSEDED, superseded_by=record.record_id)

    def _end(self, fact: Fact, named: Record | None, ledger: IndexedLedger) -> Draft | None:
        """Draft the end of what a fact names, else of what is said of its address."""
        if self.thresholds.decide(fact.reliability) is not WriteDecision.WRITE:
            return None
        ended = [named] if named is not None else self._said_of(fact, ledger)
        status = Status.DELETED if fact.act is Act.CORRECTS else Status.SUPERSEDED
        kind = EventKind.REJECT if fact.act is Act.CORRECTS else EventKind.SUPERSEDE
        standing = {Status.ACTIVE, Status.QUARANTINED}
        marks = tuple(
            Mark(fact.said_at, record.record_id, status)
            for record in ended
            if record.status in standing and record.said_at <= fact.said_at
        )
        return Draft(kind, fact.support.round_id, marks) if marks else None

    def _said_of(self, fact: Fact, ledger: IndexedLedger) -> list[Record]:
        known = at_address(fact.address, ledger, self.values)
        if not SLOTS[fact.slot].many:
            return known
        return [record for record in known if fact.value and self.values.same(record.value, fact.value)]

    def _record(self, fact: Fact, confidence: float, status: Status) -> Record:
        return Record(
            record_id=record_id(self.owner, fact.address, fact.value, fact.polarity, fact.support),
            slot=fact.slot,
            value=fact.value,
            polarity=fact.polarity,
            text=fact.text,
            said_at=fact.said_at,
            imported_at=self.imported_at,
            confidence=confidence,
            support=(fact.support,),
            status=status,
            happened=fact.happened,
            subject=fact.subject,
            attribute=fact.attribute,
        )


def _contradicts(record: Record, others: Sequence[Record]) -> Iterator[Relate]:
    for other in others:
        if other.status is Status.ACTIVE:
            sure = change_confidence(other.said_at, record.said_at)
            yield edge(record, RelationKind.CONTRADICTS, other, sure, record.said_at)


def _retracted_since(record: Record, moment: datetime) -> bool:
    """True if the owner has since said that a record was wrong."""
    at = record.superseded_at
    return record.status is Status.DELETED and at is not None and at > moment
