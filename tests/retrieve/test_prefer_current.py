from dataclasses import replace

import pytest

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role, Round, Status, Turn
from daybook.retrieve import asks_for_current, mark_superseded
from daybook.retrieve.papers.memorystack import hide_superseded
from daybook.retrieve.prefer_current import prefer_newer, superseded_words
from daybook.store.keys import Key
from daybook.text.english.question_kinds import asks_before, asks_now
from tests.ledgers import ledger, moment, moved, record
from tests.retrieve.plane import at
from tests.store.indexed import key_vectors

BATH, LEEDS = moved()


def candidate(name: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    return Candidate(Round(f"r{name}", "me", "s", 0, 0, moment("2023-01-05"), said, None), score)


def names(candidates: list[Candidate]) -> list[str]:
    return [one.round.round_id for one in candidates]


def test_a_round_whose_fact_was_superseded_says_when_and_by_which_round() -> None:
    bath, leeds = mark_superseded(
        [candidate("bath", 2.0), candidate("leeds", 1.0)], superseded_words(ledger(BATH, LEEDS))
    )

    (words,) = bath.superseded
    assert (words.quote, words.at, words.by_round, words.by) == (
        "I live in Bath.",
        moment("2023-03-10"),
        "rleeds",
        "I live in Leeds",
    )
    assert leeds.superseded == ()


def test_a_round_that_a_later_one_superseded_can_be_hidden() -> None:
    marked = mark_superseded(
        [candidate("bath", 2.0), candidate("leeds", 1.0)], superseded_words(ledger(BATH, LEEDS))
    )

    assert names(hide_superseded(marked)) == ["rleeds"]


def test_a_round_is_not_hidden_where_no_other_tells_what_is_so_instead() -> None:
    ended = ledger(replace(BATH, superseded_by=""))
    further_on = replace(LEEDS.support[0], round_id="rbath", start=100, stop=120)
    both_in_one = ledger(BATH, replace(LEEDS, support=(further_on,)))

    for known in (ended, both_in_one):
        (bath,) = mark_superseded([candidate("bath", 2.0)], superseded_words(known))
        assert bath.superseded
        assert hide_superseded([bath]) == [bath]


def test_what_took_its_place_may_have_been_forgotten() -> None:
    words = superseded_words(ledger(replace(BATH, superseded_by="")))["rbath"]

    assert [(one.at, one.by_round, one.by) for one in words] == [(moment("2023-03-10"), "", "")]


def test_what_was_declared_wrong_no_longer_holds_either() -> None:
    wrong = record("x", "identity.residence", "Rome", "I live in Rome", "2023-01-01", status=Status.DELETED)

    assert [one.quote for one in superseded_words(ledger(wrong))["rx"]] == ["I live in Rome"]


def test_words_that_tell_of_the_old_and_the_new_stand() -> None:
    said = "I moved from Bath to Leeds."
    old = replace(BATH, support=LEEDS.support)
    both = ledger(old, replace(LEEDS, support=(replace(LEEDS.support[0], quote=said, stop=len(said)),)))

    assert superseded_words(both) == {}


def test_after_a_change_back_the_round_that_came_last_is_named() -> None:
    back = replace(LEEDS.support[0], round_id="rback", said_at=moment("2023-06-01"))
    bath = replace(BATH, status=Status.ACTIVE, superseded_by="", support=(*BATH.support, back))
    leeds = replace(
        LEEDS, status=Status.SUPERSEDED, superseded_by="mbath", superseded_at=moment("2023-06-01")
    )

    words = superseded_words(ledger(bath, leeds))

    assert {round_id: one[0].by_round for round_id, one in words.items()} == {"rleeds": "rback"}


@pytest.mark.parametrize(
    ("question", "kinds", "present"),
    [
        ("Where do I live?", (), True),
        ("What's my job?", (), True),
        ("How many issues have I read so far?", (QuestionKind.UPDATE,), True),
        ("Where did I live before Leeds?", (QuestionKind.UPDATE,), False),
        ("What was my previous goal?", (QuestionKind.UPDATE,), False),
        ("What did you say I do now?", (QuestionKind.UPDATE, QuestionKind.ASSISTANT), False),
        ("When did I move?", (), False),
    ],
)
def test_some_questions_ask_for_the_present(
    question: str, kinds: tuple[QuestionKind, ...], present: bool
) -> None:
    plan = RetrievalPlan(
        question,
        (question,),
        dict.fromkeys(kinds, 1.0),
        asks_now=asks_now(question),
        asks_before=asks_before(question),
    )

    assert asks_for_current(plan) is present


QUESTION = at(0)


def dated(name: str, day: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    return Candidate(Round(name, "me", f"session of {name}", 0, 0, moment(day), said, None), score)


def order(candidates: list[Candidate], *degrees: float) -> list[str]:
    """Rank them with one key each, at those angles; scores have to fall."""
    keys = key_vectors([Key(one.round.round_id, "user", 0, 1) for one in candidates], at(*degrees))
    ranked = prefer_newer(candidates, QUESTION, keys)
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True)
    return [one.round.round_id for one in ranked]


MARCH = dated("march", "2023-03-01", 3.0)
MAY = dated("may", "2023-05-01", 2.0)


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
    other = dated("other", "2023-01-01", 4.0)

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
