"""Finds rounds by the records that rest on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from daybook.conversation import Record
from daybook.embedding.protocol import Vectors
from daybook.retrieve.dense import DenseHits
from daybook.retrieve.keying import ABSENT, Scores, best_first
from daybook.store.cosines import cosines
from daybook.store.round_axis import RoundAxis

NEAR = 0.6
"""The least cosine to a query at which a record finds its round: it says what is asked for, and is not only
of the same kind."""
LESS = 0.1
"""Cosines that a record has to be nearer than the words of its round: a short sentence of the ledger's own is
nearer to any question than what people say in passing."""


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """Texts of records, and the rounds that each of them finds."""

    round_ids: tuple[tuple[str, ...], ...]
    vectors: Vectors
    """Unit vectors, shape (records, dim)."""

    @classmethod
    def of(cls, records: Sequence[Record], vectors: Vectors) -> RecordKeys:
        """Make keys of records and the vectors of their texts."""
        return cls(tuple(record.round_ids for record in records), vectors)

    def joined_to(self, hits: DenseHits, queries: Vectors, *, limit: int) -> DenseHits:
        """Score a round by its records where one is nearer to a query than its own words are.

        Args:
            hits: what the dense search of the queries brought; rounds that it did not score stay out.
            queries: unit vectors, shape (queries, dim).
            limit: the rounds of each ranking.
        """
        if hits.keyed is None or not self.round_ids:
            return hits
        keyed = np.maximum(hits.keyed, self._scores(hits.rounds, queries))
        rankings = tuple(tuple(best_first(hits.rounds, row, limit=limit)) for row in keyed)
        return replace(hits, keyed=keyed, rankings=rankings)

    def _scores(self, rounds: RoundAxis, queries: Vectors) -> Scores:
        """Score rounds by their nearest record: shape (queries, rounds), ABSENT without one."""
        scores = np.full((len(queries), len(rounds)), ABSENT, dtype=np.float32)
        by_record = cosines(queries, self.vectors)
        for query, record in np.argwhere(by_record >= NEAR).tolist():
            places = rounds.places(self.round_ids[record])
            less = by_record[query, record] - np.float32(LESS)
            scores[query, places] = np.maximum(scores[query, places], less)
        return scores
