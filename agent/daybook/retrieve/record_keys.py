"""Finds rounds by the records that rest on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from daybook.conversation import Record, Round
from daybook.embedding.protocol import Vectors
from daybook.retrieve.dense import DenseHits
from daybook.retrieve.keying import ABSENT, Scores, best_first
from daybook.store.cosines import cosines
from daybook.store.keys import searchable
from daybook.store.round_axis import RoundAxis

NEAR = 0.6
"""The least cosine to a query at which a record finds its round: it says what is asked for, and is not only
of the same kind."""
LESS = 0.1
"""Cosines that a record has to be nearer than the words of its round: a short sentence of the ledger's own is
nearer to any question than what people say in passing."""


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """Texts of records, by themselves or with the words of their round, and the rounds that each finds."""

    round_ids: tuple[tuple[str, ...], ...]
    vectors: Vectors
    """Unit vectors, shape (records, dim)."""
    apart: bool = True
    """Whether the texts are those of records by themselves, which have to be near and count for `LESS`."""

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
        near, loss = (NEAR, LESS) if self.apart else (float(ABSENT), 0.0)
        for query, record in np.argwhere(by_record >= near).tolist():
            places = rounds.places(self.round_ids[record])
            less = by_record[query, record] - np.float32(loss)
            scores[query, places] = np.maximum(scores[query, places], less)
        return scores


def merged_texts(records: Iterable[Record], rounds: Iterable[Round]) -> Mapping[str, str]:
    """Join what the records of each round say to its user's side, which they stand before.

    So an encoder that cuts the end off a long turn still reads what the records say.

    Args:
        records: in the order in which they are to stand.
        rounds: those to join; one that has no records, or no user's side to search, is left out.

    Returns:
        Texts by round id.

    Source: LongMemEval, section 5.3 (K = V + fact); that the facts come first is ours.
    """
    told: dict[str, list[str]] = {}
    for record in records:
        for name in dict.fromkeys(record.round_ids):
            told.setdefault(name, []).append(record.text)
    return {
        one.round_id: "\n".join([*told[one.round_id], said])
        for one in rounds
        if one.round_id in told and (said := searchable(one).get("user"))
    }
