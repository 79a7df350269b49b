"""The owner's statements: sentences that tell something, each with the vector that it is indexed by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Round
from daybook.remember.extract.own_words import own_text
from daybook.store.keys import KeyVectors
from daybook.understand import Intent, intent_of

_FEWEST_WORDS = 3
_BESIDE = 400
"""Characters of a turn that is shown whole; of a longer one the sentence and what stands around it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A stretch of what the owner said in a round."""

    round: Round
    start: int
    stop: int
    """Characters of the user's turn, `start` in and `stop` out."""

    @property
    def place(self) -> tuple[datetime, int, int]:
        """Where it stands in the owner's history: it sorts by when it was said."""
        return (self.round.said_at, self.round.position, self.start)

    @property
    def text(self) -> str:
        """Its words."""
        return self.round.user.content[self.start : self.stop] if self.round.user else ""

    @property
    def own(self) -> str:
        """Its words but for what is pasted, quoted or secret."""
        said = own_text(self.round.user.content) if self.round.user else ""
        return said[self.start : self.stop].replace("\0", " ").strip()

    @property
    def asks(self) -> bool:
        """Whether it asks something, or asks for work."""
        return intent_of(self.own) is not Intent.STATEMENT

    @property
    def discloses(self) -> bool:
        """Whether the owner tells something by it in their own words."""
        return len(self.own.split()) >= _FEWEST_WORDS and not self.asks

    def passage(self) -> str:
        """Give its turn where that is short, else the statement with the sentences around it."""
        turn = self.round.user.content if self.round.user else ""
        if len(turn) <= _BESIDE:
            return turn.strip()
        start, stop = self.start, self.stop
        room = max(_BESIDE - (stop - start), 0) // 2
        before = turn.rfind(". ", max(0, start - room), start)
        after = turn.find(". ", stop, stop + room)
        return turn[before + 2 if before >= 0 else start : after + 1 if after >= 0 else stop].strip()


def statement_rows(keys: KeyVectors) -> NDArray[np.intp]:
    """Return the rows of the narrowest keys of what the owner said.

    They are the statements of a turn; of one that has none (a single sentence, or a long paste) its windows.
    """
    statements, windows = (keys.rows_of(fields=(field,)) for field in ("statement", "user"))
    has_statements = np.isin(keys.round_places[windows], keys.round_places[statements])
    return np.sort(np.concatenate([statements, windows[~has_statements]]))


def statement_of(keys: KeyVectors, row: int, rounds: Mapping[str, Round]) -> Statement | None:
    """Return the statement of a row; None where its round is not among those given."""
    key = keys.key(row)
    round_ = rounds.get(key.round_id)
    return Statement(round_, key.start, key.stop) if round_ and round_.user else None
