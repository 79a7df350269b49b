"""Rounds ranked by meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.conversation import Role, Span
from agent.embedding.protocol import Vectors
from agent.retrieve.keying import ABSENT, best_first, keyed_scores, score_fields
from agent.settings import Settings
from agent.store.keys import Key
from agent.store.vectors import OwnerVectors


@dataclass(frozen=True, slots=True)
class DenseHits:
    """What the dense searches of a plan brought."""

    rankings: tuple[tuple[str, ...], ...]
    """A best-first ranking of round ids for every query."""
    scores: Mapping[str, float]
    """Of each round its greatest score over the queries, in cosines."""
    matches: Mapping[str, tuple[Span, ...]]
    """Of each ranked round the windows of its sides, best first, scored by their greatest cosine."""


async def search_dense(
    queries: Vectors, *, vectors: OwnerVectors, settings: Settings, within: Collection[str] | None = None
) -> DenseHits:
    """Rank the rounds of an owner by their nearness to each query, under the keying of the settings.

    Args:
        queries: unit vectors, shape (queries, dim).
        vectors: the owner's keys.
        settings: keying, mixture_alpha and search_limit count.
        within: the ids of the rounds to rank; all where it is None.
    """
    limit = settings.search_limit
    found = await vectors.near(queries, limit=limit, within=within)
    if not found.keys:
        return DenseHits(rankings=(), scores={}, matches={})
    fields = score_fields(found.keys, found.matrix, queries)
    keyed = keyed_scores(fields, settings.keying, alpha=settings.mixture_alpha)
    rankings = tuple(tuple(best_first(fields.round_ids, row, limit=limit)) for row in keyed)
    return DenseHits(
        rankings=rankings,
        scores=_present(fields.round_ids, keyed.max(axis=0)),
        matches=_matches(found.keys, fields.nearest, {round_id for ids in rankings for round_id in ids}),
    )


def _present(round_ids: Sequence[str], scores: NDArray[np.float32]) -> dict[str, float]:
    return {
        round_id: score for round_id, score in zip(round_ids, scores.tolist(), strict=True) if score > ABSENT
    }


def _matches(
    keys: Sequence[Key], cosines: NDArray[np.float32], wanted: Collection[str]
) -> dict[str, tuple[Span, ...]]:
    """Collect the windows of the rounds wanted; a key of both sides together has no place in either."""
    matches: dict[str, list[Span]] = {}
    for place in np.argsort(-cosines, kind="stable"):
        key = keys[place]
        if key.round_id in wanted and key.field != "both":
            span = Span(Role(key.field), key.start, key.stop, float(cosines[place]))
            matches.setdefault(key.round_id, []).append(span)
    return {round_id: tuple(spans) for round_id, spans in matches.items()}
