"""One fact against the ledger: what it adds, repeats, replaces, corrects or ends.

Source: TimeRAG-Memory, section 3.4 (overwrite by time), and MemoryStack, section 3.5.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import (
    Change,
    Draft,
    EventKind,
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
from daybook.remember.fact import Act, Fact
from daybook.remember.gate import Gate, Verdict, first_confidence, repeated_confidence
from daybook.remember.resolve.matching import said_at_that_time, said_between, same_utterance, taken_back
from daybook.remember.resolve.timeline import (
    Claim,
    agreeing,
    began,
    contradicting,
    next_said,
    retire,
    retold,
    stands,
    take_place,
)
from daybook.remember.resolve.values import key_terms, same_value, tells_more
from daybook.remember.topics import topic_of_slot


@dataclass(frozen=True, slots=True)
class Resolver:
    """Decides what facts do to one owner's ledger."""

    owner: str
    imported_at: datetime
    """When Daybook comes to know the facts."""
    gate: Gate

    def resolve(
        self, fact: Fact, ledger: Ledger, *, may_retire: bool = True, recalled: Sequence[str] = ()
    ) -> Draft | None:
        """Say what a fact changes.

        Args:
            fact: from the owner's own words.
            ledger: as it is with everything posted that was decided before.
            may_retire: False to keep it in quarantine, where it takes nothing's place.
            recalled: what came out of memory before in the session; "that's wrong" may be said of it.

        Returns:
            An event that is not posted; None where nothing changes: the fact is too unsure, is known
            from that very place, ends what is not there, or was taken back since by the owner.
        """
        if self.gate.verdict(fact.reliability) is Verdict.DROP:
            return None
        if fact.act is Act.ENDS:
            return self._end(fact, ledger) if may_retire else None
        claim = Claim(fact.slot, fact.value, fact.polarity)
        known = agreeing(claim, ledger)
        if any(fact.support in record.support for record in known) or taken_back(fact.support.said_at, known):
            return None
        if moved := same_utterance(fact.support, known):
            return Draft(EventKind.MEND, fact.support.round_id, tuple(_moved(moved, fact.support)))
        again = said_at_that_time(known, contradicting(claim, ledger), fact.support.said_at)
        if again is not None:
            return self._repeat(fact, again, ledger, may_retire=may_retire)
        wrong = _wrong(fact, contradicting(claim, ledger), recalled)
        return self._write(fact, claim, known, ledger, wrong if may_retire else None)

    def _repeat(self, fact: Fact, record: Record, ledger: Ledger, *, may_retire: bool) -> Draft:
        confidence = _surer(record, fact)
        moment, name = fact.support.said_at, record.record_id
        changes: list[Change] = [Reinforce(moment, name, fact.support, confidence)]
        kind = EventKind.REINFORCE
        waits = record.status in (Status.QUARANTINED, Status.DECAYED)
        if waits and may_retire and confidence >= self.gate.write:
            since = max(moment, record.said_at)
            changes += [Mark(since, name, Status.ACTIVE), *take_place(record, since, ledger)]
        if may_retire and not waits and fact.act is not Act.STATES:
            retired = list(_replaced(fact, record, ledger))
            changes, kind = [*changes, *retired], _kind(fact) if retired else kind
        return Draft(kind, fact.support.round_id, tuple(changes))

    def _write(
        self, fact: Fact, claim: Claim, known: list[Record], ledger: Ledger, wrong: set[str] | None
    ) -> Draft | None:
        """Write a record; None for the ids of those that were wrong means that it may retire nothing."""
        moment = fact.support.said_at
        rivals = contradicting(claim, ledger)
        sure = wrong is not None and self.gate.verdict(fact.reliability) is Verdict.WRITE
        later = next_said((record for record in known if record.status in _DATED), moment)
        if later is not None and sure and not said_between(rivals, moment, began(later)):
            return self._begin_earlier(fact, later, ledger)
        disputed = [
            rival
            for rival in rivals
            if rival.status is not Status.DECAYED and stands(rival, moment) and not claim.refines(rival)
        ]
        confidence = max(
            first_confidence(fact.reliability, disputed if fact.act is Act.STATES else ()),
            *(_surer(record, fact) for record in known if record.status is Status.QUARANTINED),
            0.0,
        )
        verdict = self.gate.verdict(confidence)
        if verdict is Verdict.DROP:
            return None
        if verdict is Verdict.QUARANTINE or wrong is None:
            record = self._record(fact, confidence, Status.QUARANTINED)
            return Draft(EventKind.QUARANTINE, fact.support.round_id, (Write(moment, record),))
        record = self._record(fact, confidence, Status.ACTIVE)
        retired = [
            *take_place(record, moment, ledger, wrong=wrong),
            *_replaced(fact, record, ledger),
        ]
        kind = _kind(fact) if retired else EventKind.WRITE
        return Draft(kind, fact.support.round_id, (Write(moment, record), *retired))

    def _begin_earlier(self, fact: Fact, record: Record, ledger: Ledger) -> Draft:
        """Have a record begin when the fact was said, which was before all that was known of it."""
        surer = replace(record, confidence=_surer(record, fact))
        retelling = retold(surer, [*record.support, fact.support])
        taken = take_place(record, fact.support.said_at, ledger, ends_as_before=True)
        return Draft(EventKind.REINFORCE, fact.support.round_id, (*retelling, *taken))

    def _end(self, fact: Fact, ledger: Ledger) -> Draft | None:
        moment = fact.support.said_at
        changes = [
            change
            for record in ledger.records.values()
            if record.slot == fact.slot
            and (stands(record, moment) or (record.status is Status.QUARANTINED and began(record) <= moment))
            and record.polarity is fact.polarity
            and _names(fact.value, record)
            for change in retire(record, moment)
        ]
        if not changes or self.gate.verdict(fact.reliability) is not Verdict.WRITE:
            return None
        return Draft(EventKind.SUPERSEDE, fact.support.round_id, tuple(changes))

    def _record(self, fact: Fact, confidence: float, status: Status) -> Record:
        topic, subtopic = topic_of_slot(fact.slot)
        return Record(
            record_id=record_id(self.owner, fact.slot, fact.value, fact.polarity, fact.support),
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
        )


_DATED = frozenset({Status.ACTIVE, Status.SUPERSEDED})


def _kind(fact: Fact) -> EventKind:
    return EventKind.CORRECT if fact.act is Act.CORRECTS else EventKind.SUPERSEDE


def _names(value: str, record: Record) -> bool:
    """Whether a value that somebody names is the record's: "the dog" is "a dog named Rex"; "" is any."""
    return (
        not value
        or same_value(value, record.value)
        or tells_more(record.value, value, record.slot)
        or tells_more(value, record.value, record.slot)
    )


def _moved(found: tuple[Record, Support], support: Support) -> Iterator[Change]:
    record, old = found
    return retold(record, [support if one == old else one for one in record.support])


def _surer(record: Record, fact: Fact) -> float:
    same_session = any(support.session_id == fact.support.session_id for support in record.support)
    return repeated_confidence(record.confidence, fact.reliability, same_session=same_session)


def _wrong(fact: Fact, rivals: list[Record], recalled: Sequence[str]) -> set[str]:
    """Name the records that a correction says were wrong from the beginning.

    It has to say that it corrects, and to name the value, or to follow it in the session, said by the owner
    or recalled: another value in another session may as well be a change, and what is superseded stays in
    view as history.
    """
    if fact.act is not Act.CORRECTS:
        return set()
    session = fact.support.session_id
    return {
        record.record_id
        for record in rivals
        if (fact.instead_of and _names(fact.instead_of, record))
        or any(support.session_id == session for support in record.support)
        or any(key_terms(record.value) <= key_terms(text) for text in recalled)
    }


def _replaced(fact: Fact, record: Record, ledger: Ledger) -> Iterator[Change]:
    """End what a fact names as the former value, or take out what it names as wrong."""
    moment, slot = fact.support.said_at, fact.wrong_slot or fact.slot
    if fact.act is Act.STATES or not (fact.instead_of or fact.wrong_slot):
        return
    for other in ledger.records.values():
        if other.slot != slot or other.record_id == record.record_id or not stands(other, moment):
            continue
        if not _names(fact.instead_of or fact.value, other):
            continue
        if fact.wrong_slot and other.polarity is Polarity.NEGATIVE:
            continue  # "not allergic, I just dislike them" agrees with what denies it
        if fact.act is Act.CORRECTS:
            yield Mark(moment, other.record_id, Status.DELETED, superseded_by=record.record_id)
        else:
            yield from retire(other, moment, record.record_id)
