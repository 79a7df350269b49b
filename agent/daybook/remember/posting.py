"""Taking back what was posted to the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from daybook.conversation import Draft, Event, EventKind
from daybook.conversation.ledger import counted_out
from daybook.errors import UnknownItem
from daybook.remember.resolve.by_owner import CAUSE


def undoings(events: list[Event], event_id: int | None = None) -> list[Draft]:
    """Take an event back; where none is named, all that the last message or action caused.

    Taking an undoing back does again what it undid. What was forgotten has left no event to undo.

    Args:
        events: of the owner, the earliest first.
        event_id: which event.

    Returns:
        What to post: from then on the ledger is as if those events had not been posted.

    Raises:
        UnknownItem: there is no such event, or it counts for nothing already.
    """
    last = undoable(events, event_id)
    taken = [last] if event_id is not None else _caused_with(last, events)
    return [Draft(EventKind.UNDO, CAUSE, (), undoes=event.event_id) for event in taken]


def undoable(events: list[Event], event_id: int | None = None) -> Event:
    """Find the event that is to be taken back: the last that counts and is no undoing where none is named.

    Raises:
        UnknownItem: there is no such event, or it counts for nothing already.
    """
    undone = counted_out(events)
    if event_id is None:
        for event in reversed(events):
            if event.draft.kind is not EventKind.UNDO and event.event_id not in undone:
                return event
        raise UnknownItem("nothing is left to undo")
    found = next((event for event in events if event.event_id == event_id), None)
    if found is None:
        raise UnknownItem(f"there is no event {event_id}: `daybook diff` lists them")
    if event_id in undone:
        raise UnknownItem(f"event {event_id} is undone already; undo the undoing to do it again")
    return found


def _caused_with(last: Event, events: Sequence[Event]) -> list[Event]:
    """Give the events that count and were posted for the cause of the last one; by hand each stands alone."""
    if last.draft.cause == CAUSE:
        return [last]
    undone = counted_out(events)
    return [
        event
        for event in reversed(events)
        if event.draft.cause == last.draft.cause
        and event.posted_at == last.posted_at
        and event.event_id not in undone
        and event.draft.kind is not EventKind.UNDO
    ]
