import numpy as np
import pytest

from daybook.retrieve.dense_search import (
    ABSENT,
    FieldScores,
    best_first,
    keyed_scores,
    penalise_other_side,
    score_fields,
)
from daybook.settings import Keying
from daybook.store.arrays import RoundAxis
from daybook.store.keys import Key, first_of_each_field
from tests.store.indexed import key_vectors

# Of unit vectors along two axes the cosine with the query (1, 0) is the first coordinate.
KEYS = [
    Key("a", "user", 0, 10),
    Key("a", "assistant", 0, 10),
    Key("a", "assistant", 10, 20),
    Key("b", "assistant", 0, 10),
    Key("c", "user", 0, 10),
]
COSINES = [0.6, 0.8, 0.28, 0.96, 0.5]
MATRIX = np.array([[x, (1 - x * x) ** 0.5] for x in COSINES], dtype=np.float32)
QUERY = np.array([[1.0, 0.0]], dtype=np.float32)


def keyed(keying: Keying) -> list[float]:
    scores = score_fields(key_vectors(KEYS, MATRIX), QUERY)
    assert list(scores.rounds) == ["a", "b", "c"]
    return [round(float(score), 4) for score in keyed_scores(scores, keying)[0]]


def test_user_only_is_the_cosine_of_the_user_field() -> None:
    assert keyed(Keying.USER_ONLY) == [0.6, ABSENT, 0.5]


def test_max_sim_is_the_best_window_of_the_better_field() -> None:
    assert keyed(Keying.MAX_SIM) == [0.8, 0.96, 0.5]


def test_a_statement_counts_for_the_users_side_only_where_it_is_asked_for() -> None:
    keys = [Key("a", "user", 0, 10), Key("a", "statement", 4, 10), Key("b", "user", 0, 10)]
    scores = score_fields(key_vectors(keys, MATRIX[:3]), QUERY)

    assert keyed_scores(scores, Keying.USER_ONLY)[0] == pytest.approx([0.6, 0.28])
    assert keyed_scores(scores, Keying.USER_ONLY, statements=True)[0] == pytest.approx([0.8, 0.28])


def test_concat_uses_keys_of_both_sides_only() -> None:
    keys = [Key("a", "both", 0, 5), Key("a", "both", 5, 9)]

    scores = score_fields(key_vectors(keys, MATRIX[:2]), QUERY)

    assert keyed_scores(scores, Keying.CONCAT)[0] == pytest.approx([0.8])
    assert keyed_scores(scores, Keying.MAX_SIM)[0] == pytest.approx([ABSENT])


def test_every_query_is_scored_by_itself_and_a_key_by_the_nearest() -> None:
    other = np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32)

    scores = score_fields(key_vectors(KEYS[:1], MATRIX[:1]), other)

    assert keyed_scores(scores, Keying.USER_ONLY)[:, 0] == pytest.approx([0.6, 0.8])
    assert scores.nearest == pytest.approx([0.8])


def test_rounds_without_a_key_are_left_out_of_the_ranking_and_equals_keep_their_order() -> None:
    scores = np.array([0.5, ABSENT, 0.9, 0.5], dtype=np.float32)

    assert best_first(RoundAxis.of("abcd"), scores, limit=10) == ["c", "a", "d"]
    assert best_first(RoundAxis.of("abcd"), scores, limit=1) == ["c"]


def test_the_side_that_is_not_asked_about_counts_less() -> None:
    cosines = np.array([[[0.5, 0.6, ABSENT, ABSENT], [0.5, ABSENT, ABSENT, 0.4]]], dtype=np.float32)
    fields = FieldScores(RoundAxis.of("ab"), cosines, nearest=np.zeros(4, dtype=np.float32))
    asked = np.array([[True, False, True, True], [False, False, True, True]])

    lowered = penalise_other_side(fields, asked, 0.03)

    assert lowered.cosines == pytest.approx(
        np.array([[[0.5, 0.57, ABSENT, ABSENT], [0.47, ABSENT, ABSENT, 0.4]]])
    )
    assert list(lowered.rounds) == ["a", "b"]


def test_of_each_side_the_window_that_begins_first_is_kept_and_every_statement() -> None:
    keys = [
        Key("a", "assistant", 20, 30),
        Key("a", "assistant", 0, 20),
        Key("a", "user", 0, 9),
        Key("b", "user", 9, 12),
        Key("b", "statement", 0, 5),
        Key("b", "statement", 5, 9),
    ]
    matrix = np.eye(len(keys), dtype=np.float32)

    kept = first_of_each_field(key_vectors(keys, matrix))

    assert list(kept) == keys[1:]
    assert kept.matrix.tolist() == matrix[1:].tolist()
