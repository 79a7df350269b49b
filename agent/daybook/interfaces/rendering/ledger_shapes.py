"""The JSON of the ledger's commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from daybook.conversation import Record, RecordDifference, Relation, Status
from daybook.interfaces.rendering.diary import entry_shape
from daybook.interfaces.rendering.ledger_lines import attribute_of
from daybook.library.ledger_actions import LedgerEntry
from daybook.library.owner_decisions import Posted
from daybook.library.waiting import Waiting
from daybook.remember import SLOTS, Concern, Policy

Shape = dict[str, Any]


OWNER = "me"
"""The subject of a record about the owner."""


def ledger_shape(records: Iterable[Record], known: Iterable[Record]) -> Shape:
    """`daybook ledger`: each record with the ids of those that it took the place of.

    Args:
        records: those that are shown.
        known: the whole ledger.
    """
    replaced: dict[str, list[str]] = {}
    for one in known:
        if one.superseded_by and one.status is Status.SUPERSEDED:
            replaced.setdefault(one.superseded_by, []).append(one.record_id)
    return {
        "records": [
            record_shape(record) | {"supersedes": replaced.get(record.record_id, [])} for record in records
        ]
    }


def record_shape(record: Record) -> Shape:
    """One record; "happened" is the beginning of the time that it speaks of, and "until" its end.

    "lapsed_because" is the id of the record that made it lapse: what replaced, or was, its base.
    """
    happened, slot = record.happened, SLOTS.get(record.slot)
    sort = record.value_type or (slot.value_type if slot else None)
    lapsed = record.status is Status.LAPSED
    return {
        "record_id": record.record_id,
        "slot": record.slot,
        "subject": record.subject or OWNER,
        "attribute": record.attribute or attribute_of(record.slot),
        "value_type": str(sort) if sort else None,
        "value": record.value,
        "polarity": str(record.polarity),
        "text": record.text,
        "status": str(record.status),
        "confidence": round(record.confidence, 3),
        "happened": happened.start.isoformat() if happened and happened.start else None,
        "until": happened.end.isoformat() if happened and happened.end else None,
        "said_at": record.said_at.isoformat(),
        "imported_at": record.imported_at.isoformat(),
        "topic": record.topic,
        "subtopic": record.subtopic,
        "support": [
            {
                "round_id": one.round_id,
                "session_id": one.session_id,
                "said_at": one.said_at.isoformat(),
                "quote": one.quote,
            }
            for one in record.support
        ],
        "superseded_by": record.superseded_by or None,
        "superseded_at": record.superseded_at.isoformat() if record.superseded_at else None,
        "flag": record.flag or None,
        "rests_on": list(record.rests_on),
        "lapsed_because": (record.superseded_by or next(iter(record.rests_on), None)) if lapsed else None,
    }


def edges_shape(edges: Iterable[Relation]) -> Shape:
    """`daybook ledger --edges`."""
    return {
        "edges": [
            {
                "source": edge.source,
                "kind": str(edge.kind),
                "target": edge.target,
                "weight": edge.weight,
                "confidence": round(edge.confidence, 3),
            }
            for edge in edges
        ]
    }


def waiting_shape(waiting: Iterable[Waiting]) -> Shape:
    """`daybook review`: what waits for the owner's word."""
    return {
        "waiting": [
            {
                "kind": str(one.kind),
                "record": record_shape(one.record) if one.record else None,
                "older": record_shape(one.older) if one.older else None,
                "family": one.family or None,
                "question": one.question or None,
            }
            for one in waiting
        ]
    }


def posted_shape(posted: Posted) -> Shape:
    """`daybook correct`, `confirm`, `undo`: the events, and what they changed of records and of the diary."""
    return {
        "events": [event.event_id for event in posted.events],
        "dry": not posted.events,
        **differences_shape(posted.differences),
        "entries": [
            {
                "entry_id": one.entry_id,
                "before": entry_shape(one.before, one.before.said_at) if one.before else None,
                "after": entry_shape(one.after, one.after.said_at) if one.after else None,
            }
            for one in posted.entries
        ],
    }


def differences_shape(differences: Sequence[RecordDifference]) -> Shape:
    """`daybook diff`: each record before and after, null where it was not there."""
    return {
        "changes": [
            {
                "record_id": one.record_id,
                "before": record_shape(one.before) if one.before else None,
                "after": record_shape(one.after) if one.after else None,
            }
            for one in differences
        ]
    }


def history_shape(entries: Iterable[LedgerEntry]) -> Shape:
    """`daybook ledger --events`."""
    return {
        "events": [
            {
                "event_id": entry.event.event_id,
                "posted_at": entry.event.posted_at.isoformat(),
                "kind": str(entry.event.draft.kind),
                "cause": entry.event.draft.cause,
                "undoes": entry.event.draft.undoes,
                "counts": entry.counts,
                "records": list(records_of(entry)),
                "entries": list(entries_of(entry)),
            }
            for entry in entries
        ]
    }


def records_of(entry: LedgerEntry) -> dict[str, None]:
    """Name the records that an event changed, each once, in the order of its changes."""
    names: dict[str, None] = {}
    for change in entry.event.draft.changes:
        if change.op == "write":
            names[change.record.record_id] = None
        elif change.op != "relate":
            names[change.record_id] = None
    return names


def entries_of(entry: LedgerEntry) -> dict[str, None]:
    """Name the entries of the diary that an event changed, each once, in the order of its changes."""
    return dict.fromkeys(
        change.entry.entry_id if change.op == "enter" else change.entry_id
        for change in entry.event.draft.diary
    )


def policy_shape(policy: Policy) -> Shape:
    """`daybook policy`: whether each slot may be written, and the owner's own rules."""
    slots: Mapping[str, bool] = {name: policy.permits(name) for name in SLOTS}
    asks = [name for name in SLOTS if policy.asks(name)]
    return {"slots": slots, "asks": asks, "allow": sorted(policy.allow), "deny": sorted(policy.deny)}


def audit_shape(concerns: Iterable[Concern]) -> Shape:
    """`daybook audit`."""
    return {
        "concerns": [
            {"kind": str(concern.kind), "records": list(concern.record_ids), "what": concern.what}
            for concern in concerns
        ]
    }
