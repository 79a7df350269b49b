"""Finds the record that a fact repeats."""

from __future__ import annotations

from datetime import datetime

from daybook.conversation import Record, Status
from daybook.remember.resolve.timeline import held_at, valid_from


def retracted_since(moment: datetime, known: list[Record]) -> bool:
    """Whether the owner has since said that what was said at a moment was wrong."""
    return any(
        record.status is Status.DELETED and record.superseded_at is not None and record.superseded_at > moment
        for record in known
    )


def believed_at(known: list[Record], rivals: list[Record], moment: datetime) -> Record | None:
    """Find the record that held at a moment, or else one in quarantine."""
    standing = [record for record in known if held_at(record, moment)]
    waiting = [
        record
        for record in known
        if record.status is Status.QUARANTINED
        and not said_between(rivals, *sorted([valid_from(record), moment]))
    ]
    return max(standing, key=valid_from, default=None) or max(waiting, key=valid_from, default=None)


def said_between(records: list[Record], start: datetime, stop: datetime) -> bool:
    """Whether one of the records was said between two moments, so that the sides are separate records."""
    return any(start < support.said_at < stop for record in records for support in record.support)
