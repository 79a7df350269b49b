"""What a fact finds in the ledger: the record that says the same, and where it was said before."""

from __future__ import annotations

from datetime import datetime

from daybook.conversation import Record, Status, Support
from daybook.remember.resolve.timeline import began, stands


def taken_back(moment: datetime, known: list[Record]) -> bool:
    """Whether the owner said after a moment that what was said then was wrong."""
    return any(
        record.status is Status.DELETED and record.superseded_at is not None and record.superseded_at > moment
        for record in known
    )


def same_utterance(support: Support, known: list[Record]) -> tuple[Record, Support] | None:
    """Find the very same words under another round: a round whose reply came late gets a new id."""
    for record in known:
        for old in record.support:
            if (old.session_id, old.said_at, old.start, old.quote) == (
                support.session_id,
                support.said_at,
                support.start,
                support.quote,
            ):
                return record, old
    return None


def said_at_that_time(known: list[Record], rivals: list[Record], moment: datetime) -> Record | None:
    """Find the record that was believed at a moment already, or waits to be."""
    standing = [record for record in known if stands(record, moment)]
    waiting = [
        record
        for record in known
        if record.status is Status.QUARANTINED and not said_between(rivals, *sorted([began(record), moment]))
    ]
    return max(standing, key=began, default=None) or max(waiting, key=began, default=None)


def said_between(records: list[Record], start: datetime, stop: datetime) -> bool:
    """Whether one of the records was said in between, so that what is on both sides is not one record."""
    return any(start < support.said_at < stop for record in records for support in record.support)
