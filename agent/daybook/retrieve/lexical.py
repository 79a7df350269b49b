"""Lexical retrieval: ranks rounds by BM25."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from daybook.store.lexical import WHOLE_ROUND, Fields, LexicalIndex


@dataclass(frozen=True, slots=True)
class LexicalHits:
    """What the lexical searches of a plan brought."""

    rankings: tuple[tuple[str, ...], ...]
    """A best-first ranking of round ids for every phrasing; empty where no round shares a word."""
    scores: Mapping[str, float]
    """Of each round its best BM25 score over the phrasings."""


def search_lexical(
    phrasings: Sequence[str],
    *,
    index: LexicalIndex,
    limit: int,
    within: Collection[str] | None = None,
    fields: Fields = WHOLE_ROUND,
) -> LexicalHits:
    """Rank the rounds of an owner by BM25, for each phrasing.

    Args:
        phrasings: what to search for.
        index: the owner's words.
        limit: how many rounds to take from each ranking.
        within: the ids of the rounds to rank; all where it is None.
        fields: the sides that are searched.
    """
    scores: dict[str, float] = {}
    rankings: list[tuple[str, ...]] = []
    for phrasing in phrasings:
        ranked = index.search(phrasing, fields=fields, limit=limit, within=within)
        rankings.append(tuple(round_id for round_id, _ in ranked))
        for round_id, score in ranked:
            scores[round_id] = max(score, scores.get(round_id, score))
    return LexicalHits(tuple(rankings), scores)
