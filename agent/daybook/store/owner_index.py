"""What is held in memory of one owner's index: keys, vectors and words, as of one moment."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from daybook.embedding.protocol import Vectors
from daybook.store.growing import Growing
from daybook.store.index_table import IndexVersion
from daybook.store.keys import SPAN, KeyVectors, Spans, rows_at
from daybook.store.lexical import LexicalIndex
from daybook.store.round_axis import RoundAxis
from daybook.store.row_codec import WORD, decoded_vectors
from daybook.store.row_table import StoredRow

_BYTES_OF_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """Up to where the vectors of one owner are held in memory."""

    keys: int
    bytes: int

    def allow(self, keys: int, dim: int) -> bool:
        """Whether so many vectors of so many numbers are held."""
        return keys <= self.keys and keys * dim * _BYTES_OF_NUMBER <= self.bytes


@dataclass(frozen=True, slots=True)
class OwnerIndex:
    """An owner's index in memory. It never changes: one that has what was added is made out of it.

    Rounds stand in the order in which they were indexed; of each there is a row, and of each key a span.
    """

    version: IndexVersion
    rounds: RoundAxis = field(default_factory=lambda: RoundAxis.of(()))
    row_pks: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=np.int64)))
    """Shape (rounds,): the keys of the database rows, ascending."""
    round_places: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=np.int32)))
    """Shape (keys,): the place of each key's round."""
    spans: Growing = field(default_factory=lambda: Growing(np.zeros(0, dtype=SPAN)))
    """Shape (keys,), of type SPAN."""
    matrix: Growing | None = field(default_factory=lambda: Growing(np.zeros((0, 0), dtype=np.float32)))
    """Shape (keys, dim); None where there are too many to hold."""
    words: LexicalIndex = field(default_factory=LexicalIndex.empty)

    def extended(self, rows: Sequence[StoredRow], version: IndexVersion, limits: Limits) -> OwnerIndex:
        """Make an index with more rows behind these.

        Args:
            rows: ascending. One of a round that it has takes the place of the older: the round was indexed
                again by another process, between the reading of what is there and of what is new.
            version: what it holds then.
            limits: up to which vectors are held.
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
            self._longer_matrix(rows, int(keys.sum()), limits),
            self.words.extended(rounds, words, np.repeat(places, entries), speakers),
        )

    def at(self, version: IndexVersion) -> OwnerIndex:
        """Return the same under another version."""
        return replace(self, version=version)

    def kept(self, row_pks: NDArray[np.int64], version: IndexVersion) -> OwnerIndex:
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
        """Return every key with its vector; None where the vectors are not held."""
        if self.matrix is None:
            return None
        return KeyVectors(self.rounds, self.round_places.rows, self.spans.rows, self.matrix.rows)

    def some_keys(self, names: Collection[str], matrix: Vectors | None = None) -> KeyVectors:
        """Return the keys of some rounds, those of this index that are among `names`.

        Args:
            names: ids of rounds.
            matrix: the vectors of these keys, in the order of the rounds here; by default those held.
        """
        places = self.rounds.among(names)
        rows = rows_at(self.round_places.rows, places)
        if matrix is None:
            assert self.matrix is not None
            matrix = self.matrix.rows[rows]
        of_axis = np.searchsorted(places, self.round_places.rows[rows]).astype(np.int32)
        spans: Spans = self.spans.rows[rows]
        return KeyVectors(self.rounds.chosen(places), of_axis, spans, matrix)

    def _chosen(self, is_kept: NDArray[np.bool_], version: IndexVersion) -> OwnerIndex:
        """Make an index of some of its rounds; shape (rounds,) says of which."""
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
            self.words.kept(rounds, is_kept),
        )

    def _longer_matrix(self, rows: Sequence[StoredRow], added: int, limits: Limits) -> Growing | None:
        """Return the vectors with those of more rows behind; None where that is beyond a limit."""
        if self.matrix is None or not added:
            return self.matrix
        dim = next(len(row.vectors) // _BYTES_OF_NUMBER // row.keys for row in rows if row.keys)
        if not limits.allow(len(self.spans.rows) + added, dim):
            return None
        more = decoded_vectors((row.vectors for row in rows), dim)
        return self.matrix.extended(more) if len(self.matrix.rows) else Growing(more)
