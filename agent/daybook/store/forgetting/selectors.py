"""What can be forgotten: each selector names it in one way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from daybook.conversation import TimeRange


@dataclass(frozen=True, slots=True)
class BySession:
    """Every session of an id, whole."""

    session_id: str


@dataclass(frozen=True, slots=True)
class ByTime:
    """The rounds said in a stretch of time, whole."""

    during: TimeRange


@dataclass(frozen=True, slots=True)
class Everything:
    """All that is kept of the owner but the policy."""


@dataclass(frozen=True, slots=True)
class ByRecord:
    """A record of the ledger, whatever its status, and the sentences that it rests on."""

    record_id: str


@dataclass(frozen=True, slots=True)
class BySlot:
    """The records of a slot ("preference.food") or of a family of slots ("preference"), as `ByRecord`."""

    slot: str

    def covers(self, slot: str) -> bool:
        """Whether a slot is this one, or one of its family."""
        return slot == self.slot or slot.startswith(f"{self.slot}.")


@dataclass(frozen=True, slots=True)
class ByPhrase:
    """The sentences that hold a phrase as whole words, whoever said them, and the records that tell it."""

    phrase: str


Selector: TypeAlias = BySession | ByTime | Everything | ByRecord | BySlot | ByPhrase
