"""Rankings to figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from agent.conversation import Round
from eval.measures.ndcg import official_ndcg, standard_ndcg
from eval.measures.recall import recall_all, recall_any
from eval.measures.sessions import session_name, session_ranking

CUTOFFS = (5, 10, 20)

Figures = Mapping[str, float]
"""Of one question or averaged over some: by "round" or "session", the measure and its cutoff."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One question under one arm."""

    arm: str
    question_type: str
    figures: Figures


def score(ranking: Sequence[Round], evidence: Sequence[Round]) -> Figures:
    """Score a ranking of rounds for one question, at round and at session level.

    Args:
        ranking: best first.
        evidence: the relevant rounds; at least one.
    """
    levels = {
        "round": ([round.round_id for round in ranking], {round.round_id for round in evidence}),
        "session": (session_ranking(ranking), {session_name(round) for round in evidence}),
    }
    return {
        f"{level} {name}": value
        for level, (items, relevant) in levels.items()
        for name, value in _measured(items, relevant).items()
    }


def mean(scores: Iterable[Figures]) -> Figures:
    """Average over questions; nothing where there are none."""
    scores = list(scores)
    return {name: fmean(figures[name] for figures in scores) for name in scores[0]} if scores else {}


def _measured(items: Sequence[str], relevant: Collection[str]) -> Figures:
    return {
        **{f"any@{k}": recall_any(items, relevant, k) for k in CUTOFFS},
        **{f"all@{k}": recall_all(items, relevant, k) for k in CUTOFFS},
        "official ndcg@10": official_ndcg(items, relevant, 10),
        "ndcg@10": standard_ndcg(items, relevant, 10),
    }
