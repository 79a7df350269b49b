"""Adds relations between records. Source: MemoryStack, section 3.5.1.

What is compared is bounded: a new record with the one said before it, with those of the slots that it hangs
on, and with the few whose texts are nearest.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from daybook.conversation import (
    Change,
    Draft,
    Flag,
    Ledger,
    Record,
    Relate,
    Relation,
    RelationKind,
    Status,
    apply_drafts,
)
from daybook.conversation.language import Values
from daybook.ledger.active_records import ActiveRecords, DependentRecords, Vectors
from daybook.ledger.indexed_ledger import changed_records
from daybook.ledger.slot_timeline import Claim, held_at
from daybook.settings import LedgerOptions

WEIGHTS: Mapping[RelationKind, float] = MappingProxyType(
    {
        RelationKind.SUPERSEDES: 1.0,
        RelationKind.CONTRADICTS: 0.9,
        RelationKind.DEPENDS_ON: 0.8,
        RelationKind.ELABORATES: 0.7,
        RelationKind.SAME_TOPIC: 0.5,
        RelationKind.RELATED_TO: 0.4,
        RelationKind.FOLLOWS: 0.2,
    }
)
"""How much an edge of a kind says about whether the other end bears on a question too (the paper's w_r,
for which it gives no figures). First those that decide what is true, then those that add to it, then
likeness, and last mere neighbourhood: most of what is said in one session has nothing else in common."""

_DEFAULT = LedgerOptions()
"""Its thresholds are cosines of MiniLM in int8, in place of the paper's 0.90 and 0.85, which were another
model's: two sentences of one speaker of MSC reach 0.60 in 3.9% of pairs, those of different speakers in
0.26%, and 0.75 in 1.1% and 0.05%. Read from 0.60 on, 14 of 14 pairs are of one thing; from 0.85 on, the same
is said twice."""
NEAREST = 5
"""Edges by likeness from one record."""
ELABORATES = 0.8
LEAST_SHARED = 0.5
"""An elaboration holds more than this share of the other's key terms."""
SURE_AFTER = timedelta(days=60)

BASES: Mapping[str, str] = MappingProxyType(
    {
        "identity.employer": "identity.work",
        "identity.address": "identity.residence",
        "possession.home": "identity.residence",
        "family.partner": "identity.relationship",
    }
)
"""Slots that hang on another one: who moves has another address, who changes their trade another employer."""


def relate(
    drafts: Sequence[Draft],
    ledger: Ledger,
    vectors: Vectors,
    values: Values,
    options: LedgerOptions = _DEFAULT,
) -> list[Draft]:
    """Add to drafts the relations of new records, and flags on records that depended on retired ones.

    Args:
        drafts: in their order; none of them an undoing.
        ledger: as it is without them.
        vectors: of `texts_to_relate`.
        values: compares what records say.
        options: same_topic and related_to count.

    Returns:
        The same drafts, each with its edges and flags behind its changes.
    """
    known, bases = ActiveRecords(ledger, vectors, values), DependentRecords(ledger.relations)
    related = []
    for draft in drafts:
        before = {name: known.records.get(name) for name in changed_records(draft)}
        there = {name: record for name, record in before.items() if record is not None}
        after = apply_drafts(Ledger(there), [draft]).records
        changed = {name: after[name] for name in before if name in after}
        changes: list[Change] = [*_edges(changed, known, options)]
        bases.add(change.relation for change in changes if change.op == "relate")
        changes += _flags(draft, changed, known, bases)
        related.append(replace(draft, changes=(*draft.changes, *changes)))
        known.apply(draft)
    return related


def texts_to_relate(drafts: Sequence[Draft], ledger: Ledger) -> list[str]:
    """List the distinct texts whose vectors `relate` compares; none if no record becomes active."""
    active = {record.record_id: record for record in ledger.with_status(Status.ACTIVE)}
    after = apply_drafts(Ledger(ledger.records), drafts).records
    changed = {name: after[name] for draft in drafts for name in changed_records(draft) if name in after}
    if changed.keys() <= active.keys():
        return []
    return list(dict.fromkeys(record.text for record in (active | changed).values()))


def change_confidence(before: datetime, after: datetime) -> float:
    """Return the confidence that the later of two facts is a change and not a slip.

    c = 0.75 + 0.20 · min(1, days / 60): on one day it may be a slip, after two months it is a change.
    """
    return 0.75 + 0.2 * min(1.0, abs(after - before) / SURE_AFTER)


def _edges(changed: Mapping[str, Record], before: ActiveRecords, options: LedgerOptions) -> Iterator[Relate]:
    after = ChainMap(dict(changed), before.records)
    for record in changed.values():
        old = before.records.get(record.record_id)
        newer = after.get(record.superseded_by)  # none where that one was undone or forgotten
        is_new = old is None or old.superseded_by != record.superseded_by
        if newer is not None and is_new and record.status is not Status.LAPSED:
            yield _supersedes_edge(newer, record)
        if old is None and record.status is Status.QUARANTINED:
            yield from _contradictions(record, before)
        if old is None:
            bases = (after.get(name) for name in record.rests_on)
            for base in (base for base in bases if base is not None):
                yield _edge(record, RelationKind.DEPENDS_ON, base, 1.0, record.said_at)
        if _becomes_active(record, before):
            yield from _new_edges(record, before, after, options)


def _becomes_active(record: Record, before: ActiveRecords) -> bool:
    old = before.records.get(record.record_id)
    return record.status is Status.ACTIVE and (old is None or old.status is Status.QUARANTINED)


def _supersedes_edge(newer: Record, older: Record) -> Relate:
    moment = older.superseded_at or newer.said_at
    confidence = change_confidence(_last_said(older, moment), moment)
    return _edge(newer, RelationKind.SUPERSEDES, older, confidence, moment)


def _last_said(record: Record, by: datetime) -> datetime:
    return max(
        (support.said_at for support in record.support if support.said_at <= by), default=record.said_at
    )


def _contradictions(record: Record, before: ActiveRecords) -> Iterator[Relate]:
    """Relate a quarantined record to the active ones that it contradicts.

    It is the surer the longer ago they were last said, as where it supersedes them: that the record itself is
    unsure is why it waits.
    """
    claim = Claim.of(record, before.values)
    for other in claim.contradicting(before, since=record.said_at):
        if other.status is Status.ACTIVE and held_at(other, record.said_at):
            confidence = change_confidence(_last_said(other, record.said_at), record.said_at)
            yield _edge(record, RelationKind.CONTRADICTS, other, confidence, record.said_at)


def _new_edges(
    record: Record, before: ActiveRecords, after: Mapping[str, Record], options: LedgerOptions
) -> Iterator[Relate]:
    previous = before.last_said(record)
    if previous is not None:
        yield _edge(previous, RelationKind.FOLLOWS, record, 1.0, record.said_at)
    is_first = not before.count(Status.ACTIVE, record.slot)
    dependent = [slot for slot, base in BASES.items() if base == record.slot] if is_first else []
    slots = [*dependent, *([BASES[record.slot]] if record.slot in BASES else [])]
    tied = [known for slot in slots for known in before.active_of_slot(slot)]
    for other in sorted(tied, key=before.place):
        if other.slot == BASES.get(record.slot):
            yield _edge(record, RelationKind.DEPENDS_ON, other, 1.0, record.said_at)
        elif is_first and record.slot == BASES.get(other.slot):  # else it hung on the one before
            yield _edge(other, RelationKind.DEPENDS_ON, record, 1.0, record.said_at)
    for other, cosine in before.nearest(record.text, NEAREST, least=options.related_to):
        kind = RelationKind.SAME_TOPIC if cosine >= options.same_topic else RelationKind.RELATED_TO
        yield _edge(record, kind, other, min(1.0, cosine), record.said_at)
        if _elaborates(record, other, before.values):
            yield _edge(record, RelationKind.ELABORATES, other, ELABORATES, record.said_at)
        if _denies(record, after[other.record_id], before.values):
            confidence = change_confidence(_last_said(other, record.said_at), record.said_at)
            yield _edge(record, RelationKind.CONTRADICTS, other, confidence, record.said_at)


def _elaborates(longer: Record, shorter: Record, values: Values) -> bool:
    terms = values.terms(shorter.text)
    shared = len(terms & values.terms(longer.text))
    return len(longer.text) > len(shorter.text) and shared > LEAST_SHARED * len(terms)


def _denies(record: Record, other: Record, values: Values) -> bool:
    """True if one affirms what the other denies, and neither took the other's place: its slot is another."""
    return (
        other.status is Status.ACTIVE
        and other.polarity is not record.polarity
        and other.subject == record.subject
        and values.same(record.value, other.value)
    )


def _flags(
    draft: Draft, changed: Mapping[str, Record], before: ActiveRecords, bases: DependentRecords
) -> Iterator[Flag]:
    """Flag records that depend on a retired one; clear the flag of records that are said again."""
    for change in draft.changes:
        if change.op == "reinforce" and changed[change.record_id].flag:
            yield Flag(change.at, change.record_id, "")
    after = ChainMap(dict(changed), before.records)
    retired = [
        name
        for name, record in changed.items()
        if record.status is not Status.ACTIVE
        and (old := before.records.get(name)) is not None
        and old.status is Status.ACTIVE
    ]
    for edge in bases.on(retired):
        dependent = after.get(edge.source)
        if dependent is None or edge.target in dependent.rests_on:
            continue  # it lapses, or is what took the other's place
        if dependent.status is Status.ACTIVE and not dependent.flag:
            base = after[edge.target]
            moment = base.superseded_at or base.said_at
            yield Flag(moment, dependent.record_id, f"it was said while {base.slot} was another")


def _edge(source: Record, kind: RelationKind, target: Record, confidence: float, at: datetime) -> Relate:
    edge = Relation(source.record_id, kind, target.record_id, WEIGHTS[kind], confidence)
    return Relate(max(at, source.support[0].said_at, target.support[0].said_at), edge)
