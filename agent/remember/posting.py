"""Posting to the ledger by hand, and taking it back."""

from __future__ import annotations

from datetime import datetime

from agent.conversation import Draft, Event, EventKind
from agent.conversation.ledger import counted_out
from agent.errors import UnknownItem
from agent.remember.resolve_owner import CAUSE
from agent.store.ledger import Ledgers


def undo(ledgers: Ledgers, owner: str, event_id: int | None = None, *, at: datetime) -> Event:
    """Take an event back: from now on the ledger is as if it had not been posted.

    Taking an undoing back does again what it undid. What was forgotten has left no event to undo.

    Args:
        ledgers: of the store.
        owner: whose ledger.
        event_id: which event; the last one that counts and is no undoing where it is None, so that one
            call after another goes back step by step.
        at: now; timezone-aware.

    Returns:
        The undoing, as posted.

    Raises:
        UnknownItem: the owner has no such event, or it counts for nothing already.
    """
    chosen = undoable(ledgers.events(owner), event_id)
    (undoing,) = ledgers.post(owner, [Draft(EventKind.UNDO, CAUSE, (), undoes=chosen.event_id)], posted_at=at)
    return undoing


def undoable(events: list[Event], event_id: int | None = None) -> Event:
    """Find the event that `undo` takes back.

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
