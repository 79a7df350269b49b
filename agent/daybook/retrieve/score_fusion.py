"""Score fusion: dense and BM25 scores, standardised over the memory and added."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from daybook.retrieve.dense import DenseHits
from daybook.retrieve.keying import ABSENT
from daybook.settings import SearchOptions
from daybook.store.lexical import LexicalIndex, LexicalScores

LEAST_SPREAD = 0.05
LEAST_WORD_SPREAD = 0.5
"""Standard deviations, of cosines and of BM25 scores, below which scores are taken to differ by no more than
chance: without them a young memory of like rounds would be ranked by rounding errors. The histories of
LongMemEval have 0.07 and 0.56 at least."""

Values = NDArray[np.float64]


def fuse_scores(
    found: Sequence[str],
    *,
    dense: DenseHits,
    index: LexicalIndex,
    phrasings: Sequence[str],
    options: SearchOptions,
    speakers: Sequence[str] = (),
    inside: Collection[str] = (),
) -> list[tuple[str, float]]:
    """Score the rounds that were found, by meaning and by words.

    Each search's scores are put on the scale of their own spread over the whole memory, so that a
    cosine and a BM25 score can be added, and a lead that stands out counts for more than a narrow
    one: reciprocal ranks forget which it was.

    Args:
        found: the rounds to score, each once.
        dense: what the dense search of the phrasings brought.
        index: the owner's words.
        phrasings: the question first.
        options: the weights of the searches and of other phrasings, and range_lift.
        speakers: those whom the question asks about; the user where there are none.
        inside: the rounds of the time range.

    Returns:
        (round id, score) pairs, best first; equal scores keep the order of `found`. A score is how many
        standard deviations a round stands above the average of the memory.

    Source: the convex combination of normalised scores, which Bruch, Gai and Ingber (TOIS 2023) find to
    beat reciprocal rank fusion; weights and fields are ours.
    """
    places = {round_id: place for place, round_id in enumerate(found)}
    totals = np.zeros(len(found))
    for number, phrasing in enumerate(phrasings):
        scores = np.zeros(len(found))
        if dense.keyed is not None:
            row = dense.keyed[number]
            scores += options.dense_weight * _at(
                places, dense.round_ids, standardise(row, row > ABSENT, least=LEAST_SPREAD)
            )
        for weight, words in _by_words(index, phrasing, speakers, options):
            scores += weight * _at(
                places, words.round_ids, standardise(words.values, least=LEAST_WORD_SPREAD)
            )
        totals += scores if number == 0 else scores * options.phrasings_weight / (len(phrasings) - 1)
    for round_id in places.keys() & set(inside):
        totals[places[round_id]] += options.range_lift
    order = np.argsort(-totals, kind="stable").tolist()
    return [(found[place], float(totals[place])) for place in order]


def _by_words(
    index: LexicalIndex, phrasing: str, speakers: Sequence[str], options: SearchOptions
) -> Iterator[tuple[float, LexicalScores]]:
    """Give the scores by words with the weight of each."""
    yield options.round_weight, index.scores(phrasing)
    if not speakers:
        yield options.asked_weight, index.scores(phrasing, fields=("user",))
    for speaker in speakers:
        yield options.asked_weight / len(speakers), index.scores(phrasing, speaker=speaker)


def standardise(
    scores: NDArray[np.floating], known: NDArray[np.bool_] | None = None, *, least: float
) -> Values:
    """Say of each score how many standard deviations it is above their mean.

    Args:
        scores: shape (n,).
        known: shape (n,), which of them are scores; the others stand as the least of these. All where
            it is None.
        least: the deviation that is counted with where theirs is smaller; above 0.

    Returns:
        Shape (n,).
    """
    values = scores.astype(np.float64)
    if known is not None and known.any():
        values[~known] = values[known].min()
    if not values.size:
        return values
    standard: Values = (values - values.mean()) / max(float(values.std()), least)
    return standard


def _at(places: Mapping[str, int], round_ids: Sequence[str], scores: Values) -> Values:
    """Put scores where their rounds have their places; a round without one takes the least."""
    placed = np.full(len(places), scores.min() if scores.size else 0.0)
    for round_id, score in zip(round_ids, scores.tolist(), strict=True):
        if (place := places.get(round_id)) is not None:
            placed[place] = score
    return placed
