"""Attention-inspired reranking: scores rounds by what the owner asked before (HiMeS)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from daybook.embedding.protocol import Vectors
from daybook.store.keys import KeyVectors


def attention_scores(
    question: Vectors, keys: KeyVectors, wanted: Collection[str], *, turns: int
) -> Mapping[str, float]:
    """Score rounds by their nearness to the earlier turns of the owner that are most like the question.

    A round is scored by the window that attends most: the mean of its cosines to those turns. A round does
    not attend to its own turn, which would only say again how near that is to the question.

    Args:
        question: a unit vector, shape (1, dim).
        keys: the owner's.
        wanted: ids of the rounds to score.
        turns: how many earlier turns to attend to, at least 1; one more is taken for those that are
            among the wanted.

    Returns:
        Cosines by round, of those that have a key.

    Source: HiMeS, algorithm 2; that the rounds are chunked by their keys, and their own turns left out, is
    ours.
    """
    heads = nearest_turns(question, keys, turns=turns + 1)
    if not heads:
        return {}
    rows = keys.rows_of(wanted).tolist()
    cosines = np.vecdot(keys.matrix[rows][:, None], keys.matrix[list(heads.values())])
    scores: dict[str, float] = {}
    names = list(heads)
    for row, values in zip(rows, cosines, strict=True):
        round_id = keys.key(row).round_id
        others = [value for name, value in zip(names, values.tolist(), strict=True) if name != round_id]
        score = sum(others[:turns]) / max(len(others[:turns]), 1)
        scores[round_id] = max(score, scores.get(round_id, score))
    return scores


def nearest_turns(question: Vectors, keys: KeyVectors, *, turns: int) -> Mapping[str, int]:
    """Find the earlier turns of the owner that are most like a question.

    Args:
        question: a unit vector, shape (1, dim).
        keys: the owner's.
        turns: how many.

    Returns:
        The rows of their nearest windows among the keys, by round, the nearest first.
    """
    asked = keys.rows_of(fields=["user"]).tolist()
    nearness = np.vecdot(question, keys.matrix[asked]) if asked else []
    heads: dict[str, int] = {}
    for place in np.argsort(-np.asarray(nearness), kind="stable").tolist():
        heads.setdefault(keys.key(asked[place]).round_id, asked[place])
        if len(heads) == turns:
            break
    return heads
