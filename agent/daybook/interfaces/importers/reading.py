"""How an export is read, and what was met in it that is not kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

UNDATED = "conversations without a date"


class DateOrder(StrEnum):
    """The order of day, month and year in dates that are all figures."""

    DMY = "dmy"
    MDY = "mdy"
    YMD = "ymd"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the user says about the files of an import."""

    me: str | None = None
    """The owner's name in chats between people, or a user's name where a file has those of several."""
    date: datetime | None = None
    """When undated conversations took place; None for the date of their file."""
    date_order: DateOrder | None = None
    """None to infer it."""
    limit: int | None = None
    """Bytes that a file may hold, unpacked; None for any number."""


@dataclass(slots=True)
class Reading:
    """One pass over one file: the counts are those of what was read so far."""

    undated_at: datetime
    """When conversations without any date took place."""
    options: ReadOptions = ReadOptions()
    left_out: Counter[str] = field(default_factory=Counter)
    """How many of what were not kept, such as {"tool messages": 3}."""
    notes: dict[str, int] = field(default_factory=dict)
    """What else the user should know, each with how often it was met; in the order of coming up."""

    @property
    def limit(self) -> int | None:
        """Bytes that the file may hold, unpacked."""
        return self.options.limit

    def undated(self) -> datetime:
        """Give a conversation without a date the one for such; a millisecond apart, they keep their order."""
        self.note(UNDATED)
        return self.undated_at + timedelta(milliseconds=self.notes[UNDATED])

    def note(self, what: str, count: int = 1) -> None:
        """Count something that the user should know."""
        self.notes[what] = self.notes.get(what, 0) + count
