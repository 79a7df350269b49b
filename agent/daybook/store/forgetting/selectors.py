"""Selectors: the ways to name what is to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from daybook.conversation import TimeRange


@dataclass(frozen=True, slots=True)
class BySession:
    """All rounds of every session of an id."""

    session_id: str


@dataclass(frozen=True, slots=True)
class ByRound:
    """One round, by its id."""

    round_id: str


@dataclass(frozen=True, slots=True)
class ByTime:
    """All rounds said in a time range, and all items that were last put in it."""

    during: TimeRange


@dataclass(frozen=True, slots=True)
class Everything:
    """Everything stored of the owner but the policy."""


@dataclass(frozen=True, slots=True)
class ByRecord:
    """A record of the ledger or an entry of the diary, by its id, and the sentences that it rests on."""

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
    """The sentences, whoever said them, the records and the items that hold a phrase as whole words.

    Of a document the passages go that hold it; where its title or the name of its file does, the document.
    """

    phrase: str


Selector: TypeAlias = BySession | ByRound | ByTime | Everything | ByRecord | BySlot | ByPhrase
