"""What happened to the ledger and the diary, the latest first, and what taking it back would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from daybook.conversation import EventKind, Ledger
from daybook.interfaces.rendering.ledger_shapes import entries_of, records_of
from daybook.interfaces.server.page.views.facts import difference_line, named_fact
from daybook.interfaces.server.page.views.moments import day_and_time
from daybook.library.ledger_actions import LedgerEntry
from daybook.library.owner_decisions import Posted

_SHOWN = 12
"""Facts that one change names."""
_KINDS: Mapping[EventKind, str] = MappingProxyType(
    {
        EventKind.WRITE: "Learnt",
        EventKind.QUARANTINE: "Noted, to be confirmed",
        EventKind.REINFORCE: "Heard again",
        EventKind.SUPERSEDE: "Replaced",
        EventKind.CORRECT: "Corrected",
        EventKind.CONFIRM: "Confirmed",
        EventKind.REJECT: "Said to be wrong",
        EventKind.DECAY: "Faded",
        EventKind.RELATE: "Compared",
        EventKind.LAPSE: "Lapsed",
        EventKind.APPLY: "Came due by a rule of yours",
        EventKind.ENTER: "Entered in the diary",
        EventKind.RETELL: "Told again",
        EventKind.CANCEL: "Cancelled",
        EventKind.MEND: "Mended",
        EventKind.UNDO: "Taken back",
    }
)


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change."""

    event_id: int
    posted: str
    iso: str
    kind: str
    counts: bool
    touched: tuple[tuple[str, str], ...]
    """What it was about, and the way to it; "" where that is gone."""
    more: int
    cause: str
    """The way to the round that caused it; "" where somebody did."""
    undoes: int | None


def change_view(entry: LedgerEntry, ledger: Ledger) -> ChangeView:
    """Show one event."""
    event = entry.event
    touched = _touched(entry, ledger)
    is_round = event.draft.cause.startswith("r") and event.draft.cause[1:].isalnum()
    return ChangeView(
        event_id=event.event_id,
        posted=day_and_time(event.posted_at),
        iso=event.posted_at.isoformat(),
        kind=_KINDS[event.draft.kind],
        counts=entry.counts,
        touched=tuple(touched[:_SHOWN]),
        more=max(0, len(touched) - _SHOWN),
        cause=f"/rounds/{event.draft.cause}" if is_round and len(event.draft.cause) == 25 else "",
        undoes=event.draft.undoes,
    )


def consequences(posted: Posted) -> Sequence[tuple[str, str]]:
    """Say what an action does: a word for the style and a sentence, for each fact and entry."""
    lines = [difference_line(one) for one in posted.differences]
    for entry in posted.entries:
        told = entry.after or entry.before
        if told is not None:
            word = "comes" if entry.before is None else "goes" if entry.after is None else "changes"
            lines.append((word, f"Diary: {told.what}"))
    return lines


def _touched(entry: LedgerEntry, ledger: Ledger) -> list[tuple[str, str]]:
    touched = []
    for name in records_of(entry):
        record = ledger.records.get(name)
        touched.append((named_fact(record), f"/records/{name}") if record else (name, ""))
    for name in entries_of(entry):
        told = ledger.entries.get(name)
        touched.append((told.what if told else name, ""))
    return touched
