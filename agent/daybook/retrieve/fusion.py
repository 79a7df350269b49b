"""Fusion: the scores of several searches standardised and added, or their rankings merged by their ranks."""

from collections.abc import Callable, Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from daybook.retrieve.dense_search import ABSENT, DenseHits
from daybook.store.arrays import RoundAxis
from daybook.store.bm25 import LexicalIndex, LexicalScores

LEAST_SPREAD = 0.05
LEAST_WORD_SPREAD = 0.5
"""Standard deviations, of cosines and of BM25 scores, below which scores are taken to differ by no more than
chance: without them a young memory of like rounds would be ranked by rounding errors. The histories of
LongMemEval have 0.07 and 0.56 at least."""

DENSE_WEIGHT, ROUND_WEIGHT, ASKED_WEIGHT = 0.7, 0.15, 0.15
"""Of the search by meaning, of BM25 over the round, and of BM25 over the words of whom is asked about."""
PHRASINGS_WEIGHT = 0.5
"""Of all other phrasings together beside the question."""
RANGE_LIFT = 1.0
"""Standard deviations by which rounds inside the time range are lifted."""

Values = NDArray[np.float64]
Weighted = tuple[float, Values]
"""The weight of a search, and its scores of the entries, standardised: shape (entries,)."""


def fuse_scores(searches: Sequence[Sequence[Weighted]]) -> Values:
    """Add the scores of searches, shape (entries,); other phrasings together count `PHRASINGS_WEIGHT`.

    Each search's scores are in units of their own spread, so that cosines and BM25 scores can be added, and a
    clear lead counts for more than a narrow one, unlike in reciprocal ranks.

    Args:
        searches: for each phrasing, the question first, what each search says; at least one does.

    Source: the convex combination of normalised scores, which Bruch, Gai and Ingber (TOIS 2023) find to beat
    reciprocal rank fusion; weights and fields are ours.
    """
    totals = np.zeros(len(searches[0][0][1]))
    for number, of_phrasing in enumerate(searches):
        scores = np.zeros(len(totals))
        for weight, values in of_phrasing:
            scores += weight * values
        totals += scores if number == 0 else scores * PHRASINGS_WEIGHT / (len(searches) - 1)
    return totals


def rank_entries(
    entries: Sequence[str],
    *,
    dense: DenseHits,
    index: LexicalIndex,
    phrasings: Sequence[str],
    speakers: Sequence[str] = (),
    inside: Collection[str] = (),
    is_message: bool = False,
) -> list[tuple[str, float]]:
    """Score the entries of one index that were found, by meaning and by words.

    Args:
        entries: the ids of rounds or items, each once.
        dense: what the dense search of the phrasings brought.
        index: the owner's words.
        phrasings: the question first.
        speakers: those whom the question asks about; the user where there are none.
        inside: the rounds of the time range.
        is_message: whether it tells something and asks nothing, so that nobody's words count apart.

    Returns:
        (id, score) pairs, best first; equal scores keep the order of `entries`. A score is how many
        standard deviations an entry stands above the average of the memory.
    """
    of_cosines, of_words = _placed(entries, dense.rounds), _placed(entries, index.rounds)
    searches: list[list[Weighted]] = [[] for _ in phrasings]
    apart = bool(speakers) or not is_message
    for number, phrasing in enumerate(phrasings):
        if dense.keyed is not None:
            row = dense.keyed[number]
            standard = standardise(row, row > ABSENT, least=LEAST_SPREAD)
            searches[number].append((DENSE_WEIGHT, of_cosines(standard)))
        for weight, standard in word_scores(index, phrasing, speakers, apart=apart):
            searches[number].append((weight, of_words(standard)))
    totals = fuse_scores(searches)
    totals[[entry in inside for entry in entries]] += RANGE_LIFT
    order = np.argsort(-totals, kind="stable").tolist()
    return [(entries[place], float(totals[place])) for place in order]


def standardise(
    scores: NDArray[np.floating], known: NDArray[np.bool_] | None = None, *, least: float
) -> Values:
    """Say of each score how many standard deviations it is above their mean, shape (n,).

    Args:
        scores: shape (n,).
        known: shape (n,), which of them are scores (None: all); the others stand as the least of these.
        least: replaces a smaller deviation; above 0.
    """
    values = scores.astype(np.float64)
    if known is not None and known.any():
        values[~known] = values[known].min()
    if not values.size:
        return values
    standard: Values = (values - values.mean()) / max(float(values.std()), least)
    return standard


def fuse_ranks(
    rankings: Sequence[Sequence[str]], *, k: int = 60, weights: Sequence[float] | None = None
) -> list[tuple[str, float]]:
    """Merge best-first rankings into one by reciprocal rank fusion.

    A round scores the sum of weight / (k + rank) over the rankings that hold it. Only order counts, so the
    scores need no common scale.

    Args:
        rankings: one best-first list of distinct round ids per search; rank starts at 1.
        k: damping constant, above 0; the larger it is, the less the top ranks stand out.
        weights: what each ranking counts for; 1 by default.

    Returns:
        (round id, score) pairs, best first; equal scores keep the order of first appearance.

    Raises:
        ValueError: k is not positive, a ranking names a round twice, or the weights do not match.

    Source: Cormack, Clarke and Büttcher, SIGIR 2009 (k = 60 is theirs; the weights are ours).
    """
    if k <= 0:
        raise ValueError(f"k must be positive, not {k}")
    weights = [1.0] * len(rankings) if weights is None else weights
    if len(weights) != len(rankings):
        raise ValueError(f"{len(rankings)} rankings need as many weights, not {len(weights)}")
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        if len(set(ranking)) != len(ranking):
            raise ValueError("a ranking names a round twice")
        for rank, round_id in enumerate(ranking, start=1):
            scores[round_id] = scores.get(round_id, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda item: -item[1])


def word_scores(
    index: LexicalIndex, phrasing: str, speakers: Sequence[str], *, apart: bool = True
) -> Iterator[Weighted]:
    """Give the searches by words: over whole rounds, and `apart` over those of whom the question asks about.

    Each is standardised over the entries that have words; the others stand as the least.
    """
    yield ROUND_WEIGHT if apart else ROUND_WEIGHT + ASKED_WEIGHT, _among_documents(index.scores(phrasing))
    if apart and not speakers:
        yield ASKED_WEIGHT, _among_documents(index.scores(phrasing, fields=("user",)))
    for speaker in speakers:
        of_speaker = index.scores(phrasing, speaker=speaker)
        yield ASKED_WEIGHT / len(speakers), _among_documents(of_speaker)


def _among_documents(words: LexicalScores) -> Values:
    standard = standardise(words.values[words.known], least=LEAST_WORD_SPREAD)
    placed = np.full(len(words.values), standard.min() if standard.size else 0.0)
    placed[words.known] = standard
    return placed


def _placed(entries: Sequence[str], axis: RoundAxis) -> Callable[[Values], Values]:
    """Make a function that picks the scores of the entries; an entry that was not scored takes the least."""
    places = axis.place_of_each(entries)

    def scores_of(scores: Values) -> Values:
        if not scores.size:
            return np.zeros(len(places))
        return np.where(places >= 0, scores[places], scores.min())

    return scores_of
