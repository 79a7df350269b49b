"""Rounds of turns, and stretches of time."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from daybook.conversation import Role, Round, Session, TimeRange, Turn, number_occurrences, rounds_of

MAY = datetime(2023, 5, 30, 10, 18, tzinfo=UTC)


def session(*said: tuple[Role, str], session_id: str = "s1", occurrence: int = 0) -> Session:
    return Session(session_id, MAY, tuple(Turn(role, text) for role, text in said), occurrence)


def sides(rounds: tuple[Round, ...]) -> list[tuple[str | None, str | None]]:
    return [
        (r.user.content if r.user else None, r.assistant.content if r.assistant else None) for r in rounds
    ]


def test_a_user_turn_and_its_reply_are_one_round() -> None:
    rounds = rounds_of(session((Role.USER, "a"), (Role.ASSISTANT, "b"), (Role.USER, "c")), "ada")

    assert sides(rounds) == [("a", "b"), ("c", None)]
    assert [r.position for r in rounds] == [0, 1]


def test_turns_that_answer_nothing_and_turns_without_an_answer_are_rounds_of_their_own() -> None:
    said = [
        (Role.ASSISTANT, "a"),
        (Role.USER, "b"),
        (Role.USER, "c"),
        (Role.ASSISTANT, "d"),
        (Role.ASSISTANT, "e"),
    ]

    rounds = rounds_of(session(*said), "ada")

    assert sides(rounds) == [(None, "a"), ("b", None), ("c", "d"), (None, "e")]


def test_a_round_is_dated_by_its_first_dated_turn_else_by_its_session() -> None:
    later = datetime(2023, 5, 30, 11, 0, tzinfo=UTC)
    turns = (Turn(Role.USER, "a"), Turn(Role.ASSISTANT, "b", later), Turn(Role.USER, "c"))

    first, second = rounds_of(Session("s1", MAY, turns), "ada")

    assert (first.said_at, second.said_at) == (later, MAY)


def test_the_same_words_in_the_same_place_give_the_same_id() -> None:
    assert rounds_of(session((Role.USER, "a")), "ada") == rounds_of(session((Role.USER, "a")), "ada")


@pytest.mark.parametrize(
    "other",
    [
        rounds_of(session((Role.USER, "a")), "bob")[0],
        rounds_of(session((Role.USER, "a"), session_id="s2"), "ada")[0],
        rounds_of(session((Role.USER, "a"), occurrence=1), "ada")[0],
        rounds_of(session((Role.ASSISTANT, "a")), "ada")[0],
        rounds_of(session((Role.USER, "a"), (Role.ASSISTANT, "")), "ada")[0],
        rounds_of(session((Role.USER, "b"), (Role.USER, "a")), "ada")[1],
    ],
    ids=["owner", "session", "occurrence", "side", "an empty reply", "position"],
)
def test_ids_differ_by_everything_that_makes_a_round(other: Round) -> None:
    assert rounds_of(session((Role.USER, "a")), "ada")[0].round_id != other.round_id


def test_repeated_session_ids_are_numbered_in_the_order_of_the_source() -> None:
    numbered = number_occurrences([session(session_id=name) for name in ("x", "y", "x", "x")])

    assert [(s.session_id, s.occurrence) for s in numbered] == [("x", 0), ("y", 0), ("x", 1), ("x", 2)]


@given(st.lists(st.tuples(st.sampled_from(Role), st.text(max_size=5)), max_size=30))
def test_nothing_said_is_dropped_and_the_order_stays(said: list[tuple[Role, str]]) -> None:
    rounds = rounds_of(session(*said), "ada")

    assert [(turn.role, turn.content) for r in rounds for turn in r.turns] == said
    assert len({r.round_id for r in rounds}) == len(rounds)


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Session\.started_at needs a time zone"):
        Session("s1", datetime(2023, 5, 30), ())  # noqa: DTZ001


def test_a_recollection_is_no_key_even_when_it_found_nothing() -> None:
    assert Turn(Role.USER, "a").is_key
    assert not Turn(Role.ASSISTANT, "You said a.", sources=("r1",)).is_key
    assert not Turn(Role.ASSISTANT, "Not known.", sources=()).is_key


FIRST_OF_MAY = datetime(2023, 5, 1, tzinfo=UTC)
JUNE = datetime(2023, 6, 1, tzinfo=UTC)


def test_the_start_belongs_to_a_range_and_the_end_does_not() -> None:
    may = TimeRange(FIRST_OF_MAY, JUNE)

    assert FIRST_OF_MAY in may
    assert JUNE not in may
    assert JUNE - timedelta(microseconds=1) in may


@pytest.mark.parametrize(
    ("start", "end", "problem"),
    [
        (None, None, "needs a start or an end"),
        (JUNE, FIRST_OF_MAY, "must start before it ends"),
        (FIRST_OF_MAY, FIRST_OF_MAY, "must start before it ends"),
        (datetime(2023, 5, 1), JUNE, "needs a time zone"),  # noqa: DTZ001
    ],
)
def test_a_range_that_is_none_is_refused(start: datetime | None, end: datetime | None, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        TimeRange(start, end)
