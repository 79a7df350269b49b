"""The index of an owner in memory, as of one moment, and the ones held of those last asked about."""

from __future__ import annotations

import logging
from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from daybook.conversation.errors import StoreBusy, StoreError
from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Vectors
from daybook.store.arrays import Growing, RoundAxis
from daybook.store.bm25 import LexicalIndex
from daybook.store.index_rows import StoredRow, intact
from daybook.store.indexing import Indexer, IndexVersion
from daybook.store.keys import SPAN, WORD, KeyVectors, Spans, decoded_vectors, rows_at
from daybook.store.sql.sql_tables import chunked

LOG = logging.getLogger(__name__)
_BYTES_OF_NUMBER = 4
_COPIED = 256
"""Rounds whose vectors are copied together: they stay in the processor's cache."""
_SPARE = 8
"""A share of the vectors that are read first: so many more find room beside them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Up to where the vectors of one owner are held in memory."""

    keys: int | None
    """None: all of them are held, whatever they take."""
    bytes: int
    """Of all owners held together as well, as far as more than one is."""

    def allow(self, keys: int, dim: int = 0) -> bool:
        """True if so many vectors of so many numbers are held."""
        return self.keys is None or (keys <= self.keys and keys * dim * _BYTES_OF_NUMBER <= self.bytes)


@dataclass(frozen=True, slots=True)
class OwnerIndex:
    """An owner's index in memory: a row a round, in the order of indexing, and a span a key.

    It never changes: one with additions is made out of it.
    """

    version: IndexVersion
    words: LexicalIndex = field(kw_only=True)
    rounds: RoundAxis = field(default_factory=lambda: RoundAxis.of(()))
    row_pks: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=np.int64)))
    """Shape (rounds,): the keys of the database rows, ascending."""
    round_places: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=np.int32)))
    """Shape (keys,): the place of each key's round."""
    spans: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=SPAN)))
    """Shape (keys,), of type SPAN."""
    matrix: Growing | None = field(default_factory=lambda: Growing(np.zeros((0, 0), dtype=np.float32)))
    """Shape (keys, dim); None if there are too many to hold."""

    @classmethod
    def empty(cls, version: IndexVersion, analyzer: Analyzer) -> OwnerIndex:
        """Make an index of no rounds, whose words are those of an analyzer."""
        return cls(version, words=LexicalIndex.empty(analyzer))

    def extended(
        self, rows: Sequence[StoredRow], version: IndexVersion, limits: Limits, room: int = 0
    ) -> OwnerIndex:
        """Make an index with more rows, ascending, behind these.

        A round that is here already was indexed again meanwhile, and its new row counts. Vectors are held up
        to the limits; the first of them get room for `room`.
        """
        again = self.rounds.places(row.round_id for row in rows)
        if len(again):
            is_kept = np.ones(len(self.rounds), dtype=bool)
            is_kept[again] = False
            return self._chosen(is_kept, version).extended(rows, version, limits)
        before = len(self.rounds)
        rounds = self.rounds.extended([row.round_id for row in rows])
        keys = np.array([row.keys for row in rows], dtype=np.int64)
        places = np.arange(before, len(rounds), dtype=np.int32)
        words = np.frombuffer(b"".join(row.words for row in rows), dtype=WORD)
        entries = np.array([len(row.words) // WORD.itemsize for row in rows], dtype=np.int64)
        speakers = {
            place: row.speakers for place, row in zip(places.tolist(), rows, strict=True) if row.speakers
        }
        return OwnerIndex(
            version,
            rounds,
            self.row_pks.extended(np.array([row.row_pk for row in rows], dtype=np.int64)),
            self.round_places.extended(np.repeat(places, keys)),
            self.spans.extended(np.frombuffer(b"".join(row.spans for row in rows), dtype=SPAN)),
            self._longer_matrix(rows, int(keys.sum()), limits, room),
            words=self.words.extended(rounds, words, np.repeat(places, entries), speakers),
        )

    def at(self, version: IndexVersion) -> OwnerIndex:
        """Return the same under another version."""
        return replace(self, version=version)

    def retained(self, row_pks: NDArray[np.int64], version: IndexVersion) -> OwnerIndex:
        """Make an index of those of its rows that are still there."""
        is_kept = np.isin(self.row_pks.rows, row_pks)
        return self.at(version) if is_kept.all() else self._chosen(is_kept, version)

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays, and of the names of the rounds, roughly."""
        matrix = 0 if self.matrix is None else self.matrix.nbytes
        keys = self.row_pks.nbytes + self.round_places.nbytes + self.spans.nbytes
        return matrix + keys + self.words.nbytes + 200 * len(self.rounds)

    def all_keys(self) -> KeyVectors | None:
        """Return every key with its vector, or None if the vectors are not held."""
        if self.matrix is None:
            return None
        return KeyVectors(self.rounds, self.round_places.rows, self.spans.rows, self.matrix.rows)

    def some_keys(self, names: Collection[str], matrix: Vectors | None = None) -> KeyVectors:
        """Return the keys of the rounds among `names`, with vectors of `matrix`, by default those held."""
        places = self.rounds.among(names)
        rows = rows_at(self.round_places.rows, places)
        if matrix is None:
            assert self.matrix is not None
            matrix = self.matrix.rows[rows]
        of_axis = np.searchsorted(places, self.round_places.rows[rows]).astype(np.int32)
        spans: Spans = self.spans.rows[rows]
        return KeyVectors(self.rounds.chosen(places), of_axis, spans, matrix)

    def _chosen(self, is_kept: NDArray[np.bool_], version: IndexVersion) -> OwnerIndex:
        of_keys = is_kept[self.round_places.rows]
        moved = np.cumsum(is_kept, dtype=np.int32) - 1
        rounds = self.rounds.chosen(np.flatnonzero(is_kept))
        return OwnerIndex(
            version,
            rounds,
            Growing(self.row_pks.rows[is_kept]),
            Growing(moved[self.round_places.rows[of_keys]].astype(np.int32)),
            Growing(self.spans.rows[of_keys]),
            None if self.matrix is None else Growing(self.matrix.rows[of_keys]),
            words=self.words.retained(rounds, is_kept),
        )

    def _longer_matrix(
        self, rows: Sequence[StoredRow], added: int, limits: Limits, room: int
    ) -> Growing | None:
        if self.matrix is None or not added:
            return self.matrix
        dim = next(len(row.vectors) // _BYTES_OF_NUMBER // row.keys for row in rows if row.keys)
        if not limits.allow(len(self.spans.rows) + added, dim):
            return None
        matrix = self.matrix
        for some in chunked(rows, _COPIED):
            more = decoded_vectors((row.vectors for row in some), dim)
            matrix = matrix.extended(more) if len(matrix.rows) else Growing(more, max(room, added))
        return matrix


class HeldIndexes:
    """The indexes last used, as many as a limit of memory allows, one at least."""

    def __init__(self, memory: int) -> None:
        self._memory, self._lock = memory, Lock()
        self._held: OrderedDict[str, OwnerIndex] = OrderedDict()

    def get(self, owner: str) -> OwnerIndex | None:
        """Return the index that is held of an owner."""
        with self._lock:
            if owner in self._held:
                self._held.move_to_end(owner)
            return self._held.get(owner)

    def hold(self, owner: str, index: OwnerIndex) -> None:
        """Hold an owner's index, and drop the least recently used ones."""
        with self._lock:
            self._held[owner] = index
            self._held.move_to_end(owner)
            taken = sum(held.nbytes for held in self._held.values())
            while taken > self._memory and len(self._held) > 1:
                _, dropped = self._held.popitem(last=False)
                taken -= dropped.nbytes

    def drop(self, owner: str) -> None:
        """Drop an owner's index."""
        with self._lock:
            self._held.pop(owner, None)

    def clear(self) -> None:
        """Drop all of them."""
        with self._lock:
            self._held.clear()


class OwnerIndexes:
    """Holds the indexes of the owners last asked about, within a limit of memory.

    Each question compares what is held with the database, so what any process wrote counts at once; reading
    what is new costs by what is new.
    """

    def __init__(self, indexer: Indexer, limits: Limits) -> None:
        """Hold nothing yet; of an owner beyond the limits the vectors are not held."""
        self._indexer, self._table, self._limits = indexer, indexer.table, limits
        self.held, self._lock = HeldIndexes(limits.bytes), Lock()
        self._reading: dict[str, Lock] = {}

    async def of(self, owner: str) -> OwnerIndex:
        """Return the owner's index, with every round that is stored by now."""
        is_tried = False
        while True:
            found = await to_thread(self._version, owner)
            if found is None:
                return OwnerIndex.empty(IndexVersion(0, 0, 0), self._indexer.analyzer)
            version, lacks = found
            if lacks and not is_tried:
                is_tried = True  # what is lacking after that cannot be read, or not be written
                await self._index_lacking(owner, version.index_pk)
                continue
            held = self.held.get(owner)
            if held is not None and held.version == version:
                return held
            index = await to_thread(self._up_to_date, owner, version)
            if index is not None:
                return index
            is_tried = False

    async def _index_lacking(self, owner: str, index_pk: int) -> None:
        """Index what is lacking; where nothing can be written the question goes on without it."""
        try:
            await self._indexer.index_lacking(owner, index_pk)
        except (StoreError, StoreBusy) as error:
            LOG.warning("what was not yet indexed of %r is not found: %s", owner, error)

    def _version(self, owner: str) -> tuple[IndexVersion, bool] | None:
        known = self.held.get(owner)
        found = None if known is None else self._table.version(owner, known.version.index_pk)
        while found is None:
            index_pk = self._indexer.index_of(owner, begin=self._table.has_rounds(owner))
            if index_pk is None:
                return None
            found = self._table.version(owner, index_pk)
        return found

    def _up_to_date(self, owner: str, version: IndexVersion) -> OwnerIndex | None:
        """Bring what is held of an owner to a version. Returns None if damaged rows have to be made anew."""
        with self._lock:
            reading = self._reading.setdefault(owner, Lock())
        with reading:  # two questions at once read it once
            held = self.held.get(owner)
            if held is not None and held.version == version:
                return held
            if held is None or held.version.index_pk != version.index_pk:
                begun = IndexVersion(version.index_pk, version.revision, 0)
                held = OwnerIndex.empty(begun, self._indexer.analyzer)
            index, wrong = self._read(owner, held, version)
            if wrong:
                LOG.warning(
                    "%d rounds of %r are indexed again: their rows were damaged or lost", len(wrong), owner
                )
                self._table.rows.index_again(owner, version.index_pk, wrong)
                self.held.drop(owner)
                return None
            self.held.hold(owner, index)
            return index

    def _read(self, owner: str, held: OwnerIndex, version: IndexVersion) -> tuple[OwnerIndex, list[str]]:
        """Drop what is gone and read what is new, up to the version or later; also name damaged rounds."""
        is_first = not len(held.rounds)
        wrong = self._table.rows.missing(owner, version.index_pk) if is_first else []
        last = held.version.last_row
        if held.version.revision != version.revision:
            held = held.retained(self._table.rows.keys(owner, version.index_pk), version)
            if held.matrix is None and self._limits.allow(len(held.spans.rows)):
                # There may be room for the vectors now.
                held, last = OwnerIndex.empty(version, self._indexer.analyzer), 0
        room = 0
        if not len(held.rounds):
            keys = self._table.rows.count_keys_of(owner, version.index_pk, after=0, last=version.last_row)
            room = keys + keys // _SPARE if self._limits.allow(keys) else 0
        for part in self._table.rows.after(owner, version.index_pk, last):
            rows, damaged = intact(part)
            wrong += damaged
            last = part[-1].row_pk
            held = held.extended(rows, version, self._limits, room)
        return held.at(replace(version, last_row=max(last, version.last_row))), wrong
