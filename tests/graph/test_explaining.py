import pytest

from daybook import Daybook
from daybook.conversation.errors import UnknownItem
from daybook.library.results import LostAt
from tests.small_memory import ASKED, OpenDaybook


def round_of(daybook: Daybook, session_id: str) -> str:
    return daybook.rounds(owner="ada", session_id=session_id)[0].round_id


def test_an_explanation_holds_every_stage_of_the_ranking(daybook: Daybook) -> None:
    explanation = daybook.explain("What is my cat called?", owner="ada", asked_at=ASKED)

    best = explanation.found[0]
    assert best.round.session_id == "cat"
    assert (best.signals["dense_rank"], best.signals["bm25_rank"]) == (1, 1)
    assert explanation.ranked[0].round == best.round
    assert best.round in [excerpt.round for excerpt in explanation.packed]
    assert explanation.calls == ()


def test_a_round_that_is_cited_was_lost_nowhere(daybook: Daybook) -> None:
    followed = daybook.why_not(round_of(daybook, "cat"), "What is my cat called?", owner="ada")

    assert followed.lost_at is LostAt.NOWHERE
    assert followed.found_rank == followed.ranked_rank == 1


def test_a_round_beyond_the_limit_of_search_is_lost_there_with_its_rank(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook(search_limit=1)

    followed = daybook.why_not(round_of(daybook, "bike"), "What is my cat called?", owner="ada")

    assert followed.lost_at is LostAt.SEARCH
    assert followed.found_rank is None
    assert followed.dense_rank is not None
    assert followed.dense_rank > 1
    assert followed.bm25_rank is None


def test_a_round_beyond_the_readers_budget_is_lost_in_packing(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook(context_budget=60)

    followed = daybook.why_not(round_of(daybook, "work"), "What is my cat called?", owner="ada")

    assert followed.lost_at is LostAt.PACK


def test_a_round_of_somebody_else_cannot_be_asked_about(daybook: Daybook) -> None:
    with pytest.raises(UnknownItem, match="'bob' has no round"):
        daybook.why_not(round_of(daybook, "cat"), "What is my cat called?", owner="bob")


def test_a_round_that_tells_of_the_day_asked_about_is_lifted(daybook: Daybook) -> None:
    question = "What did I adopt on May 1st?"  # the cat was adopted then, and spoken of the day after

    ranked = daybook.explain(question, owner="ada", asked_at=ASKED).ranked

    happened = {candidate.round.session_id: candidate.signals["happened"] for candidate in ranked}
    assert happened == {"cat": 1, "work": 0, "food": 0, "bike": 0}
    assert ranked[0].round.session_id == "cat"
    assert ranked[0].signals["time"] == 0
