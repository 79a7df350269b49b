"""Forgetting several sessions with one receipt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from agent.daybook import Daybook
from agent.store import Receipt


def forget_sessions(daybook: Daybook, session_ids: Iterable[str], *, owner: str) -> Receipt:
    """Forget sessions one after the other.

    Returns:
        What was removed in all; verified if every single one was, and so also where there was none.

    Raises:
        UnknownItem: the owner has no session of that id; those before it are forgotten.
    """
    removed: Counter[str] = Counter()
    verified = True
    for session_id in session_ids:
        receipt = daybook.forget_session(session_id, owner=owner)
        removed.update(receipt.removed)
        verified = verified and receipt.verified
    return Receipt(removed or {"rounds": 0}, verified)
