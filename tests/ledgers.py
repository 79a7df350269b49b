"""Ledgers made by hand, for tests of what uses them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from daybook.conversation import Ledger, Polarity, Record, Relation, Status, Support


def moment(day: str) -> datetime:
    """Read "2023-05-03"."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def record(
    name: str,
    slot: str,
    value: str,
    text: str,
    day: str,
    *,
    quote: str = "",
    status: Status = Status.ACTIVE,
    by: str = "",
    until: str = "",
    polarity: Polarity = Polarity.POSITIVE,
    start: int = 0,
) -> Record:
    """Make a record "m<name>" that rests on the round "r<name>" of that day."""
    quote = quote or text
    support = Support(f"r{name}", f"s{name}", start, start + len(quote), quote, moment(day))
    return Record(
        record_id=f"m{name}",
        slot=slot,
        value=value,
        polarity=polarity,
        text=text,
        said_at=moment(day),
        imported_at=moment(day),
        confidence=0.9,
        support=(support,),
        status=status,
        superseded_by=f"m{by}" if by else "",
        superseded_at=moment(until) if until else None,
    )


def ledger(*records: Record, relations: Sequence[Relation] = ()) -> Ledger:
    """Make a ledger of records, in their order."""
    return Ledger({one.record_id: one for one in records}, tuple(relations))


def moved() -> tuple[Record, Record]:
    """Two residences: Bath until March 2023, and Leeds since."""
    return (
        record(
            "bath",
            "identity.residence",
            "Bath",
            "I live in Bath",
            "2023-01-05",
            quote="I live in Bath.",
            status=Status.SUPERSEDED,
            by="leeds",
            until="2023-03-10",
        ),
        record(
            "leeds",
            "identity.residence",
            "Leeds",
            "I live in Leeds",
            "2023-03-10",
            quote="We've moved to Leeds!",
        ),
    )
