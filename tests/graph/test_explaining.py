from daybook import Daybook
from tests.small_memory import ASKED


def test_an_explanation_holds_every_stage_of_the_ranking(daybook: Daybook) -> None:
    explanation = daybook.explain("What is my cat called?", owner="ada", asked_at=ASKED)

    best = explanation.found[0]
    assert best.round.session_id == "cat"
    assert (best.signals["dense_rank"], best.signals["bm25_rank"]) == (1, 1)
    assert explanation.ranked[0].round == best.round
    assert explanation.packed == ()  # no model reads
    assert explanation.calls == ()


def test_a_round_that_tells_of_the_day_asked_about_is_lifted(daybook: Daybook) -> None:
    question = "What did I adopt on May 1st?"  # the cat was adopted then, and spoken of the day after

    ranked = daybook.explain(question, owner="ada", asked_at=ASKED).ranked

    happened = {candidate.round.session_id: candidate.signals["happened"] for candidate in ranked}
    assert happened == {"cat": 1, "work": 0, "food": 0, "bike": 0}
    assert ranked[0].round.session_id == "cat"
    assert ranked[0].signals["time"] == 0
