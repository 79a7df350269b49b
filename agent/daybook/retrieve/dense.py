"""Dense retrieval: ranks rounds by the cosines of their keys to each phrasing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

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
from daybook.store.keys import FieldName, Key
from daybook.store.vectors import OwnerVectors

_ROLES: Mapping[FieldName, Role] = {
    "user": Role.USER,
    "statement": Role.USER,
    "assistant": Role.ASSISTANT,
}
"""Whose words a key spans."""


@dataclass(frozen=True, slots=True)
class DenseHits:
    """What the dense searches of a plan brought."""

    rankings: tuple[tuple[str, ...], ...]
    """A best-first ranking of round ids for every query."""
    scores: Mapping[str, float]
    """Of each round its greatest score over the queries, in cosines, whoever is asked about."""
    matches: Mapping[str, tuple[Span, ...]]
    """Of each ranked round the windows of its sides, best first, scored by their greatest cosine."""
    round_ids: tuple[str, ...] = ()
    """Every round that was scored."""
    keyed: Scores | None = None
    """Shape (queries, rounds): their scores; ABSENT where the keying has no key for one."""

    @classmethod
    def none(cls) -> DenseHits:
        """Say that nothing was found, or searched for."""
        return cls(rankings=(), scores={}, matches={})


async def search_dense(
    queries: Vectors,
    *,
    vectors: OwnerVectors,
    options: SearchOptions,
    asked: SpeakerFilter | None = None,
    within: Collection[str] | None = None,
) -> DenseHits:
    """Rank the rounds of an owner by their nearness to each query, under the keying of the options.

    Args:
        queries: unit vectors, shape (queries, dim).
        vectors: the owner's keys.
        options: keying, mixture_alpha, statements, other_side_penalty and search_limit count.
        asked: whose words are asked for; everybody's alike where it is None.
        within: the ids of the rounds to rank; all where it is None.
    """
    limit = options.search_limit
    found = await vectors.near(queries, limit=limit, within=within)
    if not found.keys:
        return DenseHits.none()
    fields = score_fields(found.keys, found.matrix, queries)
    plain = keyed = _keyed(fields, options)
    if asked is not None:
        by_them = asked.fields(fields.round_ids)
        keyed = _keyed(penalise_other_side(fields, by_them, options.other_side_penalty), options)
    rankings = tuple(tuple(best_first(fields.round_ids, row, limit=limit)) for row in keyed)
    return DenseHits(
        rankings=rankings,
        scores=_present(fields.round_ids, plain.max(axis=0)),
        matches=_matches(found.keys, fields.nearest, {round_id for ids in rankings for round_id in ids}),
        round_ids=fields.round_ids,
        keyed=keyed,
    )


def _keyed(fields: FieldScores, options: SearchOptions) -> Scores:
    return keyed_scores(fields, options.keying, alpha=options.mixture_alpha, statements=options.statements)


def _present(round_ids: Sequence[str], scores: NDArray[np.float32]) -> dict[str, float]:
    return {
        round_id: score for round_id, score in zip(round_ids, scores.tolist(), strict=True) if score > ABSENT
    }


def _matches(
    keys: Sequence[Key], cosines: NDArray[np.float32], wanted: Collection[str]
) -> dict[str, tuple[Span, ...]]:
    """Collect the windows of the rounds wanted; a key of both sides together has no place in either."""
    matches: dict[str, list[Span]] = {}
    for place in np.argsort(-cosines, kind="stable").tolist():
        key = keys[place]
        if key.round_id in wanted and (role := _ROLES.get(key.field)):
            span = Span(role, key.start, key.stop, float(cosines[place]))
            matches.setdefault(key.round_id, []).append(span)
    return {round_id: tuple(spans) for round_id, spans in matches.items()}
