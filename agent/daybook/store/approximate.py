"""The approximate index of owners who have too many keys to be compared one by one: HNSW graphs in Chroma.

It is derived from the rows of an index and lags behind them; what it lacks is added before it is used, or,
where that is much or another process has the graphs, the rows are scanned instead.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import numpy as np

from daybook.embedding.protocol import Vectors
from daybook.errors import StoreBusy, StoreError
from daybook.store.chroma import Chroma, Collections
from daybook.store.index_table import IndexTable, IndexVersion
from daybook.store.owner_index import OwnerIndex
from daybook.store.round_axis import Places
from daybook.store.row_codec import decoded_vectors
from daybook.store.row_table import intact
from daybook.store.segments import VectorsDamaged

LOG = logging.getLogger(__name__)

MOST_LACKING = 2_000
"""Rounds that a question adds to a graph before it is asked: some seconds. More are added by an import or
`reindex`, and until then a question scans."""


class ApproximateIndex:
    """Finds the rounds whose keys are nearest to a query, nearly always all of them."""

    def __init__(self, chroma: Chroma, table: IndexTable) -> None:
        self._chroma, self._table = chroma, table
        self._collections = Collections(chroma)
        self._lock = RLock()
        self.keeps = chroma.keeps
        """What of dropped vectors is out of reach, and what to do about it; "" where nothing is."""

    def nearest(
        self, owner: str, index: OwnerIndex, queries: Vectors, count: int
    ) -> list[tuple[Places, Places]] | None:
        """Find the nearest keys of each query.

        Args:
            owner: whose index.
            index: what is to be found.
            queries: unit vectors, shape (queries, dim).
            count: keys wanted of each.

        Returns:
            Of each query the places of the keys' rounds, best first, and the numbers of the keys within
            their rounds; None where the graph cannot be asked now.
        """
        with self._opened() as is_open:
            if not is_open:
                return None
            try:
                if not self._is_complete(owner, index.version, most=MOST_LACKING):
                    return None
                name = self._table.name_collection(owner, index.version.index_pk)
                lists = self._collections.nearest(name, queries, count)
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
                try:
                    self._is_complete(owner, version, most=None)
                except VectorsDamaged as damage:
                    self._drop(owner, version, damage)
                    self._is_complete(owner, version, most=None)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have Chroma for the length of a block, so that nothing of it is left behind by the block.

        Raises:
            StoreBusy: another process has it.
            StoreError: it cannot be opened.
        """
        with self._lock:
            self._chroma.open()
            yield

    def drop(self, names: set[str]) -> None:
        """Drop those collections, and what they leave in the files."""
        with self._lock:
            self._chroma.open()
            self._collections.drop(names)
            self._chroma.vacuum()
            self._chroma.end_use()

    def problem(self) -> str | None:
        """Say what is wrong with the graphs; None where nothing is, or nobody has so many keys.

        Raises:
            StoreBusy: another process has them.
        """
        names = self._table.collections()
        if not names:
            return None
        with self.held():
            try:
                for name in sorted(names):
                    self._collections.through(name)
            except VectorsDamaged as damage:
                return f"damaged ({damage}): made anew at the next question"
            finally:
                self._chroma.end_use()
        return None

    def close(self) -> None:
        """Close Chroma."""
        with self._lock:
            self._chroma.close()

    @contextmanager
    def _opened(self) -> Iterator[bool]:
        """Open Chroma for a block; says whether this process has it."""
        with self._lock:
            try:
                self._chroma.open()
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

    def _is_complete(self, owner: str, version: IndexVersion, *, most: int | None) -> bool:
        """Add what a graph lacks, up to `most` rows of it; says whether it lacks nothing then."""
        name = self._table.name_collection(owner, version.index_pk)
        through = self._collections.through(name)
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
                self._collections.upsert(name, ids, vectors, through=part[-1].row_pk)
        return True

    def _drop(self, owner: str, version: IndexVersion, damage: VectorsDamaged) -> None:
        LOG.warning("the graph of the vectors of %r is damaged and is made anew (%s)", owner, damage)
        name = self._table.name_collection(owner, version.index_pk)
        try:
            self._collections.drop({name})
        except VectorsDamaged:
            self._table.rename_collection(owner, version.index_pk)


def _placed(names: list[str], index: OwnerIndex) -> tuple[Places, Places]:
    """Find the rounds of keys by their ids; keys of rows that are gone are left out."""
    parts = np.array([name.split("-") for name in names], dtype=np.int64).reshape(-1, 2)
    row_pks = index.row_pks.rows
    places = np.searchsorted(row_pks, parts[:, 0])
    is_there = (places < len(row_pks)) & (row_pks[np.minimum(places, len(row_pks) - 1)] == parts[:, 0])
    return places[is_there].astype(np.intp), parts[is_there, 1].astype(np.intp)
