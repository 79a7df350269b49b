"""Adds relations between records. Source: MemoryStack, section 3.5.1.

What is compared is bounded: a new record with the records of its session, of its family of slots, and
with the few whose texts are nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

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
from daybook.remember.resolve.timeline import Claim, held_at
from daybook.remember.resolve.values import key_terms
from daybook.remember.slots import SLOTS
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

Vectors = Mapping[str, NDArray[np.float32]]
"""Unit vectors by text."""


def relate(
    drafts: Sequence[Draft], ledger: Ledger, vectors: Vectors, options: LedgerOptions = _DEFAULT
) -> list[Draft]:
    """Add to drafts the relations of new records, and flags on records that depended on retired ones.

    Args:
        drafts: in their order; none of them an undoing.
        ledger: as it is without them.
        vectors: of `texts_to_relate`.
        options: same_topic and related_to count.

    Returns:
        The same drafts, each with its edges and flags behind its changes.
    """
    related = []
    for draft in drafts:
        after = apply_drafts(Ledger(ledger.records), [draft])
        changes: list[Change] = [*_edges(draft, ledger, after, vectors, options)]
        changes += _flags(draft, ledger, after, changes)
        related.append(replace(draft, changes=(*draft.changes, *changes)))
        ledger = Ledger(after.records, (*ledger.relations, *_relations(changes)))
    return related


def texts_to_relate(drafts: Sequence[Draft], ledger: Ledger) -> list[str]:
    """List the distinct texts whose vectors `relate` compares; none if no record becomes active."""
    active = {record.record_id: record for record in ledger.with_status(Status.ACTIVE)}
    after = apply_drafts(Ledger(ledger.records), drafts).records
    changed = {name: after[name] for draft in drafts for name in _changed_records(draft) if name in after}
    if changed.keys() <= active.keys():
        return []
    return list(dict.fromkeys(record.text for record in (active | changed).values()))


def change_confidence(before: datetime, after: datetime) -> float:
    """Return the confidence that the later of two facts is a change and not a slip.

    c = 0.75 + 0.20 · min(1, days / 60): on one day it may be a slip, after two months it is a change.
    """
    return 0.75 + 0.2 * min(1.0, abs(after - before) / SURE_AFTER)


def _edges(
    draft: Draft, before: Ledger, after: Ledger, vectors: Vectors, options: LedgerOptions
) -> Iterator[Relate]:
    for record in (after.records[name] for name in _changed_records(draft) if name in after.records):
        old = before.records.get(record.record_id)
        newer = after.records.get(record.superseded_by)  # none where that one was undone or forgotten
        if newer is not None and (old is None or old.superseded_by != newer.record_id):
            yield _supersedes_edge(newer, record)
        if old is None and record.status is Status.QUARANTINED:
            yield from _contradictions(record, before)
        if _becomes_active(record, before):
            yield from _similarity_edges(record, before, vectors, options)


def _changed_records(draft: Draft) -> dict[str, None]:
    """List the ids of the records that a draft writes or changes, each once."""
    return dict.fromkeys(
        change.record.record_id if change.op == "write" else change.record_id
        for change in draft.changes
        if change.op != "relate"
    )


def _becomes_active(record: Record, before: Ledger) -> bool:
    old = before.records.get(record.record_id)
    return record.status is Status.ACTIVE and (old is None or old.status is Status.QUARANTINED)


def _supersedes_edge(newer: Record, older: Record) -> Relate:
    moment = older.superseded_at or newer.said_at
    last = max((one.said_at for one in older.support if one.said_at <= moment), default=older.said_at)
    return _edge(newer, RelationKind.SUPERSEDES, older, change_confidence(last, moment), moment)


def _contradictions(record: Record, before: Ledger) -> Iterator[Relate]:
    """Relate a quarantined record to the active ones that it contradicts, with its own confidence."""
    claim = Claim(record.slot, record.value, record.polarity)
    for other in before.with_status(Status.ACTIVE):
        if claim.contradicts(other) and held_at(other, record.said_at):
            yield _edge(record, RelationKind.CONTRADICTS, other, record.confidence, record.said_at)


def _similarity_edges(
    record: Record, before: Ledger, vectors: Vectors, options: LedgerOptions
) -> Iterator[Relate]:
    others = [other for other in before.with_status(Status.ACTIVE) if other.record_id != record.record_id]
    session = record.support[0].session_id
    followed = [other for other in others if any(one.session_id == session for one in other.support)]
    if followed:
        yield _edge(record, RelationKind.FOLLOWS, followed[-1], 1.0, record.said_at)
    is_first = all(other.slot != record.slot for other in others)
    for other in others:
        if SLOTS[other.slot].family == SLOTS[record.slot].family and _elaborates(record, other):
            yield _edge(record, RelationKind.ELABORATES, other, ELABORATES, record.said_at)
        if other.slot == BASES.get(record.slot):
            yield _edge(record, RelationKind.DEPENDS_ON, other, 1.0, record.said_at)
        elif is_first and record.slot == BASES.get(other.slot):  # else it hung on the one before
            yield _edge(other, RelationKind.DEPENDS_ON, record, 1.0, record.said_at)
    for other, cosine in _nearest(record, others, vectors, options.related_to):
        kind = RelationKind.SAME_TOPIC if cosine >= options.same_topic else RelationKind.RELATED_TO
        yield _edge(record, kind, other, min(1.0, cosine), record.said_at)


def _elaborates(longer: Record, shorter: Record) -> bool:
    terms = key_terms(shorter.value)
    shared = len(terms & key_terms(longer.value))
    return len(longer.value) > len(shorter.value) and shared > LEAST_SHARED * len(terms)


def _nearest(
    record: Record, others: Sequence[Record], vectors: Vectors, least: float
) -> list[tuple[Record, float]]:
    if not others:
        return []
    cosines = np.stack([vectors[other.text] for other in others]) @ vectors[record.text]
    best = np.argsort(-cosines, kind="stable")[:NEAREST]
    return [(others[place], float(cosines[place])) for place in best if cosines[place] >= least]


def _flags(draft: Draft, before: Ledger, after: Ledger, changes: Sequence[Change]) -> Iterator[Flag]:
    """Flag records that depend on a retired one; clear the flag of records that are said again."""
    for change in draft.changes:
        if change.op == "reinforce" and after.records[change.record_id].flag:
            yield Flag(change.at, change.record_id, "")
    retired = {
        record.record_id
        for record in before.with_status(Status.ACTIVE)
        if after.records[record.record_id].status is not Status.ACTIVE
    }
    if not retired:
        return
    for edge in (*before.relations, *_relations(changes)):
        dependent = after.records.get(edge.source)
        if edge.kind is not RelationKind.DEPENDS_ON or edge.target not in retired or dependent is None:
            continue
        if dependent.status is Status.ACTIVE and not dependent.flag:
            base = after.records[edge.target]
            moment = base.superseded_at or base.said_at
            yield Flag(moment, dependent.record_id, f"it was said while {base.slot} was another")


def _relations(changes: Iterable[Change]) -> list[Relation]:
    return [change.relation for change in changes if change.op == "relate"]


def _edge(source: Record, kind: RelationKind, target: Record, confidence: float, at: datetime) -> Relate:
    edge = Relation(source.record_id, kind, target.record_id, WEIGHTS[kind], confidence)
    return Relate(max(at, source.support[0].said_at, target.support[0].said_at), edge)
