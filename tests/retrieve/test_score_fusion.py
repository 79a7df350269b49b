from __future__ import annotations

import numpy as np
import pytest

from daybook.conversation import Role, Session, Turn, rounds_of
from daybook.retrieve.dense import DenseHits
from daybook.retrieve.score_fusion import fuse_scores, standardise
from daybook.settings import SearchOptions
from daybook.store.lexical import LexicalIndex
from daybook.store.round_axis import RoundAxis
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


def test_meaning_counts_seven_tenths_and_words_the_rest() -> None:
    index, (near, worded) = index_of("A dull day.", "My tram was late.")

    ranked = fuse_scores(
        (near, worded),
        dense=hits((near, worded), [0.9, 0.1]),
        index=index,
        options=SearchOptions(),
        phrasings=["tram"],
    )

    # by meaning +1 and -1, by words of either kind -1 and +1
    assert [name for name, _ in ranked] == [near, worded]
    assert [score for _, score in ranked] == pytest.approx([0.4, -0.4])


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
        ranked = fuse_scores(
            names,
            dense=DenseHits(),
            index=index,
            options=SearchOptions(),
            phrasings=["plum"],
            speakers=speakers,
        )
        return [dict(ranked)[name] for name in names]

    # the words of both sides are the same in both rounds; Ada's plum is in the first, Ben's in the second
    assert scores() == scores("Ada") == pytest.approx([0.15, -0.15])
    assert scores("Ben") == pytest.approx([-0.15, 0.15])
    assert scores("Ada", "Ben") == pytest.approx([0, 0])


def test_the_other_phrasings_share_half_of_what_the_question_counts() -> None:
    index, (first, second) = index_of("One.", "Two.")
    dense = hits((first, second), [0.9, 0.1], [0.1, 0.9], [0.2, 0.8])

    ranked = fuse_scores(
        (first, second), dense=dense, index=index, options=SearchOptions(), phrasings=["x", "y", "z"]
    )

    # 0.7 (1 - 0.25 - 0.25)
    assert [name for name, _ in ranked] == [first, second]
    assert [score for _, score in ranked] == pytest.approx([0.35, -0.35])


def test_a_round_of_the_time_range_is_lifted_by_a_deviation() -> None:
    index, (first, second) = index_of("One.", "Two.")

    ranked = fuse_scores(
        (first, second),
        dense=hits((first, second), [0.5, 0.5]),
        index=index,
        options=SearchOptions(),
        phrasings=["x"],
        inside=[second],
    )

    assert ranked == [(second, 1.0), (first, 0.0)]


def test_a_round_that_the_dense_search_did_not_score_stands_as_its_least() -> None:
    index, (first, second, third) = index_of("One.", "Two.", "Three.")

    ranked = fuse_scores(
        (third, first),
        dense=hits((first, second), [0.9, 0.1]),
        index=index,
        options=SearchOptions(),
        phrasings=["x"],
    )

    assert [name for name, _ in ranked] == [first, third]
    assert [score for _, score in ranked] == pytest.approx([0.7, -0.7])
