"""The vectors of one owner: all of them while they can be scored exactly, else those that HNSW finds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from daybook.embedding.protocol import Vectors
from daybook.store.keys import FieldName, Key, KeyVectors

EXACT_LIMIT = 50_000
"""Keys that an owner may have and still be scored one by one: 77 MB at 384 dimensions, some 5 ms."""

_OVERFETCH = 4
"""Keys asked for at first per round wanted; doubled until enough distinct rounds have come."""


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys of an owner as they stand; replaced, never changed."""

    keys: tuple[Key, ...]
    matrix: Vectors | None
    """Row i belongs to `keys[i]`; None where there are too many to score exactly."""
    places: Mapping[str, tuple[int, ...]]
    """Of each round, where its keys stand."""

    @classmethod
    def of(cls, keys: Iterable[Key], matrix: Vectors | None) -> KeyRing:
        """Make a ring of keys and their vectors."""
        keys = tuple(keys)
        places: dict[str, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(key.round_id, []).append(place)
        return cls(keys, matrix, {name: tuple(found) for name, found in places.items()})

    def rows_of(self, round_ids: Iterable[str]) -> list[int]:
        """Say where the keys of those rounds stand, in the order of the keys."""
        return sorted(place for name in set(round_ids) for place in self.places.get(name, ()))

    def with_added(self, keys: Sequence[Key], matrix: Vectors, *, most: int) -> KeyRing | None:
        """Make a ring with more keys at its end; None where it takes reading them all again.

        Args:
            keys: of rounds that are not in it.
            matrix: their vectors, shape (keys, dim).
            most: keys whose vectors may be held.
        """
        known = any(key.round_id in self.places for key in keys)
        if self.matrix is None or known or len(self.keys) + len(keys) > most:
            return None
        joined = np.concatenate([self.matrix, matrix]) if self.keys else matrix
        return KeyRing.of((*self.keys, *keys), joined)


class KeySource(Protocol):
    """Where the keys beyond the exact limit are searched and fetched; made for one owner."""

    async def nearest(self, queries: Vectors, count: int, ids: Sequence[str] | None) -> list[list[str]]:
        """List the ids of the nearest keys of each query, best first."""

    async def fetch(self, ids: Sequence[str]) -> Vectors:
        """Fetch the vectors of those keys, in their order."""


class OwnerVectors:
    """The dense index of one owner."""

    def __init__(
        self,
        ring: Callable[[], Awaitable[KeyRing]],
        source: KeySource,
        fields: Collection[FieldName],
    ) -> None:
        self._ring, self._source, self._fields = ring, source, fields

    async def near(
        self, query_vectors: Vectors, *, limit: int, within: Collection[str] | None = None
    ) -> KeyVectors:
        """Give the keys among which the rounds nearest to the queries are to be found.

        Args:
            query_vectors: unit vectors, shape (queries, dim).
            limit: how many rounds are wanted for each query.
            within: ids of the rounds to choose from; all where it is None.

        Returns:
            Every allowed key while the owner has at most EXACT_LIMIT; else all keys of the rounds
            that the index finds nearest to each query, at least `limit` for each where there are
            as many. Only the order of the keys is given, not a ranking: score them.

        Raises:
            EmbedderMismatch: the vectors were made by another embedder.
            StoreBusy: another process has the vector index.
            StoreError: it can neither be read nor made anew.
        """
        ring = await self._ring()
        if ring.matrix is not None and within is None:
            return KeyVectors(ring.keys, ring.matrix)
        rows = None if within is None else ring.rows_of(within)
        if ring.matrix is None:
            found = await self._search(ring, query_vectors, limit, rows)
            rows = ring.rows_of(found)
        assert rows is not None
        keys = tuple(ring.keys[row] for row in rows)
        if ring.matrix is not None:
            return KeyVectors(keys, ring.matrix[rows])
        return KeyVectors(keys, await self._source.fetch([str(key) for key in keys]))

    async def _search(
        self, ring: KeyRing, queries: Vectors, limit: int, rows: Sequence[int] | None
    ) -> set[str]:
        """Find the rounds of the nearest keys.

        The best key of a round stands before its others, so the shortest list of nearest keys that
        names `limit` rounds names the right ones.
        """
        ids = None if rows is None else [str(ring.keys[row]) for row in rows]
        total = len(ring.keys) if ids is None else len(ids)
        count = min(total, limit * _OVERFETCH)
        while count:
            lists = await self._source.nearest(queries, count, ids)
            found = [self._rounds(names, limit) for names in lists]
            if count == total or all(len(rounds) == limit for rounds in found):
                return {name for rounds in found for name in rounds}
            count = min(total, count * 2)
        return set()

    def _rounds(self, names: Iterable[str], limit: int) -> list[str]:
        keys = (Key.parse(name) for name in names)
        rounds = dict.fromkeys(key.round_id for key in keys if key.field in self._fields)
        return list(rounds)[:limit]
