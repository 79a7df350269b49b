"""The dense index of one owner: exact scoring of all keys up to a limit, HNSW candidates beyond it."""

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
class OwnerKeys:
    """An immutable snapshot of an owner's keys and vectors."""

    keys: tuple[Key, ...]
    matrix: Vectors | None
    """Row i belongs to `keys[i]`; None where there are too many to score exactly."""
    places: Mapping[str, tuple[int, ...]]
    """Row numbers of each round's keys."""

    @classmethod
    def of(cls, keys: Iterable[Key], matrix: Vectors | None) -> OwnerKeys:
        """Build a snapshot from keys and their vectors."""
        keys = tuple(keys)
        places: dict[str, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(key.round_id, []).append(place)
        return cls(keys, matrix, {name: tuple(found) for name, found in places.items()})

    def rows_of(self, round_ids: Iterable[str]) -> list[int]:
        """Return the row numbers of those rounds' keys, ascending."""
        return sorted(place for name in set(round_ids) for place in self.places.get(name, ()))

    def with_added(self, keys: Sequence[Key], matrix: Vectors, *, most: int) -> OwnerKeys | None:
        """Return a snapshot with more keys appended; None if all have to be read again.

        Args:
            keys: of rounds that it does not have.
            matrix: their vectors, shape (keys, dim).
            most: keys whose vectors may be held.
        """
        known = any(key.round_id in self.places for key in keys)
        if self.matrix is None or known or len(self.keys) + len(keys) > most:
            return None
        joined = np.concatenate([self.matrix, matrix]) if self.keys else matrix
        return OwnerKeys.of((*self.keys, *keys), joined)


class KeySource(Protocol):
    """Searches and fetches one owner's keys beyond the exact limit."""

    async def nearest(self, queries: Vectors, count: int, ids: Sequence[str] | None) -> list[list[str]]:
        """List the ids of the nearest keys of each query, best first."""

    async def fetch(self, ids: Sequence[str]) -> Vectors:
        """Fetch the vectors of those keys, in their order."""


class OwnerVectors:
    """The dense index of one owner."""

    def __init__(
        self,
        load_keys: Callable[[], Awaitable[OwnerKeys]],
        source: KeySource,
        fields: Collection[FieldName],
    ) -> None:
        self._load_keys, self._source, self._fields = load_keys, source, fields

    async def near(
        self, query_vectors: Vectors, *, limit: int, within: Collection[str] | None = None
    ) -> KeyVectors:
        """Return the keys that contain the rounds nearest to the queries.

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
        owner_keys = await self._load_keys()
        if owner_keys.matrix is not None and within is None:
            return KeyVectors(owner_keys.keys, owner_keys.matrix)
        rows = None if within is None else owner_keys.rows_of(within)
        if owner_keys.matrix is None:
            found = await self._search(owner_keys, query_vectors, limit, rows)
            rows = owner_keys.rows_of(found)
        assert rows is not None
        keys = tuple(owner_keys.keys[row] for row in rows)
        if owner_keys.matrix is not None:
            return KeyVectors(keys, owner_keys.matrix[rows])
        return KeyVectors(keys, await self._source.fetch([str(key) for key in keys]))

    async def _search(
        self, owner_keys: OwnerKeys, queries: Vectors, limit: int, rows: Sequence[int] | None
    ) -> set[str]:
        """Find the rounds of the nearest keys.

        The best key of a round stands before its others, so the shortest list of nearest keys that
        names `limit` rounds names the right ones.
        """
        ids = None if rows is None else [str(owner_keys.keys[row]) for row in rows]
        total = len(owner_keys.keys) if ids is None else len(ids)
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
