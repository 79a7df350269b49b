"""The ledger: what is known, and what is right."""

from __future__ import annotations

from daybook.conversation import Record, Status
from daybook.english.words import words_of
from daybook.interfaces.operations.results import Citation, Corrected, Fact, Facts
from daybook.library.daybook import Daybook


async def list_facts(
    daybook: Daybook, owner: str, about: str = "", *, history: bool = False, limit: int = 50, offset: int = 0
) -> Facts:
    """List records of the ledger by slot, and in a slot by when they were said.

    Args:
        daybook: the memory.
        owner: whose.
        about: words of which a record holds one at least, in its sentence or slot; all where it is "".
        history: whether records that do not hold any more are listed as well.
        limit: how many at most.
        offset: how many of them are passed over first.
    """
    statuses = tuple(Status) if history else (Status.ACTIVE,)
    records = await daybook.ledger.arecords(owner=owner, statuses=statuses)
    wanted = set(words_of(about))
    if wanted:
        records = [one for one in records if wanted.intersection(words_of(_described(one)))]
    shown = records[offset : offset + limit]
    return Facts(facts=[fact_of(record) for record in shown], total=len(records))


async def correct(daybook: Daybook, owner: str, record_id: str, value: str) -> Corrected:
    """Put another value in the place of one that was wrong; what was typed is kept as a round of its own.

    Raises:
        BadInput: there is no value.
        UnknownItem: the owner has no such record.
    """
    before = await daybook.ledger.arecord(record_id, owner=owner)
    posted = await daybook.ledger.acorrect(record_id, value, owner=owner)
    written = [one.after for one in posted.differences if one.before is None and one.after]
    after = next((one for one in written if one.slot == before.slot), None)
    return Corrected(before=fact_of(before), after=fact_of(after) if after else None)


def fact_of(record: Record) -> Fact:
    """Write a record as plain values."""
    return Fact(
        record_id=record.record_id,
        slot=record.slot,
        subject=record.subject or "me",
        value=record.value,
        text=record.text,
        status=str(record.status),
        confidence=round(record.confidence, 3),
        said_at=record.said_at.isoformat(),
        support=[Citation.of(one) for one in record.support],
    )


def _described(record: Record) -> str:
    slot = record.slot.replace(".", " ").replace("_", " ")
    return f"{slot} {record.attribute} {record.subject} {record.text} {record.value}"
