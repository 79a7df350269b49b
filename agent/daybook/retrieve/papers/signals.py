"""Adds a signal to the scores of candidates, and relations of the ledger as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from daybook.conversation import Candidate, Ledger, Status
from daybook.retrieve.score_fusion import standardise

LEAST_SPREAD = 0.02
"""Standard deviation of a signal over the candidates below which it tells nothing of them."""


def add_signal(
    candidates: Sequence[Candidate], name: str, values: Mapping[str, float], *, weight: float
) -> list[Candidate]:
    """Give candidates a signal, and lift them by it.

    Args:
        candidates: best first, scored in standard deviations.
        name: of the signal.
        values: of rounds by their ids; a round without one takes the least.
        weight: what a standard deviation of it, over the candidates, counts beside one of the score.

    Returns:
        The candidates, best first; the merged score that later steps go by is lifted as well.
    """
    if not candidates or not values:
        return list(candidates)
    least = min(values.values())
    known = [values.get(candidate.round.round_id, least) for candidate in candidates]
    lifts = weight * standardise(np.array(known), least=LEAST_SPREAD)
    lifted = []
    for candidate, value, lift in zip(candidates, known, lifts.tolist(), strict=True):
        signals = {**candidate.signals, name: value}
        if "fused" in signals:
            signals["fused"] += lift
        lifted.append(replace(candidate, score=candidate.score + lift, signals=signals))
    return sorted(lifted, key=lambda candidate: -candidate.score)


def relation_scores(ledger: Ledger) -> Mapping[str, float]:
    """Score rounds by the edges of the records that rest on them: the sum of weight · confidence, up to 1.

    What was superseded or was wrong gains nothing by the edges that say so.

    Source: MemoryStack, equation 3; the bound is ours, since equation 7 adds it to signals in [0, 1].
    """
    sums: dict[str, float] = {}
    for edge in ledger.relations:
        for end in (edge.source, edge.target):
            record = ledger.records.get(end)
            if record is not None and record.status is Status.ACTIVE:
                sums[end] = sums.get(end, 0.0) + edge.weight * edge.confidence
    scores: dict[str, float] = {}
    for name, total in sums.items():
        for round_id in ledger.records[name].round_ids:
            scores[round_id] = min(max(total, scores.get(round_id, 0.0)), 1.0)
    return scores


def with_relations(candidates: Sequence[Candidate], ledger: Ledger) -> list[Candidate]:
    """Give candidates the signal that weighing counts as "relation"; none where nothing is related."""
    scores = relation_scores(ledger)
    if not scores:
        return list(candidates)
    return [
        replace(
            candidate,
            signals={**candidate.signals, "relation": scores.get(candidate.round.round_id, 0.0)},
        )
        for candidate in candidates
    ]
