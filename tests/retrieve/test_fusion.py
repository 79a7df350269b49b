from typing import Any

import numpy as np
import pytest

from daybook.conversation import Role, Session, Turn, rounds_of
from daybook.retrieve.dense_search import DenseHits
from daybook.retrieve.fusion import fuse_ranks, rank_entries, standardise
from daybook.store.arrays import RoundAxis
from daybook.store.bm25 import LexicalIndex
from tests.store.conversations import MAY
from tests.store.indexed import words_of_rounds


def index_of(*texts: str) -> tuple[LexicalIndex, tuple[str, ...]]:
    turns = [turn for text in texts for turn in (Turn(Role.USER, text), Turn(Role.ASSISTANT, "Noted."))]
    rounds = list(rounds_of(Session("s", MAY, tuple(turns)), "ada"))
    return words_of_rounds(rounds), tuple(round.round_id for round in rounds)


def hits(round_ids: tuple[str, ...], *rows: list[float]) -> DenseHits:
    return DenseHits(rounds=RoundAxis.of(round_ids), keyed=np.array(rows, dtype=np.float32))


def test_scores_are_counted_in_standard_deviations_from_their_mean() -> None:
    assert standardise(np.array([1.0, 3.0]), least=0.1) == pytest.approx([-1, 1])
    # mean 2, variance (4 + 0 + 0 + 4) / 4
    assert standardise(np.array([0.0, 2, 2, 4]), least=0.1) == pytest.approx([-(2**0.5), 0, 0, 2**0.5])


def test_what_has_no_score_stands_as_the_least() -> None:
    scores = standardise(np.array([1.0, -2.0, 3.0, 3.0]), np.array([True, False, True, True]), least=0.1)

    assert scores == pytest.approx([-1, -1, 1, 1])


def test_scores_that_hardly_differ_say_hardly_anything() -> None:
    assert standardise(np.array([0.5, 0.5]), least=0.1) == pytest.approx([0, 0])
    assert standardise(np.array([0.52, 0.5]), least=0.1) == pytest.approx([0.1, -0.1])
    assert standardise(np.array([]), least=0.1).size == 0
    assert standardise(np.array([-2.0]), np.array([False]), least=0.1) == pytest.approx([0])


def rank(
    names: tuple[str, ...], index: LexicalIndex, dense: DenseHits, *phrasings: str, **more: Any
) -> tuple[list[str], list[float]]:
    ranked = rank_entries(names, dense=dense, index=index, phrasings=phrasings, **more)
    return [name for name, _ in ranked], [score for _, score in ranked]


def test_meaning_counts_seven_tenths_and_words_the_rest() -> None:
    index, (near, worded) = index_of("A dull day.", "My tram was late.")

    names, scores = rank((near, worded), index, hits((near, worded), [0.9, 0.1]), "tram")

    # by meaning +1 and -1, by words of either kind -1 and +1
    assert names == [near, worded]
    assert scores == pytest.approx([0.4, -0.4])


def test_the_words_of_those_whom_the_question_names_stand_in_for_the_users() -> None:
    said = [("Plum jam.", "Fig jam."), ("Fig tart.", "Plum tart.")]
    turns = [
        Turn(role, text, speaker=name)
        for texts in said
        for role, text, name in zip(Role, texts, ("Ada", "Ben"), strict=True)
    ]
    rounds = list(rounds_of(Session("s", MAY, tuple(turns)), "ada"))
    index, names = words_of_rounds(rounds), tuple(round.round_id for round in rounds)

    def scores(*speakers: str) -> list[float]:
        ranked, found = rank(names, index, DenseHits(), "plum", speakers=speakers)
        return [found[ranked.index(name)] for name in names]

    # the words of both sides are the same in both rounds; Ada's plum is in the first, Ben's in the second
    assert scores() == scores("Ada") == pytest.approx([0.15, -0.15])
    assert scores("Ben") == pytest.approx([-0.15, 0.15])
    assert scores("Ada", "Ben") == pytest.approx([0, 0])


def test_a_message_takes_the_words_of_both_sides_alike() -> None:
    index, (plum, fig) = index_of("A plum.", "A fig.")

    # by words alone: the whole round's count for 0.3, as both kinds do for a question
    for is_message in (True, False):
        names, scores = rank((plum, fig), index, DenseHits(), "plum", is_message=is_message)
        assert names == [plum, fig]
        assert scores == pytest.approx([0.3, -0.3])
    assert rank((plum, fig), index, DenseHits(), "noted", is_message=True)[1] == pytest.approx([0, 0])


def test_the_other_phrasings_share_half_of_what_the_question_counts() -> None:
    index, found = index_of("One.", "Two.")

    names, scores = rank(found, index, hits(found, [0.9, 0.1], [0.1, 0.9], [0.2, 0.8]), "x", "y", "z")

    # 0.7 (1 - 0.25 - 0.25)
    assert names == list(found)
    assert scores == pytest.approx([0.35, -0.35])


def test_a_round_of_the_time_range_is_lifted_by_a_deviation() -> None:
    index, (first, second) = index_of("One.", "Two.")

    lifted = rank((first, second), index, hits((first, second), [0.5, 0.5]), "x", inside=(second,))

    assert lifted == ([second, first], [1.0, 0.0])


def test_a_round_that_the_dense_search_did_not_score_stands_as_its_least() -> None:
    index, (first, second, third) = index_of("One.", "Two.", "Three.")

    names, scores = rank((third, first), index, hits((first, second), [0.9, 0.1]), "x")

    assert names == [first, third]
    assert scores == pytest.approx([0.7, -0.7])


def test_a_round_scores_the_sum_of_its_reciprocal_ranks() -> None:
    fused = fuse_ranks([["a", "b"], ["b", "c"]], k=60)

    assert [name for name, _ in fused] == ["b", "a", "c"]
    assert dict(fused) == pytest.approx({"b": 1 / 62 + 1 / 61, "a": 1 / 61, "c": 1 / 62})


def test_what_is_no_ranking_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        fuse_ranks([["a"]], k=0)
    with pytest.raises(ValueError, match="twice"):
        fuse_ranks([["a", "a"]])
    with pytest.raises(ValueError, match="weights"):
        fuse_ranks([["a"]], weights=[])
