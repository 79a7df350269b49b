"""Draws operations of a memory in use, every sentence of which has a word that stands nowhere else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random

from daybook.conversation import Role, Session, Turn
from daybook_eval.robustness.acknowledged import Acknowledged
from daybook_eval.robustness.operations import (
    KEPT,
    Ask,
    Correct,
    Forget,
    Import,
    Operation,
    Reindex,
    Say,
)

NONCE = re.compile(r"\bQ[a-z]{11}\b")
_BEGINNING = datetime(2024, 1, 1, 9, tzinfo=UTC)
_GOES = "goes"
"""How the ids of sessions begin that may be forgotten; no fact is stated in them."""
_THINGS = ("food", "book", "song", "drink", "film", "game")
_TALK = (
    "The kettle went {0} again this morning.",
    "We walked as far as the {0} bridge.",
    "My neighbour spoke of {0} for an hour.",
    "I read about {0} on the train.",
)
_REPLIES = ("I see, {0} then.", "And what came of the {0}?", "Mind the {0}.")
_WRITES = {"import": 30, "say": 25, "correct": 15, "forget": 15, "reindex": 10, "ask": 5}
"""How often each operation is drawn."""


def nonce(random: Random) -> str:
    """Make a word that stands nowhere else."""
    return "Q" + "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=11))


class Workload:
    """Draws the operations of one process; its sessions are its own."""

    def __init__(self, random: Random, prefix: str) -> None:
        """Begin.

        Args:
            random: the same state draws the same, as long as the same was acknowledged.
            prefix: what tells its sessions from those of other processes.
        """
        self._random, self._prefix, self._made = random, prefix, 0

    def draw(self, acknowledged: Acknowledged) -> Operation:
        """Draw the next operation."""
        (kind,) = self._random.choices(list(_WRITES), list(_WRITES.values()))
        mine = acknowledged.forgettable(f"{_GOES}-{self._prefix[0]}")
        match kind:
            case "say":
                thing = self._random.choice(_THINGS)
                message = f"My favourite {thing} is {nonce(self._random)}."
                return Say(f"{KEPT}-{self._random.choice((self._prefix, 'shared'))}-chat", message)
            case "correct":
                return Correct(self._random.randrange(100), nonce(self._random))
            case "forget" if mine:
                return Forget(self._random.choice(mine))
            case "reindex":
                return Reindex()
            case "ask":
                return Ask(f"What is my favourite {self._random.choice(_THINGS)}?")
            case _:
                return Import(tuple(self._session() for _ in range(self._random.randint(1, 3))))

    def _session(self) -> Session:
        self._made += 1
        name = f"{self._random.choice((KEPT, _GOES))}-{self._prefix}-{self._made}"
        turns = [
            turn
            for _ in range(self._random.randint(1, 4))
            for turn in (
                Turn(Role.USER, self._random.choice(_TALK).format(nonce(self._random))),
                Turn(Role.ASSISTANT, self._random.choice(_REPLIES).format(nonce(self._random))),
            )
        ]
        return Session(name, _BEGINNING + timedelta(hours=self._made), tuple(turns))


def last_kept(acknowledged: Acknowledged) -> str | None:
    """Give what the user said in an acknowledged round, of the kept session that was begun last."""
    said = [words[-1][0] for name, words in acknowledged.rounds.items() if name.startswith(KEPT)]
    return said[-1] if said else None
