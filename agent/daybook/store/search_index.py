"""Searches an owner's index: vectors in memory, in an HNSW graph beyond a limit, or row by row."""

from __future__ import annotations

import logging
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import Event, RLock, Thread

import numpy as np

from daybook.conversation.errors import StoreBusy, StoreError
from daybook.models.embedding.embedder import Vectors
from daybook.settings import Keying
from daybook.store.arrays import Places, cosines
from daybook.store.bm25 import LexicalIndex
from daybook.store.chroma import Chroma, VectorsDamaged
from daybook.store.index_rows import intact
from daybook.store.indexing import IndexGone, IndexTable, IndexVersion
from daybook.store.keys import FIELDS, FieldName, KeyVectors, decoded_vectors, rows_at
from daybook.store.owner_index import OwnerIndex

LOG = logging.getLogger(__name__)
MAX_MISSING_ROUNDS = 2_000
"""Rounds that a question adds to a graph before it is asked: some seconds. More are added by an import or
`reindex`, and until then a question scans."""
MAX_READ = 1_000
"""Rounds whose keys are all read and compared where only so few may be found."""
PATIENCE = 10.0
"""Seconds in which a process that must have the graphs, to forget or to drop some, waits for another one."""
_LOOKS_EVERY = 0.2
"""Seconds between two looks whether another process asks for the graphs."""
_OVERFETCH = 4
"""Keys asked for at first per round wanted; doubled until enough distinct rounds have come."""

SEARCHED: Mapping[Keying, tuple[FieldName, ...]] = {
    Keying.USER_ONLY: ("user", "statement"),
    Keying.CONCAT: ("both",),
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
    renewed: Callable[[], Awaitable[SearchIndex]]
    """Gives the index that answers now: another process may have made one in place of this."""

    @property
    def words(self) -> LexicalIndex:
        """The owner's lexical index."""
        return self.index.words

    async def near(
        self,
        query_vectors: Vectors,
        *,
        limit: int,
        within: Collection[str] | None = None,
        fields: Collection[FieldName] | None = None,
    ) -> KeyVectors:
        """Return the keys that contain the rounds nearest to the queries, in index order: score them.

        These are all allowed keys while the owner's vectors are in memory, or few rounds are allowed; else
        all keys of the rounds nearest to each query, at least `limit` where there are as many.

        Args:
            query_vectors: unit vectors, shape (queries, dim).
            limit: how many rounds are wanted for each query.
            within: ids of the rounds to choose from; None for all.
            fields: whose keys say how near a round is; None for all that the keying searches.
        """
        everything = self.index.all_keys()
        if everything is not None:
            return everything if within is None else self.index.some_keys(within)
        try:
            return await to_thread(
                self._candidates, query_vectors, limit, within, fields or SEARCHED[self.keying]
            )
        except IndexGone:
            renewed = await self.renewed()
            return await renewed.near(query_vectors, limit=limit, within=within, fields=fields)

    def _candidates(
        self, queries: Vectors, limit: int, within: Collection[str] | None, fields: Collection[FieldName]
    ) -> KeyVectors:
        numbers = [FIELDS.index(field) for field in fields]
        allowed = None if within is None else self.index.rounds.among(within)
        found_by = "scan"
        if allowed is not None and len(allowed) <= MAX_READ:
            places: Places | None = allowed
        elif (places := self._by_graph(queries, limit, allowed, numbers)) is not None:
            found_by = "chroma"
        if places is None:
            places = self._by_scan(queries, limit, allowed, numbers)
        names = [self.index.rounds[place] for place in places.tolist()]
        row_pks = self.index.row_pks.rows[places].tolist()
        rows, _ = intact(self.table.rows.of_keys(self.owner, self.index.version.index_pk, row_pks))
        there = {row.round_id for row in rows}
        is_short = not names or len(there) < len(names)
        if is_short and self.table.version(self.owner, self.index.version.index_pk) is None:
            raise IndexGone
        dim = queries.shape[1]
        matrix = decoded_vectors((row.vectors for row in rows), dim)
        found = self.index.some_keys([name for name in names if name in there], matrix)
        return replace(found, found_by=found_by)

    def _by_graph(
        self, queries: Vectors, limit: int, allowed: Places | None, fields: list[int]
    ) -> Places | None:
        """Find the rounds of the nearest keys in Chroma. Returns None if it cannot be asked.

        A round's best key comes first, so the shortest list of nearest keys with `limit` rounds has the right
        ones.
        """
        total = len(self.index.spans.rows)
        wanted = limit if allowed is None else min(limit, len(allowed))
        count = min(total, limit * _OVERFETCH)
        while True:
            lists = self.approximate.nearest(self.owner, self.index, queries, count)
            if lists is None:
                return None
            found = [self._searched_rounds(*keys, allowed, fields)[:limit] for keys in lists]
            if count >= total or all(len(rounds) == wanted for rounds in found):
                return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.intp)
            count = min(total, count * 2)

    def _searched_rounds(
        self, places: Places, numbers: Places, allowed: Places | None, fields: list[int]
    ) -> Places:
        first = np.searchsorted(self.index.round_places.rows, places)
        is_kept = np.isin(self.index.spans.rows["field"][first + numbers], fields)
        if allowed is not None:
            is_kept &= np.isin(places, allowed)
        kept = places[is_kept]
        _, at = np.unique(kept, return_index=True)
        return kept[np.sort(at)]

    def _by_scan(self, queries: Vectors, limit: int, allowed: Places | None, fields: list[int]) -> Places:
        index_pk, row_pks = self.index.version.index_pk, self.index.row_pks.rows
        held = set(row_pks.tolist())
        scores = np.full((len(queries), len(row_pks)), -np.inf, dtype=np.float32)
        for part in self.table.rows.after(self.owner, index_pk, 0):
            rows = [row for row in intact(part)[0] if row.row_pk in held]
            by_key = cosines(queries, decoded_vectors((row.vectors for row in rows), queries.shape[1]))
            places = self.index.rounds.among(row.round_id for row in rows)
            key_rows = rows_at(self.index.round_places.rows, places)
            is_searched = np.isin(self.index.spans.rows["field"][key_rows], fields)
            of_rows = self.index.round_places.rows[key_rows[is_searched]]
            for query, row in enumerate(by_key):
                np.maximum.at(scores[query], of_rows, row[is_searched])
        if allowed is not None:
            is_allowed = np.zeros(len(row_pks), dtype=bool)
            is_allowed[allowed] = True
            scores[:, ~is_allowed] = -np.inf
        ranked = np.tile(np.arange(len(row_pks)), (len(queries), 1))
        if len(row_pks) > limit:
            ranked = np.argpartition(-scores, limit, axis=1)[:, :limit]
        best = [row[np.isfinite(scores[query, row])] for query, row in enumerate(ranked)]
        return np.unique(np.concatenate(best)).astype(np.intp)


class ApproximateIndex:
    """The HNSW graphs of owners with too many keys to be compared one by one.

    A graph finds nearly all of the rounds with the nearest keys. It lags behind the rows of an index; what it
    lacks is added before use, or, where that is much or another process has the graphs, the rows are scanned
    instead.
    """

    def __init__(self, chroma: Chroma, table: IndexTable) -> None:
        self._chroma, self._table = chroma, table
        self._lock, self._closed = RLock(), Event()
        self._watch: Thread | None = None
        self.keeps = chroma.keeps
        """Dropped vectors that are out of reach, and what to do about them; "" if none."""

    def nearest(
        self, owner: str, index: OwnerIndex, queries: Vectors, count: int
    ) -> list[tuple[Places, Places]] | None:
        """Find the `count` nearest keys of each query: places of their rounds, best first, and numbers there.

        None if the graph cannot be asked now; raises IndexGone if it was dropped in the meantime.
        """
        with self._opened() as is_open:
            if not is_open:
                return None
            try:
                if not self._is_complete(owner, index.version, most=MAX_MISSING_ROUNDS):
                    return None
                name = self._table.name_collection(owner, index.version.index_pk)
                lists = self._chroma.nearest(name, queries, count)
            except VectorsDamaged as damage:
                self._drop(owner, index.version, damage)
                return None
            except StoreError as error:
                self._chroma.close()
                LOG.warning("the vectors of %r are scanned: %s", owner, error)
                return None
        return [_placed(names, index) for names in lists]

    def complete(self, owner: str, version: IndexVersion) -> None:
        """Add everything that the graph of an owner lacks, where it can be had."""
        with self._opened() as is_open:
            if is_open:
                with suppress(IndexGone):
                    try:
                        self._is_complete(owner, version, most=None)
                    except VectorsDamaged as damage:
                        self._drop(owner, version, damage)
                        self._is_complete(owner, version, most=None)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have Chroma for the length of a block, and leave nothing of the block's in it."""
        with self._lock:
            self._open(PATIENCE)
            yield

    def drop(self, names: set[str]) -> None:
        """Drop those collections, and what they leave in the files."""
        with self._lock:
            self._open(PATIENCE)
            self._chroma.drop(names)
            self._chroma.vacuum()
            self._chroma.end_use()

    def problem(self) -> str | None:
        """Say what is wrong with the graphs. Returns None if nothing is, or nobody has so many keys."""
        names = self._table.collections()
        if not names:
            return None
        with self._lock:
            self._open()
            try:
                for name in sorted(names):
                    self._chroma.through(name)
            except VectorsDamaged as damage:
                return f"damaged ({damage}): made anew at the next question"
            finally:
                self._chroma.end_use()
        return None

    def close(self) -> None:
        """Close Chroma."""
        self._closed.set()
        with self._lock:
            self._chroma.close()
        if self._watch is not None:
            self._watch.join()
            self._watch = None

    @contextmanager
    def _opened(self) -> Iterator[bool]:
        with self._lock:
            try:
                self._open()
            except StoreBusy:
                yield False
                return
            except StoreError as error:
                LOG.warning("vectors are scanned, for there is no graph of them: %s", error)
                yield False
                return
            try:
                yield True
            finally:
                self._chroma.end_use()

    def _open(self, patience: float = 0.0) -> None:
        """Open Chroma; from then on it is given up between two uses where another process asks for it."""
        self._chroma.open(patience)
        if self._watch is None:
            self._closed.clear()
            self._watch = Thread(target=self._give_way, name="daybook-chroma", daemon=True)
            self._watch.start()

    def _give_way(self) -> None:
        while not self._closed.wait(_LOOKS_EVERY):
            if self._chroma.is_asked_for:
                with self._lock:
                    self._chroma.close()

    def _is_complete(self, owner: str, version: IndexVersion, *, most: int | None) -> bool:
        """Add what a graph lacks, up to `most` rows of it; says whether it lacks nothing then."""
        name = self._table.name_collection(owner, version.index_pk)
        through = self._chroma.through(name)
        if through >= version.last_row:
            return True
        if most is not None and self._table.rows.count_after(owner, version.index_pk, after=through) > most:
            LOG.warning(
                "the vectors of %r are scanned, for their graph lacks many: `daybook reindex` adds them",
                owner,
            )
            return False
        for part in self._table.rows.after(owner, version.index_pk, through):
            rows, _ = intact(part)
            ids = [f"{row.row_pk}-{number}" for row in rows for number in range(row.keys)]
            if ids:
                dim = next(len(row.vectors) // 4 // row.keys for row in rows if row.keys)
                vectors = decoded_vectors((row.vectors for row in rows), dim)
                self._chroma.upsert(name, ids, vectors, through=part[-1].row_pk)
        return True

    def _drop(self, owner: str, version: IndexVersion, damage: VectorsDamaged) -> None:
        LOG.warning("the graph of the vectors of %r is damaged and is made anew (%s)", owner, damage)
        name = self._table.name_collection(owner, version.index_pk)
        try:
            self._chroma.drop({name})
        except VectorsDamaged:
            self._table.rename_collection(owner, version.index_pk)


def _placed(names: list[str], index: OwnerIndex) -> tuple[Places, Places]:
    """Find the rounds of keys by their ids; keys of rows that are gone are left out."""
    parts = np.array([name.split("-") for name in names], dtype=np.int64).reshape(-1, 2)
    row_pks = index.row_pks.rows
    places = np.searchsorted(row_pks, parts[:, 0])
    is_there = (places < len(row_pks)) & (row_pks[np.minimum(places, len(row_pks) - 1)] == parts[:, 0])
    return places[is_there].astype(np.intp), parts[is_there, 1].astype(np.intp)
