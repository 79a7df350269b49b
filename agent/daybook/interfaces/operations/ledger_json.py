"""The ledger as JSON, for every interface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import AfterValidator, AliasPath, BeforeValidator, Field

from daybook.conversation import (
    SLOTS,
    Polarity,
    Record,
    Status,
    Support,
)
from daybook.conversation.answer_json import View
from daybook.conversation.turns import Moment

if TYPE_CHECKING:
    from daybook.library.ledger_actions import Posted
    from daybook.library.results import Policy

OWNER = "me"
"""The subject of a record about the owner."""


def _or_none(text: object) -> object:
    return text or None


TextOrNone = Annotated[str | None, BeforeValidator(_or_none)]


class RecordJson(View):
    """A record of the ledger."""

    record_id: str
    slot: str
    """what it is about, such as identity.residence"""
    subject: Annotated[str, BeforeValidator(lambda subject: subject or OWNER)]
    """"me" is the owner"""
    attribute: str = Field(validation_alias="about")
    value: str
    polarity: Polarity
    text: str
    """as a sentence"""
    status: Status
    """active holds now; superseded did once, deleted never did; quarantined waits"""
    confidence: Annotated[float, AfterValidator(lambda sure: round(sure, 3))]
    happened: Moment | None = Field(None, validation_alias=AliasPath("happened", "start"))
    """the beginning of the time that it speaks of"""
    until: Moment | None
    """the end of that time"""
    said_at: Moment
    imported_at: Moment
    support: tuple[Support, ...]
    """the words that it rests on"""
    superseded_by: TextOrNone
    superseded_at: Moment | None


class ListedRecord(RecordJson):
    """A record among all of its ledger."""

    supersedes: tuple[str, ...] = ()
    """ids of the records that it took the place of"""


class LedgerJson(View):
    """`daybook ledger`."""

    records: list[ListedRecord]

    @classmethod
    def among(cls, records: Iterable[Record], known: Iterable[Record]) -> Self:
        """List records with the ids of those, of the whole ledger `known`, that they took the place of."""
        replaced: dict[str, list[str]] = {}
        for record in known:
            if record.superseded_by and record.status is Status.SUPERSEDED:
                replaced.setdefault(record.superseded_by, []).append(record.record_id)
        listed = [
            ListedRecord.of(record).model_copy(update={"supersedes": tuple(replaced[record.record_id])})
            if record.record_id in replaced
            else ListedRecord.of(record)
            for record in records
        ]
        return cls(records=listed)


class QuestionJson(View):
    """One question to the owner: about a record, or about a sensitive family of slots."""

    kind: str
    record: RecordJson | None
    family: TextOrNone
    question: TextOrNone


class WaitingJson(View):
    """`daybook review`: what waits for the owner's word."""

    waiting: list[QuestionJson]


class DifferenceJson(View):
    """A record before and after; null where it was not there."""

    record_id: str
    before: RecordJson | None
    after: RecordJson | None


class PostedJson(View):
    """`daybook correct`, `confirm`, `undo`: the events, and what they changed."""

    changes: list[DifferenceJson]
    events: list[int]
    dry: bool

    @classmethod
    def of(cls, value: Posted) -> Self:  # type: ignore[override]
        """View what an action did."""
        events = [event.event_id for event in value.events]
        return cls.model_validate({"changes": value.differences, "events": events, "dry": not events})


class EventJson(View):
    """An event of the ledger."""

    event_id: int = Field(validation_alias=AliasPath("event", "event_id"))
    posted_at: Moment = Field(validation_alias=AliasPath("event", "posted_at"))
    kind: str = Field(validation_alias=AliasPath("event", "draft", "kind"))
    cause: str = Field(validation_alias=AliasPath("event", "draft", "cause"))
    undoes: int | None = Field(validation_alias=AliasPath("event", "draft", "undoes"))
    counts: bool
    """false where it was taken back"""
    records: tuple[str, ...] = Field(validation_alias="record_ids")


class HistoryJson(View):
    """`daybook ledger --events`."""

    events: list[EventJson]


def policy_json(policy: Policy) -> dict[str, Any]:
    """Write the rules about what may be written, and whether each slot may: `daybook policy`."""
    return {
        "slots": {name: policy.permits(name) for name in SLOTS},
        "asks": [name for name in SLOTS if policy.asks(name)],
        "allow": sorted(policy.allow),
        "deny": sorted(policy.deny),
    }
