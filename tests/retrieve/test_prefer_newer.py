from __future__ import annotations

from dataclasses import replace

import numpy as np

from daybook.conversation import Candidate, Role, Round, Turn
from daybook.embedding.protocol import Vectors
from daybook.retrieve.prefer_newer import prefer_newer
from daybook.store.keys import Key
from tests.ledgers import moment
from tests.store.indexed import key_vectors


def at(*degrees: float) -> Vectors:
    """Unit vectors of the plane at those angles."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


QUESTION = at(0)


def candidate(name: str, day: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    return Candidate(Round(name, "me", f"session of {name}", 0, 0, moment(day), said, None), score)


def order(candidates: list[Candidate], *degrees: float) -> list[str]:
    """Rank them with one key each, at those angles; scores have to fall."""
    keys = key_vectors([Key(one.round.round_id, "user", 0, 1) for one in candidates], at(*degrees))
    ranked = prefer_newer(candidates, QUESTION, keys)
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True)
    return [one.round.round_id for one in ranked]


MARCH = candidate("march", "2023-03-01", 3.0)
MAY = candidate("may", "2023-05-01", 2.0)


def test_the_later_of_two_rounds_about_one_thing_comes_first() -> None:
    assert order([MARCH, MAY], 10, 40) == ["may", "march"]  # 30 degrees apart: a cosine of 0.87


def test_rounds_about_different_things_stay_as_they_are() -> None:
    assert order([MARCH, MAY], 10, 70) == ["march", "may"]  # 60 degrees apart: 0.5


def test_a_lead_of_more_than_two_deviations_stands() -> None:
    assert order([replace(MARCH, score=4.1), MAY], 10, 40) == ["march", "may"]


def test_within_a_session_nothing_is_swapped() -> None:
    same = replace(MAY, round=replace(MAY.round, session_id=MARCH.round.session_id))

    assert order([MARCH, same], 10, 40) == ["march", "may"]


def test_an_earlier_round_passes_nothing() -> None:
    assert order([replace(MAY, score=4.0), MARCH], 10, 40) == ["may", "march"]


def test_a_round_comes_directly_above_the_first_that_it_passes() -> None:
    other = candidate("other", "2023-01-01", 4.0)

    assert order([other, MARCH, MAY], 90, 10, 20) == ["other", "may", "march"]


def test_the_window_that_is_nearest_to_the_question_speaks_for_its_round() -> None:
    keys = key_vectors(
        [Key("march", "user", 0, 1), Key("may", "user", 0, 1), Key("may", "statement", 5, 9)], at(10, 85, 20)
    )

    assert [one.round.round_id for one in prefer_newer([MARCH, MAY], QUESTION, keys)] == ["may", "march"]


def test_what_only_the_assistant_said_is_not_compared() -> None:
    keys = key_vectors([Key("march", "user", 0, 1), Key("may", "assistant", 0, 1)], at(10, 20))

    assert prefer_newer([MARCH, MAY], QUESTION, keys) == [MARCH, MAY]


def test_nothing_found_is_nothing_ranked() -> None:
    assert prefer_newer([], QUESTION, key_vectors([], at())) == []
