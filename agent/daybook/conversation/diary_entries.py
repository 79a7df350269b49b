"""The diary: what happened to an owner, what they plan, what was so, each entry with a date and a quote.

Nothing that reads records (facts) sees entries. Both are folds of the same events, so undo, as-of, dry runs
and history work for either.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

from daybook.conversation.ledger_records import Support
from daybook.conversation.turns import TimeRange, digest_of, require_aware


class Sureness(StrEnum):
    """How exactly an entry is dated."""

    DAY = "day"
    """On the day of `happened`."""
    WITHIN = "within"
    """Some time, or all the time, within `happened`."""
    ABOUT = "about"
    """Near the middle of `happened`: "two weeks ago", "just"."""


class EntryStatus(StrEnum):
    """How an entry stands at a moment."""

    HAPPENED = "happened"
    PLANNED = "planned"
    UNCONFIRMED = "planned, not confirmed"
    """It was planned, its time is over, and nobody has told that it happened."""
    CANCELLED = "cancelled"
    NOTED = "noted"
    """It was so on that day: "I have 12 rare figurines"."""


class EventAct(Enum):
    """What a statement does to the diary."""

    HAPPENED = "it was"
    PLANNED = "it is to be"
    CANCELLED = "it is not to be"
    MOVED = "it is to be at another time"
    NOTED = "it is so"


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event as a round tells it, before it is compared with the diary."""

    act: EventAct
    what: str
    """From its verb or noun on, without the words of time."""
    happened: TimeRange | None
    """When it was or is to be; None only where it is cancelled."""
    sure: Sureness
    confidence: float
    text: str
    """What its sentence tells around it."""
    who: tuple[str, ...]
    where: str
    speaker: str
    """Who tells it; "" for the owner."""
    support: Support
    particulars: tuple[str, ...] = ()
    """Of a note the numbers, names and titles in it."""
    guarded: str = "event.experience"
    """The slot under whose policy it stands: what is medical is guarded as such."""


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """One thing that happened, or that is planned, or that was so when it was told."""

    entry_id: str
    """"d" and 16 hexadecimal digits; see `entry_id`."""
    text: str
    """What its sentence tells, with numbers, names and reasons: "I met Orla for lunch yesterday, at noon"."""
    what: str
    """The event in it, from the verb or the noun on: "met Orla for lunch". Of a note all of it."""
    who: tuple[str, ...]
    """Others who took part, as the owner names them: "Orla", "my sister"."""
    where: str
    """The place, as the owner names it; "" where none is named."""
    happened: TimeRange
    """When it was or is to be; bounded on both sides."""
    sure: Sureness
    planned: bool
    """Told as something to come, and not yet told as past."""
    said_at: datetime
    """When it was last told."""
    imported_at: datetime
    """When Daybook came to know it."""
    confidence: float
    """That it is an event of the teller's own life, in (0, 1]."""
    support: tuple[Support, ...]
    """Every place where it was told, the earliest first; never empty."""
    speaker: str = ""
    """Who tells it, in conversations between named people; "" for the owner."""
    cancelled_at: datetime | None = None
    """When it was said that it would not be."""
    noted: bool = False
    """It tells what was so on the day of the message, and not what happened."""

    def __post_init__(self) -> None:
        require_aware(self.said_at, "DiaryEntry.said_at")
        require_aware(self.imported_at, "DiaryEntry.imported_at")
        require_aware(self.cancelled_at, "DiaryEntry.cancelled_at")
        if self.happened.start is None or self.happened.end is None:
            raise ValueError("a DiaryEntry needs a beginning and an end")

    @property
    def began(self) -> datetime:
        """The beginning of `happened`."""
        assert self.happened.start is not None  # see __post_init__
        return self.happened.start

    @property
    def ended(self) -> datetime:
        """The end of `happened`; it does not belong to it."""
        assert self.happened.end is not None  # see __post_init__
        return self.happened.end

    @property
    def middle(self) -> datetime:
        """The moment to name where one is wanted: the day itself, or the middle of the time."""
        if self.ended - self.began <= timedelta(days=1):
            return self.began
        return self.began + (self.ended - self.began) / 2

    def status_at(self, moment: datetime) -> EntryStatus:
        """Tell how it stands at a moment: a plan whose time is over by then is unconfirmed."""
        if self.cancelled_at is not None and self.cancelled_at <= moment:
            return EntryStatus.CANCELLED
        if self.noted:
            return EntryStatus.NOTED
        if not self.planned:
            return EntryStatus.HAPPENED
        return EntryStatus.PLANNED if moment < self.ended else EntryStatus.UNCONFIRMED


@dataclass(frozen=True, slots=True)
class Enter:
    """Inserts an entry, or replaces one of the same id."""

    at: datetime
    """When it was said: the diary as of an earlier moment lacks it."""
    entry: DiaryEntry
    op: Literal["enter"] = "enter"


@dataclass(frozen=True, slots=True)
class Retell:
    """Adds a telling to an entry, or moves a plan; a plan that came about is entered anew, as told then."""

    at: datetime
    entry_id: str
    support: Support
    happened: TimeRange | None = None
    """Its time from now on; None leaves it."""
    sure: Sureness = Sureness.DAY
    """Of that time."""
    op: Literal["retell"] = "retell"


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancels a planned entry."""

    at: datetime
    entry_id: str
    support: Support
    op: Literal["cancel"] = "cancel"


DiaryChange: TypeAlias = Enter | Retell | Cancel


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """An entry in two states of a diary; None where it does not exist."""

    entry_id: str
    before: DiaryEntry | None
    after: DiaryEntry | None


def entries_after(
    entries: Mapping[str, DiaryEntry], changes: Iterable[DiaryChange]
) -> Mapping[str, DiaryEntry]:
    """Apply changes to a diary; a change of an entry that is not there changes nothing."""
    wanted = list(changes)
    if not wanted:
        return entries
    after = dict(entries)
    for change in wanted:
        if isinstance(change, Enter):
            after[change.entry.entry_id] = change.entry
        elif (entry := after.get(change.entry_id)) is not None:
            after[change.entry_id] = _changed(entry, change)
    return after


def entry_differences(
    before: Mapping[str, DiaryEntry], after: Mapping[str, DiaryEntry]
) -> list[EntryDifference]:
    """List the entries that differ between two states of a diary."""
    return [
        EntryDifference(name, before.get(name), after.get(name))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]


def entry_id(owner: str, text: str, support: Support) -> str:
    """Derive the id of an entry from its text and first support: "d" and 16 hexadecimal digits of SHA-256.

    So posting it twice makes one entry.
    """
    return "d" + digest_of([owner, text.casefold(), support.round_id, str(support.start)])[:16]


def in_time_order(entries: Iterable[DiaryEntry]) -> Sequence[DiaryEntry]:
    """Sort entries by when they were, the earliest first."""
    return sorted(entries, key=lambda entry: (entry.began, entry.ended, entry.said_at, entry.entry_id))


def _changed(entry: DiaryEntry, change: Retell | Cancel) -> DiaryEntry:
    support = list(entry.support)
    if change.support not in support:
        insort(support, change.support, key=lambda said: (said.said_at, said.start))
    entry = replace(entry, support=tuple(support), said_at=max(entry.said_at, change.support.said_at))
    if isinstance(change, Cancel):
        return replace(entry, cancelled_at=change.at)
    if change.happened is not None:
        entry = replace(entry, happened=change.happened, sure=change.sure)
    return entry
