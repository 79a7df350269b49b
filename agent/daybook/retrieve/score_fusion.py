"""Score fusion: dense and BM25 scores, standardised over the memory and added."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from daybook.retrieve.dense import DenseHits
from daybook.retrieve.keying import ABSENT
from daybook.settings import SearchOptions
from daybook.store.lexical import LexicalIndex, LexicalScores
from daybook.store.round_axis import RoundAxis

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
    by_meaning = _Placed.of(found, dense.rounds)
    by_words = _Placed.of(found, index.rounds)
    totals = np.zeros(len(found))
    for number, phrasing in enumerate(phrasings):
        scores = np.zeros(len(found))
        if dense.keyed is not None:
            row = dense.keyed[number]
            standard = standardise(row, row > ABSENT, least=LEAST_SPREAD)
            scores += options.dense_weight * by_meaning.scores(standard)
        for weight, words in _by_words(index, phrasing, speakers, options):
            scores += weight * by_words.scores(_among_documents(words))
        totals += scores if number == 0 else scores * options.phrasings_weight / (len(phrasings) - 1)
    totals[[round_id in inside for round_id in found]] += options.range_lift
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


def _among_documents(words: LexicalScores) -> Values:
    """Standardise scores by words over the rounds that have words; the others stand as the least of these."""
    standard = standardise(words.values[words.known], least=LEAST_WORD_SPREAD)
    placed = np.full(len(words.values), standard.min() if standard.size else 0.0)
    placed[words.known] = standard
    return placed


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where the rounds to score stand among those that a search scored."""

    places: NDArray[np.intp]
    """Shape (found,): 0 where one is not among them."""
    is_there: NDArray[np.bool_]

    @classmethod
    def of(cls, found: Sequence[str], rounds: RoundAxis) -> _Placed:
        places = [rounds.place(round_id) for round_id in found]
        return cls(
            np.array([place or 0 for place in places], dtype=np.intp),
            np.array([place is not None for place in places], dtype=bool),
        )

    def scores(self, scores: Values) -> Values:
        """Pick the scores of the rounds; one that was not scored takes the least."""
        if not scores.size:
            return np.zeros(len(self.places))
        picked: Values = np.where(self.is_there, scores[self.places], scores.min())
        return picked
