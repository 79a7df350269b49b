"""What adding and updating did to a knowledge base, file by file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from daybook.conversation import Document


class Outcome(StrEnum):
    """What became of a source."""

    ADDED = "added"
    REPLACED = "replaced"
    """It had changed: its passages are those of now."""
    UNCHANGED = "unchanged"
    GONE = "gone"
    """Its file is not there any more; what is kept of it stays."""
    FORGOTTEN = "forgotten"
    """It was forgotten, and is not kept again."""
    REFUSED = "refused"
    """It cannot be read; what is kept of it stays."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one source."""

    source: str
    outcome: Outcome
    document: Document | None = None
    """As it is kept; None of what is not."""
    problem: str = ""
    """Why it was refused."""
    same_as: str = ""
    """The id of a document from elsewhere that has the same bytes; "" where there is none."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of all sources."""

    changes: tuple[Change, ...]
    """In the order in which they were looked at."""
    passed_over: Mapping[str, int] = field(default_factory=dict)
    """How many files of folders are of a form that is not taken, by their endings."""

    def of(self, outcome: Outcome) -> list[Change]:
        """Give those of one outcome."""
        return [one for one in self.changes if one.outcome is outcome]
