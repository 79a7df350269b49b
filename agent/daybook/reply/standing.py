"""The constraints that each owner has stated, found once and kept up as rounds come and go."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass, field

import numpy as np

from daybook.reply.constraints import ConstraintKind, constraint_kind, may_be_constraint
from daybook.reply.examples import Contrast
from daybook.reply.statements import Statement, statement_of, statement_rows
from daybook.store import Store
from daybook.store.keys import KeyVectors

_MOST_OWNERS = 100
"""Owners whose constraints are held; those of another are looked for anew."""


@dataclass(frozen=True, slots=True)
class StandingConstraint:
    """A constraint, and the words that state it."""

    kind: ConstraintKind
    statement: Statement


@dataclass(slots=True)
class _Seen:
    rounds: set[str] = field(default_factory=set)
    """Ids of the rounds that were looked at."""
    found: list[StandingConstraint] = field(default_factory=list)


class StandingConstraints:
    """Looks at each round once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_owner: dict[str, _Seen] = {}

    async def of(self, owner: str, keys: KeyVectors, examples: Contrast) -> list[StandingConstraint]:
        """Find the statements of an owner that every reply must heed, in the order in which they were said.

        Args:
            owner: whose.
            keys: all of the owner's, or those nearest to the examples.
            examples: of constraints.

        Raises:
            StoreError: the rounds cannot be read.
        """
        seen = self._by_owner.pop(owner, None) or _Seen()
        self._by_owner[owner] = seen  # the last asked for stands last
        if len(self._by_owner) > _MOST_OWNERS:
            del self._by_owner[next(iter(self._by_owner))]
        new = [name for name in keys.rounds if name not in seen.rounds]
        if new:
            seen.found += await to_thread(self._found, owner, new, keys, examples)
            seen.rounds.update(new)
        there = (one for one in seen.found if one.statement.round.round_id in keys.rounds)
        return sorted(there, key=lambda one: one.statement.place)

    def _found(
        self, owner: str, names: list[str], keys: KeyVectors, examples: Contrast
    ) -> list[StandingConstraint]:
        rounds = {round_.round_id: round_ for round_ in self._store.rounds(owner, names)}
        rows = statement_rows(keys)
        rows = rows[np.isin(keys.round_places[rows], keys.rounds.places(names))]
        told = [(row, statement_of(keys, row, rounds)) for row in rows.tolist()]
        likely = [(row, one) for row, one in told if one and may_be_constraint(one.text)]
        likes, unlikes = examples.nearest(keys.matrix[[row for row, _ in likely]])
        kinds = (
            constraint_kind(one.own, asks=one.asks, like=like, unlike=unlike)
            for (_, one), like, unlike in zip(likely, likes.tolist(), unlikes.tolist(), strict=True)
        )
        return [StandingConstraint(kind, one) for (_, one), kind in zip(likely, kinds, strict=True) if kind]
