"""Undoes events that were posted to the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from daybook.conversation import Draft, Event, EventKind
from daybook.conversation.ledger import undone_events
from daybook.errors import UnknownItem
from daybook.remember.resolve.by_owner import CAUSE


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
        raise UnknownItem(f"there is no event {event_id}: `daybook diff` lists them")
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
