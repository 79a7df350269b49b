"""The constraints that each owner has stated, found once and kept up as rounds come and go."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass

import numpy as np

from daybook.conversation import Round
from daybook.reply.constraints import ConstraintKind, constraint_kind, may_be_constraint
from daybook.reply.examples import Contrast
from daybook.reply.statements import Statement, statement_of, statement_rows
from daybook.store import Store
from daybook.store.keys import KeyVectors
from daybook.store.round_axis import RoundAxis

_MOST_OWNERS = 100
"""Owners whose constraints are held; those of another are looked for anew."""


@dataclass(frozen=True, slots=True)
class StandingConstraint:
    """A constraint, and the words that state it."""

    kind: ConstraintKind
    statement: Statement


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a constraint stands. No words are held, so that nothing is left here of what is forgotten."""

    kind: ConstraintKind
    round_id: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Seen:
    rounds: frozenset[str] = frozenset()
    """Ids of the rounds that were looked at."""
    spans: frozenset[_Span] = frozenset()


class StandingConstraints:
    """Looks at each round once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_owner: dict[str, _Seen] = {}

    async def of(
        self, owner: str, keys: KeyVectors, rounds: RoundAxis, examples: Contrast
    ) -> list[StandingConstraint]:
        """Find the statements of an owner that every reply must heed, in the order in which they were said.

        Args:
            owner: whose.
            keys: all of the owner's, or those nearest to the examples.
            rounds: all of the owner's.
            examples: of constraints.

        Raises:
            StoreError: the rounds cannot be read.
        """
        seen = self._by_owner.pop(owner, _Seen())
        new = [name for name in keys.rounds if name not in seen.rounds]
        if new:
            spans = await to_thread(self._found, owner, new, keys, examples)
            seen = _Seen(seen.rounds.union(new), seen.spans.union(spans))
        self._by_owner[owner] = seen  # the last asked for stands last
        if len(self._by_owner) > _MOST_OWNERS:
            del self._by_owner[next(iter(self._by_owner))]
        there = [span for span in seen.spans if span.round_id in rounds]
        said = await to_thread(self._rounds, owner, [span.round_id for span in there])
        found = [
            StandingConstraint(span.kind, Statement(said[span.round_id], span.start, span.stop))
            for span in there
            if span.round_id in said
        ]
        return sorted(found, key=lambda one: one.statement.place)

    def _found(self, owner: str, names: list[str], keys: KeyVectors, examples: Contrast) -> list[_Span]:
        rounds = self._rounds(owner, names)
        rows = statement_rows(keys)
        rows = rows[np.isin(keys.round_places[rows], keys.rounds.places(names))]
        told = [(row, statement_of(keys, row, rounds)) for row in rows.tolist()]
        likely = [(row, one) for row, one in told if one and may_be_constraint(one.text)]
        likes, unlikes = examples.nearest(keys.matrix[[row for row, _ in likely]])
        kinds = (
            constraint_kind(one.own, asks=one.asks, like=like, unlike=unlike)
            for (_, one), like, unlike in zip(likely, likes.tolist(), unlikes.tolist(), strict=True)
        )
        return [
            _Span(kind, one.round.round_id, one.start, one.stop)
            for (_, one), kind in zip(likely, kinds, strict=True)
            if kind
        ]

    def _rounds(self, owner: str, names: list[str]) -> dict[str, Round]:
        distinct = list(dict.fromkeys(names))
        return {one.round_id: one for one in self._store.rounds(owner, distinct)} if distinct else {}
