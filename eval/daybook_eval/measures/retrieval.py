"""Measures of rankings: recall, nDCG and MRR, at each level, over each population of questions.

Every measure raises ValueError where nothing is relevant, so that there is nothing to be found.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import Literal, TypeAlias


def recall_any(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 if some relevant item is among the first k, else 0."""
    return float(not _some(relevant).isdisjoint(ranking[:k]))


def recall_all(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 if every relevant item is among the first k, else 0."""
    return float(_some(relevant) <= set(ranking[:k]))


def _some(relevant: Collection[str]) -> set[str]:
    if not relevant:
        raise ValueError("a measure of rankings needs something relevant")
    return set(relevant)


def official_ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """LongMemEval's ndcg_any@k.

    DCG = rel(1) + the sum over ranks i >= 2 of rel(i) / log2(i); the ideal has all relevant items first.

    Source: the retrieval evaluation script of Wu et al., ICLR 2025.
    """
    return _ndcg(ranking, relevant, k, lambda rank: 1.0 if rank == 1 else 1 / log2(rank))


def standard_ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """nDCG@k with the discount 1 / log2(rank + 1).

    Source: Järvelin and Kekäläinen, TOIS 2002, with the discount that trec_eval made the usual one.
    """
    return _ndcg(ranking, relevant, k, lambda rank: 1 / log2(rank + 1))


def _ndcg(
    ranking: Sequence[str], relevant: Collection[str], k: int, discount: Callable[[int], float]
) -> float:
    wanted = _some(relevant)
    gain = sum(discount(rank) for rank, item in enumerate(ranking[:k], start=1) if item in wanted)
    ideal = sum(discount(rank) for rank in range(1, min(k, len(wanted)) + 1))
    return gain / ideal


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str], k: int | None = None) -> float:
    """1 / the rank (from 1) of the first relevant item; 0 where the first k (None: all) hold none."""
    wanted = _some(relevant)
    return next((1 / rank for rank, item in enumerate(ranking[:k], start=1) if item in wanted), 0.0)


Level: TypeAlias = Literal["round", "session", "official_turn"]


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One round of a ranking."""

    round_id: str
    session: int
    """Place of its session in the history: session ids may repeat."""
    has_user: bool


@dataclass(frozen=True, slots=True)
class GoldRound:
    """A round with evidence."""

    round_id: str
    session: int
    user_side: bool


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking, best first and each item once, with what is relevant."""

    items: tuple[str, ...]
    relevant: frozenset[str]


def levels(ranking: Sequence[RankedItem], gold: Iterable[GoldRound]) -> Mapping[Level, Ranked]:
    """Look at a ranking of rounds at every level at which something is relevant."""
    gold = tuple(gold)
    every: dict[Level, Ranked] = {
        "round": Ranked(
            tuple(round.round_id for round in ranking), frozenset(round.round_id for round in gold)
        ),
        "session": Ranked(
            tuple(dict.fromkeys(str(round.session) for round in ranking)),
            frozenset(str(round.session) for round in gold),
        ),
        "official_turn": Ranked(
            tuple(round.round_id for round in ranking if round.has_user),
            frozenset(round.round_id for round in gold if round.user_side),
        ),
    }
    return {level: ranked for level, ranked in every.items() if ranked.relevant}


CUTOFFS = (1, 3, 5, 10, 20, 30, 50)

_AT_K = {"recall_any": recall_any, "recall_all": recall_all, "ndcg": standard_ndcg, "ndcg_any": official_ndcg}


def retrieval_figures(
    ranking: Sequence[str], relevant: Collection[str], cutoffs: Sequence[int] = CUTOFFS
) -> Mapping[str, float]:
    """Measure a ranking of ids: "recall_any@k", "recall_all@k", "ndcg@k", "ndcg_any@k" and "mrr"."""
    figures = {
        f"{name}@{k}": measure(ranking, relevant, k) for name, measure in _AT_K.items() for k in cutoffs
    }
    return {**figures, "mrr": reciprocal_rank(ranking, relevant)}


class Population(StrEnum):
    """A set of questions, by the name that reports give it."""

    ANSWERABLE = "answerable"
    """Not abstentions, and with evidence: 470 of LongMemEval, 111 of the development file."""
    OFFICIAL = "official"
    """The same with evidence of the user's: 419 of LongMemEval, 100 of the development file."""
    ABSTENTION = "abstention"
    """Questions whose right answer is that it is not known: 30 and 6."""


def populations_of(*, abstention: bool, evidence_roles: frozenset[str]) -> frozenset[Population]:
    """Name the populations that a question belongs to, by the roles that say its evidence turns.

    Without evidence it belongs to no population of retrieval.
    """
    if abstention:
        return frozenset({Population.ABSTENTION})
    if not evidence_roles:
        return frozenset()
    official = {Population.OFFICIAL} if "user" in evidence_roles else set()
    return frozenset({Population.ANSWERABLE, *official})
