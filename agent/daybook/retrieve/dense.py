"""Dense retrieval: ranks rounds by the cosines of their keys to each phrasing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Role, Span
from daybook.embedding.protocol import Vectors
from daybook.retrieve.keying import (
    ABSENT,
    FieldScores,
    Scores,
    best_first,
    keyed_scores,
    penalise_other_side,
    score_fields,
)
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import SearchOptions
from daybook.store.keys import FIELDS, FieldName, KeyVectors, first_of_each_field
from daybook.store.round_axis import RoundAxis
from daybook.store.search_index import SearchIndex

_ROLES: Mapping[FieldName, Role] = {
    "user": Role.USER,
    "statement": Role.USER,
    "assistant": Role.ASSISTANT,
}
"""Whose words a key spans."""


@dataclass(frozen=True, slots=True)
class DenseHits:
    """What the dense searches of a plan brought."""

    rankings: tuple[tuple[str, ...], ...] = ()
    """A best-first ranking of round ids for every query."""
    matches: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    """Of each ranked round the windows of its sides, best first, scored by their greatest cosine."""
    rounds: RoundAxis = field(default_factory=lambda: RoundAxis.of(()))
    """Every round that was scored."""
    best: Scores | None = None
    """Shape (rounds,): the greatest score over the queries, in cosines, whoever is asked about."""
    keyed: Scores | None = None
    """Shape (queries, rounds): their scores; ABSENT where the keying has no key for one."""

    def score(self, round_id: str) -> float | None:
        """Return the greatest score of a round; None where it has none."""
        place = self.rounds.place(round_id)
        if place is None or self.best is None or self.best[place] <= ABSENT:
            return None
        return float(self.best[place])


async def search_dense(
    queries: Vectors,
    *,
    index: SearchIndex,
    options: SearchOptions,
    asked: SpeakerFilter | None = None,
    within: Collection[str] | None = None,
    side: FieldName | None = None,
) -> DenseHits:
    """Rank the rounds of an owner by their nearness to each query, under the keying of the options.

    Args:
        queries: unit vectors, shape (queries, dim).
        index: the owner's.
        options: keying, mixture_alpha, statements, first_windows, other_side_penalty and search_limit count.
        asked: whose words are asked for; everybody's alike where it is None.
        within: the ids of the rounds to rank; all where it is None.
        side: the only one that is searched, whatever the keying; None for all of the keying.
    """
    limit = options.search_limit
    found = await index.near(queries, limit=limit, within=within)
    if not len(found):
        return DenseHits()
    if options.first_windows:
        found = first_of_each_field(found)
    fields = score_fields(found, queries)
    plain = keyed = _keyed(fields, options) if side is None else fields.cosines[..., FIELDS.index(side)]
    if asked is not None and side is None:
        keyed = _keyed(
            penalise_other_side(fields, asked.fields(fields.rounds), options.other_side_penalty), options
        )
    rankings = tuple(tuple(best_first(fields.rounds, row, limit=limit)) for row in keyed)
    ranked = {round_id for ids in rankings for round_id in ids}
    return DenseHits(
        rankings=rankings,
        matches=_matches(found, fields.nearest, ranked, tuple(_ROLES) if side is None else (side,)),
        rounds=fields.rounds,
        best=plain.max(axis=0),
        keyed=keyed,
    )


def _keyed(fields: FieldScores, options: SearchOptions) -> Scores:
    return keyed_scores(fields, options.keying, alpha=options.mixture_alpha, statements=options.statements)


def _matches(
    keys: KeyVectors, cosines: NDArray[np.float32], wanted: Collection[str], sides: tuple[FieldName, ...]
) -> dict[str, tuple[Span, ...]]:
    """Collect the windows of the rounds wanted; a key of both sides together has no place in either."""
    matches: dict[str, list[Span]] = {}
    rows = keys.rows_of(wanted, fields=sides)
    rows = rows[np.argsort(-cosines[rows], kind="stable")]
    columns = (keys.round_places[rows], keys.spans[rows], cosines[rows])
    for place, (number, start, stop), cosine in zip(*(column.tolist() for column in columns), strict=True):
        span = Span(_ROLES[FIELDS[number]], start, stop, cosine)
        matches.setdefault(keys.rounds[place], []).append(span)
    return {round_id: tuple(spans) for round_id, spans in matches.items()}
