"""What was put before the model in runs that are not over, so that every call of a run gets the same."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TypeAlias

from daybook.reply import MemoryContext

TurnKey: TypeAlias = tuple[str, str | None, str | None]
"""Owner, session, and the id of the user's message."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a run was given."""

    run: object
    """By which the run is known: an object of its own."""
    context: MemoryContext | None
    """None where memory could not be read."""


@dataclass(slots=True)
class RunsUnderWay:
    """What the latest runs were given. One that failed, or waits for a person, leaves it until it is old."""

    limit: int = 1_000
    _given: OrderedDict[TurnKey, Given] = field(default_factory=OrderedDict)

    def put(self, turn: TurnKey, given: Given) -> None:
        """Keep what a run was given, in the place of what an earlier run of the turn was."""
        self._given[turn] = given
        while len(self._given) > self.limit:
            self._given.popitem(last=False)

    def get(self, turn: TurnKey, run: object) -> Given | None:
        """Give what this run was given; what an earlier run of the same turn was does not count."""
        given = self._given.get(turn)
        return given if given is not None and run is not None and given.run is run else None

    def latest(self, turn: TurnKey) -> MemoryContext | None:
        """Give what was put before the model last."""
        given = self._given.get(turn)
        return given.context if given else None

    def drop(self, turn: TurnKey) -> None:
        """Let go of a turn that is over."""
        self._given.pop(turn, None)
