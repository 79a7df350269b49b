"""Records in a few words each, and how they bear on each other, for a reader."""

from collections.abc import Iterable
from datetime import datetime

from daybook.conversation import (
    Polarity,
    Record,
    Status,
    Support,
)
from daybook.interfaces.rendering.screen import Screen

YOU = "You"
"""The heading of what is known about the owner."""
_STATES = {
    Status.QUARANTINED: "to be confirmed",
    Status.DELETED: "wrong",
}


def value_of(record: Record) -> str:
    """Write a value; one that is denied begins with "not"."""
    return f"not {record.value}" if record.polarity is Polarity.NEGATIVE else record.value


def state_of(record: Record) -> str:
    """Write the state of a record, with the day on which it ended."""
    state = _STATES.get(record.status, str(record.status))
    if record.superseded_at:
        state += f" {record.superseded_at:%Y-%m-%d}"
    return state


def subject_of(record: Record) -> str:
    """Write whom or what a record is about, as a heading."""
    return record.subject[:1].upper() + record.subject[1:] if record.subject else YOU


def label_of(record: Record) -> str:
    """Write what is said of it: "residence: Leeds"."""
    return f"{record.about}: {value_of(record)}"


def age_of(said_at: datetime, now: datetime) -> str:
    """Write how long ago something was said, roughly: "5 d", "3 mo", "2 y"."""
    days = max((now - said_at).days, 0)
    if days < 60:
        return f"{days} d"
    return f"{days // 30} mo" if days < 730 else f"{days // 365} y"


def show_support(screen: Screen, supports: Iterable[Support]) -> None:
    """Print the words that a record rests on."""
    for support in supports:
        place = f"round {support.round_id}, session {support.session_id}"
        screen.line((f"said on {support.said_at:%Y-%m-%d}, {place}:", "cyan"))
        screen.text(support.quote, indent=2)
