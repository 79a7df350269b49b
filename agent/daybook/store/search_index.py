"""What a question searches: the words and the vectors of one owner, as of one moment."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from daybook.embedding.protocol import Vectors
from daybook.settings import Keying
from daybook.store.approximate import ApproximateIndex
from daybook.store.cosines import cosines
from daybook.store.index_table import IndexTable
from daybook.store.keys import FIELDS, FieldName, KeyVectors
from daybook.store.lexical import LexicalIndex
from daybook.store.owner_index import OwnerIndex
from daybook.store.round_axis import Places
from daybook.store.row_codec import decoded_vectors
from daybook.store.row_table import intact

_OVERFETCH = 4
"""Keys asked for at first per round wanted; doubled until enough distinct rounds have come."""

_SEARCHED: dict[Keying, tuple[FieldName, ...]] = {
    Keying.USER_ONLY: ("user", "statement"),
    Keying.CONCAT: ("both",),
    Keying.MIXTURE: ("user", "assistant", "statement"),
    Keying.MAX_SIM: ("user", "assistant", "statement"),
}


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """The index of one owner: words in memory, vectors in memory up to a limit and in Chroma beyond it."""

    owner: str
    index: OwnerIndex
    keying: Keying
    table: IndexTable
    approximate: ApproximateIndex

    @property
    def words(self) -> LexicalIndex:
        """The owner's lexical index."""
        return self.index.words

    async def near(
        self, query_vectors: Vectors, *, limit: int, within: Collection[str] | None = None
    ) -> KeyVectors:
        """Return the keys that contain the rounds nearest to the queries.

        Args:
            query_vectors: unit vectors, shape (queries, dim).
            limit: how many rounds are wanted for each query.
            within: ids of the rounds to choose from; all where it is None.

        Returns:
            Every allowed key while the owner's vectors are held in memory; else all keys of the rounds
            that are nearest to each query, at least `limit` for each where there are as many. Only the
            order of the keys is given, not a ranking: score them.

        Raises:
            StoreBusy, StoreError: the vectors cannot be read.
        """
        everything = self.index.all_keys()
        if everything is not None:
            return everything if within is None else self.index.some_keys(within)
        return await to_thread(self._candidates, query_vectors, limit, within)

    def _candidates(self, queries: Vectors, limit: int, within: Collection[str] | None) -> KeyVectors:
        places = self._by_graph(queries, limit) if within is None else None
        if places is None:
            allowed = None if within is None else np.unique(self.index.rounds.places(within))
            places = self._by_scan(queries, limit, allowed)
        names = [self.index.rounds[place] for place in places.tolist()]
        row_pks = self.index.row_pks.rows[places].tolist()
        rows, _ = intact(self.table.rows.of_keys(self.owner, self.index.version.index_pk, row_pks))
        there = {row.round_id for row in rows}
        dim = queries.shape[1]
        matrix = decoded_vectors((row.vectors for row in rows), dim)
        return self.index.some_keys([name for name in names if name in there], matrix)

    def _by_graph(self, queries: Vectors, limit: int) -> Places | None:
        """Find the rounds of the nearest keys in Chroma; None where it cannot be asked.

        The best key of a round stands before its others, so the shortest list of nearest keys that
        names `limit` rounds names the right ones.
        """
        total = len(self.index.spans.rows)
        count = min(total, limit * _OVERFETCH)
        while True:
            lists = self.approximate.nearest(self.owner, self.index, queries, count)
            if lists is None:
                return None
            found = [self._searched_rounds(places, numbers)[:limit] for places, numbers in lists]
            if count >= total or all(len(rounds) == limit for rounds in found):
                return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.intp)
            count = min(total, count * 2)

    def _searched_rounds(self, places: Places, numbers: Places) -> Places:
        """Return the rounds of keys whose field is searched, each once, best first."""
        first = np.searchsorted(self.index.round_places.rows, places)
        of_field = np.isin(self.index.spans.rows["field"][first + numbers], self._fields)
        kept = places[of_field]
        _, at = np.unique(kept, return_index=True)
        return kept[np.sort(at)]

    def _by_scan(self, queries: Vectors, limit: int, allowed: Places | None) -> Places:
        """Find the rounds of the nearest keys by comparing all of them, some hundred rounds at a time."""
        index_pk, row_pks = self.index.version.index_pk, self.index.row_pks.rows
        scores = np.full((len(queries), len(row_pks)), -np.inf, dtype=np.float32)
        for part in self.table.rows.after(self.owner, index_pk, 0):
            rows = [row for row in intact(part)[0] if row.keys]
            places = np.searchsorted(row_pks, [row.row_pk for row in rows])
            here = places < len(row_pks)
            rows = [row for row, is_here in zip(rows, here.tolist(), strict=True) if is_here]
            if not rows:
                continue
            by_key = cosines(queries, decoded_vectors((row.vectors for row in rows), queries.shape[1]))
            keys = np.array([row.keys for row in rows])
            of_rows = np.repeat(places[here], keys)
            first = np.searchsorted(self.index.round_places.rows, places[here])
            starts = np.cumsum(keys) - keys
            key_rows = np.repeat(first - starts, keys) + np.arange(len(of_rows))
            is_searched = np.isin(self.index.spans.rows["field"][key_rows], self._fields)
            for query, row in enumerate(by_key):
                np.maximum.at(scores[query], of_rows[is_searched], row[is_searched])
        if allowed is not None:
            is_allowed = np.zeros(len(row_pks), dtype=bool)
            is_allowed[allowed] = True
            scores[:, ~is_allowed] = -np.inf
        best = [row[np.isfinite(scores[query, row])] for query, row in enumerate(_best(scores, limit))]
        return np.unique(np.concatenate(best)).astype(np.intp)

    @property
    def _fields(self) -> list[int]:
        return [FIELDS.index(field) for field in _SEARCHED[self.keying]]


def _best(scores: NDArray[np.float32], limit: int) -> NDArray[np.intp]:
    """Return the places of the greatest scores of each row: shape (rows, limit or fewer)."""
    if scores.shape[1] <= limit:
        return np.tile(np.arange(scores.shape[1]), (len(scores), 1))
    return np.argpartition(-scores, limit, axis=1)[:, :limit]
