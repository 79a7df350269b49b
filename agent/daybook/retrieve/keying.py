"""The four keyings: the cosines of the keys of a round, joined into one score."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from daybook.embedding.protocol import Vectors
from daybook.settings import Keying
from daybook.store.cosines import cosines
from daybook.store.keys import FIELDS, KeyVectors
from daybook.store.round_axis import RoundAxis, best_places

Scores = NDArray[np.float32]

ABSENT = np.float32(-2.0)
"""Below every cosine: the round has no such field."""


@dataclass(frozen=True, slots=True)
class FieldScores:
    """How well each field of each round matches each query.

    A field scores as its best window does: the greatest cosine of its keys.
    """

    rounds: RoundAxis
    cosines: Scores
    """Shape (queries, rounds, 4): by the places of FIELDS; ABSENT where there is no such field."""
    nearest: Scores
    """Shape (keys,): the cosine of each key to the query that is nearest to it."""


def score_fields(keys: KeyVectors, queries: Vectors) -> FieldScores:
    """Compare every key with every query and keep the best window of each field.

    Args:
        keys: those of the rounds to score.
        queries: unit vectors, shape (queries, dim); at least one.
    """
    by_key = cosines(queries, keys.matrix)
    best = np.full((len(queries), len(FIELDS) * len(keys.rounds)), ABSENT, dtype=np.float32)
    slots = keys.fields.astype(np.intp) * len(keys.rounds) + keys.round_places
    for query, similarities in enumerate(by_key):
        np.maximum.at(best[query], slots, similarities)
    by_field = best.reshape(len(queries), len(FIELDS), len(keys.rounds))
    return FieldScores(keys.rounds, by_field.transpose(0, 2, 1), nearest=by_key.max(axis=0))


def penalise_other_side(scores: FieldScores, asked: NDArray[np.bool_], penalty: float) -> FieldScores:
    """Lower the cosines of the fields that are not by whom the question asks about.

    A reply repeats and enlarges on what it answers, in many more windows, and so comes near to a question
    by chance more often.

    Args:
        scores: the cosines of the fields.
        asked: shape (rounds, 4), whether a field is by one of them.
        penalty: cosines that are taken off.
    """
    other = (scores.cosines > ABSENT) & ~asked
    lowered = scores.cosines - other.astype(np.float32) * np.float32(penalty)
    return replace(scores, cosines=lowered)


def keyed_scores(scores: FieldScores, keying: Keying, *, alpha: float, statements: bool = False) -> Scores:
    """Join the fields of each round into one score per query.

    With u and a the cosines of the user's and the assistant's side:
    user-only is u, max-sim is max(u, a), mixture is alpha u + (1 - alpha) a, and concat is the
    cosine of both sides embedded as one text. Where one side is missing, max-sim and mixture
    are the cosine of the other.

    Args:
        scores: the cosines of the fields.
        keying: how they are joined.
        alpha: of the mixture.
        statements: whether u is that of the user's side or of its best statement, whichever is greater.

    Returns:
        Shape (queries, rounds); ABSENT where the keying has no key for a round.

    Source: the keyings of fielded max-sim keying, section 3.2; the statements are ours.
    """
    user, assistant, both, statement = (scores.cosines[..., column] for column in range(len(FIELDS)))
    if statements:
        user = np.maximum(user, statement)
    match keying:
        case Keying.USER_ONLY:
            return user
        case Keying.CONCAT:
            return both
        case Keying.MAX_SIM:
            return np.maximum(user, assistant)
        case Keying.MIXTURE:
            two_sided = (user > ABSENT) & (assistant > ABSENT)
            mixed = alpha * user + (1 - alpha) * assistant
            return np.where(two_sided, mixed, np.maximum(user, assistant)).astype(np.float32)


def best_first(rounds: RoundAxis, scores: Scores, *, limit: int) -> list[str]:
    """Rank rounds by one score each.

    Args:
        rounds: the rounds.
        scores: shape (rounds,); rounds at ABSENT are left out.
        limit: how many to return at most.

    Returns:
        Round ids; equal scores keep the order of the axis.
    """
    places = best_places(scores, np.flatnonzero(scores > ABSENT), limit)
    return [rounds[place] for place in places.tolist()]
