"""Resolves one fact against the ledger: what it adds, repeats, replaces, corrects or ends.

Source: TimeRAG-Memory, section 3.4 (overwrite by time), and MemoryStack, section 3.5.1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from daybook.conversation import (
    Act,
    Change,
    Draft,
    EventKind,
    Fact,
    Ledger,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Relate,
    Relation,
    RelationKind,
    Status,
    Support,
    ValueType,
    Write,
    record_id,
)
from daybook.conversation.language import Values, type_of
from daybook.conversation.slots import NAMING_SLOTS
from daybook.conversation.topics import topic_of_slot
from daybook.ledger.confidence import WriteDecision, WriteThresholds, first_confidence, repeated_confidence
from daybook.ledger.indexed_ledger import IndexedLedger
from daybook.ledger.relate import WEIGHTS
from daybook.ledger.slot_timeline import (
    Claim,
    held_at,
    next_in_time,
    rebuilt,
    retire,
    supersede_rivals,
    valid_from,
)

Contradictions: TypeAlias = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""From pairs of sentences to the probability of each that the second contradicts the first."""
CONTRADICTED = 0.5
"""The probability from which it does. Source: TimeRAG-Memory, section 4, Metrics."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves facts against one owner's ledger."""

    owner: str
    imported_at: datetime
    """When the facts are posted."""
    thresholds: WriteThresholds
    values: Values
    """Compares what facts say."""
    contradictions: Contradictions | None = None
    """Is asked where a fact meets others of its slot that it neither agrees with nor supersedes."""

    def resolve(
        self,
        fact: Fact,
        ledger: Ledger | IndexedLedger,
        *,
        may_retire: bool = True,
        recalled: Sequence[str] = (),
        rests_on: tuple[str, ...] = (),
    ) -> Draft | None:
        """Draft the event of a fact.

        Args:
            fact: from the owner's own words.
            ledger: with everything applied that was decided before.
            may_retire: False to quarantine it, where it supersedes nothing.
            recalled: what was recalled earlier in the session; "that's wrong" may refer to it.
            rests_on: ids of the records that it depends on.

        Returns:
            An event that is not posted; None if nothing changes: the confidence is too low, the support
            is known already, there is nothing to end, or the owner has retracted it since.
        """
        if self.thresholds.decide(fact.reliability) is WriteDecision.DROP:
            return None
        ledger = IndexedLedger.of(ledger, self.values)
        if fact.act is Act.ENDS:
            return self._end(fact, ledger) if may_retire else None
        claim = Claim.of(fact, self.values)
        known = claim.agreeing(ledger)
        if any(_is_support_of(fact.support, record) for record in known) or _retracted_since(
            fact.support.said_at, known
        ):
            return None
        waits = any(record.status is Status.QUARANTINED for record in known)
        again = _believed_at(known, claim.contradicting(ledger) if waits else [], fact.support.said_at)
        if again is not None:
            return self._repeat(fact, again, ledger, may_retire=may_retire)
        wrong = _wrong_records(fact, claim, ledger, recalled)
        draft = self._write(fact, claim, known, ledger, wrong if may_retire else None)
        return _resting(draft, rests_on) if draft and rests_on else draft

    def _repeat(self, fact: Fact, record: Record, ledger: IndexedLedger, *, may_retire: bool) -> Draft:
        confidence = _reinforced_confidence(record, fact)
        moment, name = fact.support.said_at, record.record_id
        changes: list[Change] = [Reinforce(moment, name, fact.support, confidence)]
        kind = EventKind.REINFORCE
        waits = record.status in (Status.QUARANTINED, Status.DECAYED)
        if waits and may_retire and confidence >= self.thresholds.write:
            since = max(moment, record.said_at)
            changes += [Mark(since, name, Status.ACTIVE), *supersede_rivals(record, since, ledger)]
        if may_retire and not waits and fact.act is not Act.STATES:
            retired = list(_retire_replaced(fact, record, ledger))
            changes, kind = [*changes, *retired], _kind(fact) if retired else kind
        return Draft(kind, fact.support.round_id, tuple(changes))

    def _write(
        self, fact: Fact, claim: Claim, known: list[Record], ledger: IndexedLedger, wrong: set[str] | None
    ) -> Draft | None:
        """Draft a new record; `wrong` None means that it may retire nothing."""
        moment = fact.support.said_at
        rivals = claim.contradicting(ledger, since=moment)
        sure = wrong is not None and self.thresholds.decide(fact.reliability) is WriteDecision.WRITE
        later = next_in_time((record for record in known if record.status in _DATED), moment)
        if later is not None and sure:
            ever = claim.contradicting(ledger)
            if not _said_between(ever, moment, valid_from(later)):
                return self._backdate(fact, later, ledger)
        disputed = [
            rival
            for rival in rivals
            if rival.status is not Status.DECAYED and held_at(rival, moment) and not claim.refines(rival)
        ]
        disputed += _namesakes(fact, ledger)
        denied = self._denied(fact, ledger, without=[*rivals, *known])
        confidence = max(
            first_confidence(
                fact.reliability,
                (*disputed, *(other for other, _ in denied)) if fact.act is Act.STATES else (),
            ),
            *(
                _reinforced_confidence(record, fact)
                for record in known
                if record.status is Status.QUARANTINED
            ),
            0.0,
        )
        decision = self.thresholds.decide(confidence)
        if decision is WriteDecision.DROP or (fact.slot == _AGE and _falls(fact, rivals, self.values)):
            return None
        if decision is WriteDecision.QUARANTINE or wrong is None:
            record = self._record(fact, confidence, Status.QUARANTINED)
            edges = _contradicts(record, denied)
            return Draft(EventKind.QUARANTINE, fact.support.round_id, (Write(moment, record), *edges))
        record = self._record(fact, confidence, Status.ACTIVE)
        retired = [
            *supersede_rivals(record, moment, ledger, wrong=wrong),
            *_retire_replaced(fact, record, ledger),
        ]
        kind = _kind(fact) if retired else EventKind.WRITE
        edges = _contradicts(record, denied)
        return Draft(kind, fact.support.round_id, (Write(moment, record), *retired, *edges))

    def _denied(
        self, fact: Fact, ledger: IndexedLedger, without: Sequence[Record]
    ) -> Sequence[tuple[Record, float]]:
        """Find what holds of the same slot and subject and the classifier says that a statement contradicts.

        Returns:
            Each with its probability. What values alone tell is left out.
        """
        if self.contradictions is None or fact.act is not Act.STATES:
            return ()
        moment, told = fact.support.said_at, {record.record_id for record in without}
        asked = [
            record
            for record in ledger.of_slot(fact.slot, since=moment)
            if record.subject == fact.subject and held_at(record, moment) and record.record_id not in told
        ]
        sure = self.contradictions([(record.text, fact.text) for record in asked]) if asked else ()
        return [(record, one) for record, one in zip(asked, sure, strict=True) if one >= CONTRADICTED]

    def _backdate(self, fact: Fact, record: Record, ledger: IndexedLedger) -> Draft:
        """Move the beginning of a record back to an earlier mention."""
        reinforced = replace(record, confidence=_reinforced_confidence(record, fact))
        rewritten = rebuilt(reinforced, [*record.support, fact.support])
        taken = supersede_rivals(record, fact.support.said_at, ledger, ends_as_before=True)
        return Draft(EventKind.REINFORCE, fact.support.round_id, (*rewritten, *taken))

    def _end(self, fact: Fact, ledger: IndexedLedger) -> Draft | None:
        moment = fact.support.said_at
        changes = [
            change
            for record in ledger.of_slot(fact.slot, since=moment)
            if record.address == fact.address
            and (
                held_at(record, moment)
                or (record.status is Status.QUARANTINED and valid_from(record) <= moment)
            )
            and record.polarity is fact.polarity
            and (refers_to(fact.value, record, self.values) or _is_one_of_one(record))
            for change in retire(record, moment)
        ]
        if not changes or self.thresholds.decide(fact.reliability) is not WriteDecision.WRITE:
            return None
        return Draft(EventKind.SUPERSEDE, fact.support.round_id, tuple(changes))

    def _record(self, fact: Fact, confidence: float, status: Status) -> Record:
        topic, subtopic = topic_of_slot(fact.slot)
        return Record(
            record_id=record_id(self.owner, fact.address, fact.value, fact.polarity, fact.support),
            slot=fact.slot,
            value=fact.value,
            polarity=fact.polarity,
            text=fact.text,
            said_at=fact.support.said_at,
            imported_at=self.imported_at,
            confidence=confidence,
            support=(fact.support,),
            status=status,
            happened=fact.happened,
            topic=topic,
            subtopic=subtopic,
            subject=fact.subject,
            attribute=fact.attribute,
            value_type=fact.value_type,
            until=fact.until,
            concluded=fact.concluded,
            condition=fact.condition,
        )


def _resting(draft: Draft, bases: tuple[str, ...]) -> Draft:
    """Have the record that a draft writes first rest on others."""
    first, *others = draft.changes
    if not isinstance(first, Write):
        return draft
    return replace(draft, changes=(replace(first, record=replace(first.record, rests_on=bases)), *others))


def _contradicts(record: Record, denied: Sequence[tuple[Record, float]]) -> Iterator[Relate]:
    """Relate a new record to those that a classifier says it contradicts."""
    kind = RelationKind.CONTRADICTS
    for other, probability in denied:
        edge = Relation(record.record_id, kind, other.record_id, WEIGHTS[kind], probability)
        yield Relate(max(record.said_at, other.said_at), edge)


_AGE = "identity.age"
_DATED = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.LAPSED})


def _kind(fact: Fact) -> EventKind:
    return EventKind.CORRECT if fact.act is Act.CORRECTS else EventKind.SUPERSEDE


def _reinforced_confidence(record: Record, fact: Fact) -> float:
    same_session = any(support.session_id == fact.support.session_id for support in record.support)
    return repeated_confidence(record.confidence, fact.reliability, same_session=same_session)


def _retire_replaced(fact: Fact, record: Record, ledger: IndexedLedger) -> Iterator[Change]:
    """Supersede what a fact names as the former value, or delete what it names as wrong."""
    moment, slot = fact.support.said_at, fact.wrong_slot or fact.slot
    if fact.act is Act.STATES or not (fact.instead_of or fact.wrong_slot):
        return
    for other in ledger.of_slot(slot, since=moment):
        if other.record_id == record.record_id or not held_at(other, moment):
            continue
        if not refers_to(fact.instead_of or fact.value, other, ledger.values):
            continue
        if fact.wrong_slot and other.polarity is Polarity.NEGATIVE:
            continue  # "not allergic, I just dislike them" agrees with what denies it
        if fact.act is Act.CORRECTS:
            yield Mark(moment, other.record_id, Status.DELETED, superseded_by=record.record_id)
        else:
            yield from retire(other, moment, record.record_id)


def _retracted_since(moment: datetime, known: list[Record]) -> bool:
    """True if the owner has since said that what was said at a moment was wrong."""
    return any(
        record.status is Status.DELETED and record.superseded_at is not None and record.superseded_at > moment
        for record in known
    )


def _believed_at(known: list[Record], rivals: list[Record], moment: datetime) -> Record | None:
    """Find the record that held at a moment, or else one in quarantine."""
    standing = [record for record in known if held_at(record, moment)]
    waiting = [
        record
        for record in known
        if record.status is Status.QUARANTINED
        and not _said_between(rivals, *sorted([valid_from(record), moment]))
    ]
    return max(standing, key=valid_from, default=None) or max(waiting, key=valid_from, default=None)


def _said_between(records: list[Record], start: datetime, stop: datetime) -> bool:
    """True if one of the records was said between two moments, so that the sides are separate records."""
    return any(start < support.said_at < stop for record in records for support in record.support)


def _name_in(value: str) -> str:
    """Return the name that a value ends with, in no small letters: "Toby" of "puppy Toby"; "" for none."""
    words = value.split()
    small = [place for place, word in enumerate(words, 1) if word.islower()]
    return " ".join(words[max(small, default=0) :])


def _namesakes(fact: Fact, ledger: IndexedLedger) -> list[Record]:
    """Find the records by which the name that a fact gives somebody is that of somebody else."""
    name = _name_in(fact.value) if fact.slot in NAMING_SLOTS else ""
    return [
        record
        for record in (ledger.resembling(name) if name else ())
        if record.slot in NAMING_SLOTS - {fact.slot}
        and held_at(record, fact.support.said_at)
        and _name_in(record.value) == name
    ]


def _falls(fact: Fact, rivals: Sequence[Record], values: Values) -> bool:
    """True if a number was higher before: nobody grows younger, so it is somebody else's, or no age."""
    return fact.act is Act.STATES and any(
        values.is_less(fact.value, rival.value)
        for rival in rivals
        if valid_from(rival) <= fact.support.said_at
    )


def _is_support_of(support: Support, record: Record) -> bool:
    """True if a record rests on a support already."""
    return any(known == support for known in record.support if known.said_at == support.said_at)


def _is_one_of_one(record: Record) -> bool:
    """True if its address is open and has one value at a time, so that any end of it is its end."""
    return record.address.is_open and type_of(record) is not ValueType.MEMBER


def refers_to(value: str, record: Record, values: Values) -> bool:
    """True if a value refers to the record: "the dog" does to "a dog named Rex"; "" to any."""
    return (
        not value
        or values.same(value, record.value)
        or values.is_more_specific(record.value, value, record.slot)
        or values.is_more_specific(value, record.value, record.slot)
    )


def _wrong_records(fact: Fact, claim: Claim, ledger: IndexedLedger, recalled: Sequence[str]) -> set[str]:
    """Return the ids of records that a correction declares wrong from the beginning.

    It has to be worded as a correction, and to name the value or to follow it in the session, said by the
    owner or recalled: another value in another session may be a change, and superseded records stay
    visible as history.
    """
    if fact.act is not Act.CORRECTS:
        return set()
    session = fact.support.session_id
    return {
        record.record_id
        for record in claim.contradicting(ledger)
        if (fact.instead_of and refers_to(fact.instead_of, record, ledger.values))
        or any(support.session_id == session for support in record.support)
        or any(ledger.values.terms(record.value) <= ledger.values.terms(text) for text in recalled)
    }
