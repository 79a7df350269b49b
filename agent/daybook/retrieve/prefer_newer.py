"""Ranks the later of two rounds about one thing first, where a question asks how things stand now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, nextafter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Candidate
from daybook.embedding.protocol import Vectors
from daybook.store.keys import KeyVectors

FIRST = 10
"""Candidates that are compared with each other."""
ALIKE = 0.6
"""Cosine from which two statements are taken to be about one thing; `daybook.remember.relate` says how it was
found, on Multi-Session Chat."""
LEAD = 2.0
"""Standard deviations by which the earlier round may lead and still be passed: how well a round matches the
question's words says little about which of two such rounds holds today, unless the other hardly matches."""

Vector = NDArray[np.float32]


def prefer_newer(candidates: Sequence[Candidate], question: Vectors, keys: KeyVectors) -> list[Candidate]:
    """Rank a later round above an earlier one that says much the same and does not lead by far.

    "My best time is 27:12" in March and "I'm down to 25:50" in May are about one thing; to the question what
    my best time is, the earlier may well be the nearer. It stays directly below the later one.

    Args:
        candidates: best first, scored in standard deviations.
        question: a unit vector, shape (1, dim).
        keys: the owner's.
    """
    head = list(candidates[:FIRST])
    nearest = _nearest_statements({one.round.round_id for one in head}, question, keys)
    for place in range(1, len(head)):
        later = head[place]
        passed = (above for above in range(place) if _gives_way(head[above], later, nearest))
        above = next(passed, None)
        if above is not None:
            del head[place]
            head.insert(above, replace(later, score=nextafter(head[above].score, inf)))
    return [*head, *candidates[FIRST:]]


def _gives_way(earlier: Candidate, later: Candidate, nearest: dict[str, Vector]) -> bool:
    one, other = nearest.get(earlier.round.round_id), nearest.get(later.round.round_id)
    return (
        one is not None
        and other is not None
        and earlier.round.said_at < later.round.said_at
        and earlier.round.session_id != later.round.session_id
        and earlier.score - later.score <= LEAD
        and float(np.vecdot(one, other)) >= ALIKE
    )


def _nearest_statements(wanted: set[str], question: Vectors, keys: KeyVectors) -> dict[str, Vector]:
    """Give of each round the vector of the user's window that is nearest to the question."""
    rows = keys.rows_of(wanted, fields=("user", "statement"))
    if not len(rows):
        return {}
    nearness = np.vecdot(question, keys.matrix[rows])
    best: dict[str, Vector] = {}
    for place in np.argsort(-nearness, kind="stable").tolist():
        best.setdefault(keys.key(rows[place]).round_id, keys.matrix[rows[place]])
    return best
