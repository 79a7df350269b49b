"""The edges between records and their weights. Source: MemoryStack, section 3.5.1.

What replaces or contradicts what, the writer of a fact names. FOLLOWS, RELATED_TO, SAME_TOPIC and ELABORATES
are made where a preset asks for them: a new record is compared with the one said before it, and with the few
whose texts are nearest.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import (
    Change,
    Draft,
    Ledger,
    Record,
    Relate,
    Relation,
    RelationKind,
    Status,
    apply_drafts,
)
from daybook.ledger.slot_timeline import IndexedLedger, PlainValues, changed_records
from daybook.settings import LedgerOptions

Vectors = Mapping[str, NDArray[np.float32]]
"""Unit vectors by text."""
WEIGHTS: Mapping[RelationKind, float] = MappingProxyType(
    {
        RelationKind.SUPERSEDES: 1.0,
        RelationKind.CONTRADICTS: 0.9,
        RelationKind.ELABORATES: 0.7,
        RelationKind.SAME_TOPIC: 0.5,
        RelationKind.RELATED_TO: 0.4,
        RelationKind.FOLLOWS: 0.2,
    }
)
"""How much an edge of a kind says about whether the other end bears on a question too (the paper's w_r,
for which it gives no figures). First those that decide what is true, then those that add to it, then
likeness, and last mere neighbourhood: most of what is said in one session has nothing else in common."""
SAME_TOPIC, RELATED_TO = 0.90, 0.85
"""The cosines from which records are of one topic, and related (section 3.5.1, step 2)."""
NEAREST = 5
"""Edges by likeness from one record."""
ELABORATES = 0.8
MIN_SHARED = 0.5
"""An elaboration holds more than this share of the other's stems."""
SURE_AFTER = timedelta(days=60)


def edge(source: Record, kind: RelationKind, target: Record, confidence: float, at: datetime) -> Relate:
    """Relate two records, from the moment on when both had been said."""
    relation = Relation(source.record_id, kind, target.record_id, WEIGHTS[kind], confidence)
    return Relate(max(at, source.support[0].said_at, target.support[0].said_at), relation)


def change_confidence(before: datetime, after: datetime) -> float:
    """Return the confidence that the later of two facts is a change and not a slip.

    c = 0.75 + 0.20 · min(1, days / 60): on one day it may be a slip, after two months it is a change.
    """
    return 0.75 + 0.2 * min(1.0, abs(after - before) / SURE_AFTER)


def with_edges(
    drafts: Sequence[Draft], ledger: Ledger, vectors: Vectors, values: PlainValues, options: LedgerOptions
) -> list[Draft]:
    """Add to drafts the edges of the records that they write.

    Args:
        drafts: in their order; none of them an undo.
        ledger: as it is without them.
        vectors: of `texts_to_relate`.
        values: has the stems of texts.
        options: edges counts.
    """
    known = IndexedLedger(ledger)
    related = []
    for draft in drafts:
        before = {name: known.records.get(name) for name in changed_records(draft)}
        there = {name: record for name, record in before.items() if record is not None}
        after = apply_drafts(Ledger(there), [draft]).records
        changes: list[Change] = [*_supersedes(after, before, known)]
        if options.edges:
            new = [after[name] for name in before if name in after and _becomes_active(after[name], before)]
            for record in new:
                changes += _likenesses(record, known, vectors, values)
        related.append(replace(draft, changes=(*draft.changes, *changes)))
        known.apply(draft)
    return related


def texts_to_relate(drafts: Sequence[Draft], ledger: Ledger, options: LedgerOptions) -> list[str]:
    """List the distinct texts whose vectors `with_edges` compares; none if it compares none."""
    active = {record.record_id: record for record in ledger.with_status(Status.ACTIVE)}
    after = apply_drafts(Ledger(ledger.records), drafts).records
    changed = {name: after[name] for draft in drafts for name in changed_records(draft) if name in after}
    if not options.edges or changed.keys() <= active.keys():
        return []
    return list(dict.fromkeys(record.text for record in (active | changed).values()))


def _supersedes(
    after: Mapping[str, Record], before: Mapping[str, Record | None], known: IndexedLedger
) -> Iterator[Relate]:
    """Relate what took a record's place to it."""
    records = ChainMap(dict(after), known.records)
    for name, record in after.items():
        old = before[name]
        newer = records.get(record.superseded_by)  # none if that one was undone or forgotten
        if newer is not None and (old is None or old.superseded_by != record.superseded_by):
            moment = record.superseded_at or newer.said_at
            sure = change_confidence(record.said_at, moment)
            yield edge(newer, RelationKind.SUPERSEDES, record, sure, moment)


def _becomes_active(record: Record, before: Mapping[str, Record | None]) -> bool:
    old = before[record.record_id]
    return record.status is Status.ACTIVE and (old is None or old.status is Status.QUARANTINED)


def _likenesses(
    record: Record, known: IndexedLedger, vectors: Vectors, values: PlainValues
) -> Iterator[Relate]:
    """Relate a new record to the one said before it, and to those whose texts are nearest."""
    others = [
        other
        for other in known.records.values()
        if other.status is Status.ACTIVE and other.record_id != record.record_id
    ]
    if not others:
        return
    previous = _said_before(record, others)
    if previous is not None:
        yield edge(previous, RelationKind.FOLLOWS, record, 1.0, record.said_at)
    cosines = np.stack([vectors[other.text] for other in others]) @ vectors[record.text]
    for row in np.argsort(-cosines, kind="stable")[:NEAREST]:
        other, cosine = others[row], float(cosines[row])
        if cosine < RELATED_TO:
            return
        kind = RelationKind.SAME_TOPIC if cosine >= SAME_TOPIC else RelationKind.RELATED_TO
        yield edge(record, kind, other, min(1.0, cosine), record.said_at)
        terms = values.terms(other.text)
        if len(record.text) > len(other.text) and len(terms & values.terms(record.text)) > MIN_SHARED * len(
            terms
        ):
            yield edge(record, RelationKind.ELABORATES, other, ELABORATES, record.said_at)


def _said_before(record: Record, others: Sequence[Record]) -> Record | None:
    """Return the record said last before a new one: the last of its session, else of all."""
    session_id = record.support[0].session_id
    of_session = [
        other for other in others if any(support.session_id == session_id for support in other.support)
    ]
    if of_session:
        return of_session[-1]
    by_then = [other for other in others if other.said_at <= record.said_at]
    return max(by_then, key=lambda other: other.said_at, default=None)
