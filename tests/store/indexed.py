"""Indexes in memory, made as the store makes them but without a database."""

from collections.abc import Sequence

import numpy as np

from daybook.conversation import Round
from daybook.models.embedding.embedder import Vectors
from daybook.store.arrays import RoundAxis
from daybook.store.bm25 import LexicalIndex
from daybook.store.index_rows import StoredRow
from daybook.store.indexing import IndexVersion
from daybook.store.keys import Key, KeyVectors, index_row, spans_of
from daybook.store.owner_index import Limits, OwnerIndex
from daybook.text.english import ENGLISH

NO_LIMITS = Limits(keys=1_000_000, bytes=1_000_000_000)


def version(last_row: int, revision: int = 0) -> IndexVersion:
    """A version of an index."""
    return IndexVersion(1, revision, last_row)


def key_vectors(keys: Sequence[Key], matrix: Vectors) -> KeyVectors:
    """Keys of rounds, in their order, with their vectors."""
    rounds = RoundAxis.of(dict.fromkeys(key.round_id for key in keys))
    places = rounds.places(key.round_id for key in keys).astype(np.int32)
    return KeyVectors(rounds, places, spans_of(keys), matrix)


def stored_row(
    round_: Round, row_pk: int, keys: Sequence[Key] = (), vectors: Vectors | None = None
) -> StoredRow:
    """The row of a round as it is read from the database; without a key unless some are given."""
    row = index_row(round_, keys, np.zeros((0, 1), dtype=np.float32) if vectors is None else vectors, ENGLISH)
    return StoredRow(row.round_id, row.keys, row.spans, row.words, row.speakers, row.vectors, row_pk)


def words_of_rounds(rounds: Sequence[Round]) -> LexicalIndex:
    """The words of rounds, read from their rows."""
    rows = [stored_row(round_, row_pk) for row_pk, round_ in enumerate(rounds, start=1)]
    return OwnerIndex.empty(version(0), ENGLISH).extended(rows, version(len(rows)), NO_LIMITS).words
