"""Changes by the owner's hand: add, confirm, reject or correct a record, undo."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from daybook.conversation import (
    SLOTS,
    Address,
    Change,
    Draft,
    Event,
    EventKind,
    Ledger,
    Mark,
    Polarity,
    Record,
    Status,
    Support,
    Write,
    record_id,
)
from daybook.conversation.errors import UnknownItem
from daybook.conversation.ledger_fold import CONFIRMED, undone_events
from daybook.ledger.slot_timeline import IndexedLedger, PlainValues, at_address, contradict, take_place

CAUSE = "owner"


def add(
    ledger: Ledger,
    slot: str,
    value: str,
    *,
    owner: str,
    values: PlainValues,
    support: Support,
    imported_at: datetime,
    attribute: str = "",
) -> Draft:
    """Write what the owner typed as a record beyond doubt; it takes the place of what contradicts it.

    Args:
        ledger: of the owner.
        slot: a key of `SLOTS`.
        value: in few words.
        owner: whose ledger it is.
        values: compares what records say.
        support: what was typed, kept as a round that is no key, so that the record has words to rest on.
        imported_at: now.
        attribute: what it is about, in the slot of everything else.
    """
    address = Address(slot, attribute=attribute)
    record = Record(
        record_id(owner, address, value, Polarity.POSITIVE, support),
        slot,
        value,
        Polarity.POSITIVE,
        support.quote,
        support.said_at,
        imported_at,
        CONFIRMED,
        (support,),
        attribute=attribute,
    )
    changes = _replacing(record, support.said_at, ledger, values)
    return Draft(EventKind.WRITE, support.round_id, (Write(support.said_at, record), *changes))


def correct(
    ledger: Ledger,
    record_id_: str,
    value: str,
    *,
    owner: str,
    values: PlainValues,
    support: Support,
    imported_at: datetime,
) -> Draft:
    """Replace a record that was wrong from the beginning by one with another value, which is so.

    Args:
        ledger: of the owner.
        record_id_: the record that is wrong.
        value: what is right.
        owner: whose ledger it is.
        values: compares what records say.
        support: where the owner said so. What is typed into a command is kept as a round first, which is
            no key and is quoted as a correction, so that the new record rests on words like every other.
        imported_at: now.

    Raises:
        UnknownItem: there is no such record.
    """
    wrong = _record(ledger, record_id_)
    right = replace(
        wrong,
        record_id=record_id(owner, wrong.address, value, Polarity.POSITIVE, support),
        value=value,
        polarity=Polarity.POSITIVE,  # what is typed as right is so, also if the wrong record denied
        text=correction(wrong, value),
        said_at=support.said_at,
        imported_at=imported_at,
        confidence=CONFIRMED,
        support=(support,),
        status=Status.ACTIVE,
        superseded_by="",
        superseded_at=None,
    )
    return Draft(
        EventKind.CORRECT,
        support.round_id,
        (
            Write(support.said_at, right),
            *_replacing(right, support.said_at, ledger, values, without=wrong.record_id),
            Mark(support.said_at, wrong.record_id, Status.DELETED, superseded_by=right.record_id),
        ),
    )


def correction(record: Record, value: str) -> str:
    """Word what a corrected record says: as the wrong one did, with the other value in its place."""
    if record.polarity is Polarity.POSITIVE and record.value.casefold() in record.text.casefold():
        start = record.text.casefold().index(record.value.casefold())
        return record.text[:start] + value + record.text[start + len(record.value) :]
    return f"{SLOTS[record.slot].description[:1].upper()}{SLOTS[record.slot].description[1:]}: {value}"


def confirm(ledger: Ledger, record_id_: str, at: datetime, values: PlainValues) -> Draft:
    """Make a record active with full confidence from a moment on; supersede what contradicts it.

    Raises:
        UnknownItem: there is no such record.
    """
    record = _record(ledger, record_id_)
    return Draft(EventKind.CONFIRM, CAUSE, tuple(_confirmed_from(record, at, ledger, values)))


def reject(ledger: Ledger, record_ids: Iterable[str], at: datetime) -> Draft:
    """Delete records as wrong from the beginning, without a replacement.

    Raises:
        UnknownItem: there is no such record.
    """
    wrong = [_record(ledger, name) for name in record_ids]
    return Draft(
        EventKind.REJECT, CAUSE, tuple(Mark(at, record.record_id, Status.DELETED) for record in wrong)
    )


def _confirmed_from(record: Record, at: datetime, ledger: Ledger, values: PlainValues) -> Iterator[Change]:
    yield Mark(at, record.record_id, Status.ACTIVE, confidence=CONFIRMED)
    if record.status is not Status.ACTIVE:
        yield from _replacing(record, at, ledger, values)


def _replacing(
    record: Record, at: datetime, ledger: Ledger, values: PlainValues, *, without: str = ""
) -> Iterator[Change]:
    """Have a record take the place of those of its address that contradict it."""
    known = at_address(record.address, IndexedLedger(ledger), values)
    rivals = [
        other
        for other in known
        if other.record_id not in (record.record_id, without)
        and contradict(other, record.value, record.polarity, values)
    ]
    yield from take_place(record, rivals, at)


def _record(ledger: Ledger, record_id_: str) -> Record:
    record = ledger.records.get(record_id_)
    if record is None:
        raise UnknownItem(f"there is no record {record_id_!r}: `daybook ledger` lists them")
    return record


def undo_drafts(events: list[Event], event_id: int | None = None) -> list[Draft]:
    """Draft the undoing of an event; by default, of all events that the last message or action caused.

    Undoing an undo event redoes what it undid. Forgotten rounds have left no event to undo.

    Args:
        events: of the owner, the earliest first.
        event_id: which event.

    Returns:
        The drafts to post; after that, the ledger is as if those events had not been posted.

    Raises:
        UnknownItem: there is no such event, or it is undone already.
    """
    last = event_to_undo(events, event_id)
    taken = [last] if event_id is not None else _caused_with(last, events)
    return [Draft(EventKind.UNDO, CAUSE, (), undoes=event.event_id) for event in taken]


def event_to_undo(events: list[Event], event_id: int | None = None) -> Event:
    """Find the event to undo; by default, the last one that is neither undone nor an undo event.

    Raises:
        UnknownItem: there is no such event, or it is undone already.
    """
    undone = undone_events(events)
    if event_id is None:
        for event in reversed(events):
            if event.draft.kind is not EventKind.UNDO and event.event_id not in undone:
                return event
        raise UnknownItem("nothing is left to undo")
    found = next((event for event in events if event.event_id == event_id), None)
    if found is None:
        raise UnknownItem(f"there is no event {event_id}: `daybook ledger --events` lists them")
    if event_id in undone:
        raise UnknownItem(f"event {event_id} is undone already; undo the undoing to do it again")
    return found


def _caused_with(last: Event, events: Sequence[Event]) -> list[Event]:
    """Return the events posted together with the last one for its cause; manual ones are undone singly."""
    if last.draft.cause == CAUSE:
        return [last]
    undone = undone_events(events)
    return [
        event
        for event in reversed(events)
        if event.draft.cause == last.draft.cause
        and event.posted_at == last.posted_at
        and event.event_id not in undone
        and event.draft.kind is not EventKind.UNDO
    ]
