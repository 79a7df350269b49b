"""The JSON of the ledger for every interface: each shape once, and the function that writes it.

Times are ISO 8601 with an offset; durations are milliseconds, unless they are named seconds. A shape is a
`TypedDict`: `to_json` fills it, and Pydantic describes it, so that the OpenAPI document is made of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from daybook.conversation import (
    SLOTS,
    Evidence,
    Ledger,
    Record,
    RecordDifference,
    Relation,
    RelationKind,
    Status,
)
from daybook.conversation.answer_json import Citation, Moment, plain, to_json
from daybook.library.results import Policy

if TYPE_CHECKING:
    from daybook.library.ledger_actions import LedgerEntry, OwnerQuestion, Posted

OWNER = "me"
"""The subject of a record about the owner."""


class RecordShape(TypedDict):
    """A record of the ledger."""

    record_id: str
    slot: Annotated[str, Field(description="what it is about, such as identity.residence")]
    subject: Annotated[str, Field(description='"me" is the owner')]
    attribute: str
    value: str
    polarity: str
    text: Annotated[str, Field(description="as a sentence")]
    status: Annotated[str, Field(description="active holds now; superseded, lapsed and retracted did once")]
    confidence: float
    happened: Annotated[Moment | None, Field(description="the beginning of the time that it speaks of")]
    until: Annotated[Moment | None, Field(description="the end of that time")]
    said_at: Moment
    imported_at: Moment
    support: Annotated[list[Citation], Field(description="the words that it rests on")]
    superseded_by: str | None
    superseded_at: Moment | None


class ListedRecord(RecordShape):
    """A record among all of its ledger."""

    supersedes: Annotated[list[str], Field(description="ids of the records that it took the place of")]


class LedgerShape(TypedDict):
    """`daybook ledger`."""

    records: list[ListedRecord]


class QuestionShape(TypedDict):
    """One question to the owner: about a record, or about a sensitive family of slots."""

    kind: str
    record: RecordShape | None
    family: str | None
    question: str | None


class WaitingShape(TypedDict):
    """`daybook review`: what waits for the owner's word."""

    waiting: list[QuestionShape]


class DifferenceShape(TypedDict):
    """A record before and after; null where it was not there."""

    record_id: str
    before: RecordShape | None
    after: RecordShape | None


class DifferencesShape(TypedDict):
    """`daybook diff`."""

    changes: list[DifferenceShape]


class PostedShape(DifferencesShape):
    """`daybook correct`, `confirm`, `undo`: the events, and what they changed."""

    events: list[int]
    dry: bool


class EventShape(TypedDict):
    """An event of the ledger."""

    event_id: int
    posted_at: Moment
    kind: str
    cause: str
    undoes: int | None
    counts: Annotated[bool, Field(description="false where it was taken back")]
    records: list[str]


class HistoryShape(TypedDict):
    """`daybook ledger --events`."""

    events: list[EventShape]


def ledger_shape(records: Iterable[Record], known: Iterable[Record]) -> LedgerShape:
    """Write records with the ids of those, of the whole ledger `known`, that they took the place of."""
    replaced: dict[str, list[str]] = {}
    for record in known:
        if record.superseded_by and record.status is Status.SUPERSEDED:
            replaced.setdefault(record.superseded_by, []).append(record.record_id)
    return {
        "records": [
            {**record_shape(record), "supersedes": replaced.get(record.record_id, [])} for record in records
        ]
    }


def attribute_of(slot: str) -> str:
    """Write what a slot is about, also one that exists no longer."""
    return SLOTS[slot].attribute if slot in SLOTS else slot.partition(".")[2].replace(".", " ")


def record_shape(record: Record) -> RecordShape:
    """Write one record."""
    happened = record.happened
    return to_json(
        RecordShape,
        record,
        subject=record.subject or OWNER,
        attribute=record.attribute or attribute_of(record.slot),
        confidence=round(record.confidence, 3),
        happened=plain(happened and happened.start),
        until=plain(happened and happened.end),
        support=[to_json(Citation, support) for support in record.support],
        superseded_by=record.superseded_by or None,
    )


def edges_of(records: Iterable[Record], relations: Iterable[Relation]) -> list[Relation]:
    """List how records bear on each other: the relations, and what replaced what."""
    records = list(records)
    known = {record.record_id for record in records}
    edges = {
        (edge.source, edge.kind, edge.target): edge
        for edge in relations
        if edge.source in known and edge.target in known
    }
    for record in records:
        if record.status is Status.SUPERSEDED and record.superseded_by in known:
            found = Relation(record.superseded_by, RelationKind.SUPERSEDES, record.record_id, 1.0, 1.0)
            edges.setdefault((found.source, found.kind, found.target), found)
    return list(edges.values())


def edges_behind(evidence: Iterable[Evidence], ledger: Ledger) -> list[Relation]:
    """List the edges of the records that rest on the rounds an answer cites, those that say most first.

    `ledger` is as of the question. What was merely said before or after those records is left out.
    """
    cited = {quoted.round_id for quoted in evidence}
    records = ledger.records.values()
    behind = {record.record_id for record in records if not cited.isdisjoint(record.round_ids)}
    edges = (edge for edge in ledger.relations if edge.kind is not RelationKind.FOLLOWS)
    found = [edge for edge in edges_of(records, edges) if {edge.source, edge.target} & behind]
    return sorted(found, key=lambda edge: -edge.weight * edge.confidence)


def edges_shape(edges: Iterable[Relation]) -> dict[str, Any]:
    """Write how records bear on each other: `daybook ledger --edges`."""
    return {"edges": [{**plain(edge), "confidence": round(edge.confidence, 3)} for edge in edges]}


def waiting_shape(questions: Iterable[OwnerQuestion]) -> WaitingShape:
    """Write what waits for the owner's word."""
    return {
        "waiting": [
            to_json(
                QuestionShape,
                question,
                record=_record(question.record),
                family=question.family or None,
                question=question.question or None,
            )
            for question in questions
        ]
    }


def posted_shape(posted: Posted) -> PostedShape:
    """Write what an action did to the ledger."""
    return {
        "events": [event.event_id for event in posted.events],
        "dry": not posted.events,
        **differences_shape(posted.differences),
    }


def differences_shape(differences: Sequence[RecordDifference]) -> DifferencesShape:
    """Write what changed of the records."""
    return {
        "changes": [
            to_json(DifferenceShape, change, before=_record(change.before), after=_record(change.after))
            for change in differences
        ]
    }


def history_shape(entries: Iterable[LedgerEntry]) -> HistoryShape:
    """Write the events of the ledger."""
    return {
        "events": [
            to_json(
                EventShape,
                entry.event,
                kind=str(entry.event.draft.kind),
                cause=entry.event.draft.cause,
                undoes=entry.event.draft.undoes,
                counts=entry.counts,
                records=list(records_of(entry)),
            )
            for entry in entries
        ]
    }


def records_of(entry: LedgerEntry) -> dict[str, None]:
    """Name the records that an event changed, each once, in the order of its changes."""
    return dict.fromkeys(
        change.record.record_id if change.op == "write" else change.record_id
        for change in entry.event.draft.changes
        if change.op != "relate"
    )


def policy_shape(policy: Policy) -> dict[str, Any]:
    """Write the rules about what may be written, and whether each slot may: `daybook policy`."""
    return {
        "slots": {name: policy.permits(name) for name in SLOTS},
        "asks": [name for name in SLOTS if policy.asks(name)],
        "allow": sorted(policy.allow),
        "deny": sorted(policy.deny),
    }


def _record(record: Record | None) -> RecordShape | None:
    return record_shape(record) if record else None
