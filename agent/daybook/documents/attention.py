"""Nearness of passages to what their reader asked before (HiMeS, algorithm 2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from daybook.conversation import FoundPassage
from daybook.embedding.protocol import Vectors
from daybook.retrieve.papers.attention import nearest_turns
from daybook.retrieve.score_fusion import LEAST_SPREAD, standardise
from daybook.settings import DocumentAttention, DocumentOptions
from daybook.store.keys import KeyVectors


def attention_of(
    windows: Sequence[Vectors], question: Vectors, history: KeyVectors, *, turns: int
) -> list[float]:
    """Score passages by their nearness to the earlier turns of the owner that are most like the question.

    A passage is the paper's chunk. Where it was embedded in several windows, that which attends most counts.

    Args:
        windows: the vectors of each passage, shape (windows, dim); at least one row each.
        question: a unit vector, shape (1, dim).
        history: the keys of the owner's rounds; those of the user's side are the historical queries.
        turns: how many of these are attended to (the paper's n).

    Returns:
        The mean cosine of each passage to those turns; nothing where the owner has asked nothing yet.

    Source: HiMeS, algorithm 2.
    """
    heads = list(nearest_turns(question, history, turns=turns).values())
    if not heads:
        return []
    asked = history.matrix[heads]
    return [float((vectors @ asked.T).mean(axis=1).max()) for vectors in windows]


def ranked_by_attention(
    found: Sequence[FoundPassage], attention: Sequence[float], options: DocumentOptions
) -> list[FoundPassage]:
    """Rank passages anew by their attention, alone or added to the score that they were found by.

    Added, attention counts in standard deviations of the passages found, as the score does in those of all.

    Args:
        found: what a search found.
        attention: of each; without any the order stays.
        options: the mode and the weight.
    """
    if not attention or options.document_attention is DocumentAttention.OFF:
        return list(found)
    scores = np.array(attention)
    if options.document_attention is DocumentAttention.ADDED:
        scores = standardise(scores, least=LEAST_SPREAD) * options.document_attention_weight
        scores += [one.score for one in found]
    return [
        FoundPassage(
            found[place].passage,
            float(scores[place]),
            {**found[place].signals, "attention": attention[place]},
        )
        for place in np.argsort(-scores, kind="stable").tolist()
    ]
