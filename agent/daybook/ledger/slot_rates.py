"""How often what is known is used, and how often it was wrong, slot by slot: numbers without any text.

Nothing is counted while questions are asked. Both come from what is stored anyway: events say what was
corrected, rejected or faded; replies of chat that took something from memory are stored with the rounds that
they rest on, and a record is used where one of these is a round of its own. So the counts go when the rounds
go, and what was forgotten is not counted at all.

Source: TimeRAG-Memory, section 5.9 (memory hit rate, and correction rates as signals of memory quality).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Draft, EventKind, Ledger, Record, Round, Status


@dataclass(frozen=True, slots=True)
class SlotRates:
    """The counts of one slot."""

    slot: str
    records: int
    """All that the ledger holds, whatever their status."""
    active: int
    used: int
    """Records that a reply of chat rests on."""
    said_again: int
    """Times that one was said again."""
    confirmed: int
    """Times that the owner said that one is right."""
    replaced: int
    """Superseded: so once, and no longer."""
    corrected: int
    """Wrong, and the owner said what is right."""
    rejected: int
    """Wrong, and nothing took its place."""
    decayed: int

    @property
    def hit_rate(self) -> float:
        """The share of the records that were used."""
        return self.used / self.records

    @property
    def wrong_rate(self) -> float:
        """The share of the records that the owner corrected or rejected."""
        return (self.corrected + self.rejected) / self.records


@dataclass(frozen=True, slots=True)
class Recalled:
    """A reply of chat that rests on memory."""

    said_at: datetime
    round_ids: frozenset[str]


def recalled_in(rounds: Iterable[Round]) -> list[Recalled]:
    """List the replies among rounds that rest on other rounds."""
    return [
        Recalled(round_.said_at, frozenset(round_.assistant.sources))
        for round_ in rounds
        if round_.assistant is not None and round_.assistant.sources
    ]


def slot_rates(ledger: Ledger, drafts: Iterable[Draft], replies: Collection[Recalled]) -> list[SlotRates]:
    """Count by slot, in the order of their names.

    Args:
        ledger: as it is.
        drafts: those of its events that were not undone.
        replies: of the owner's chats.
    """
    times = _times(ledger, drafts)
    by_slot: dict[str, list[Record]] = defaultdict(list)
    for record in ledger.records.values():
        by_slot[record.slot].append(record)
    return [
        SlotRates(
            slot=slot,
            records=len(records),
            active=_count(records, Status.ACTIVE),
            used=sum(_is_used(record, replies) for record in records),
            said_again=times[EventKind.REINFORCE, slot],
            confirmed=times[EventKind.CONFIRM, slot],
            replaced=_count(records, Status.SUPERSEDED),
            corrected=times[EventKind.CORRECT, slot],
            rejected=times[EventKind.REJECT, slot],
            decayed=_count(records, Status.DECAYED),
        )
        for slot, records in sorted(by_slot.items())
    ]


def _times(ledger: Ledger, drafts: Iterable[Draft]) -> Counter[tuple[EventKind, str]]:
    """Count events by kind and slot: of those that declare something wrong the records that they do so of."""
    times: Counter[tuple[EventKind, str]] = Counter()
    for draft in drafts:
        names = set()
        for change in draft.changes:
            if change.op == "reinforce" and draft.kind is EventKind.REINFORCE:
                names.add(change.record_id)
            elif change.op == "mark":
                wrong = change.status is Status.DELETED
                if draft.kind is EventKind.CONFIRM or (draft.kind in _WRONG and wrong):
                    names.add(change.record_id)
        times.update((draft.kind, ledger.records[name].slot) for name in names if name in ledger.records)
    return times


_WRONG = (EventKind.CORRECT, EventKind.REJECT)


def _count(records: Iterable[Record], status: Status) -> int:
    return sum(record.status is status for record in records)


def _is_used(record: Record, replies: Iterable[Recalled]) -> bool:
    since = min(support.said_at for support in record.support)
    return any(
        reply.said_at > since and not reply.round_ids.isdisjoint(record.round_ids) for reply in replies
    )
