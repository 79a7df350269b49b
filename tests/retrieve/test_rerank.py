from dataclasses import replace
from datetime import UTC, datetime

import pytest

from daybook.conversation import CUT, Candidate, QuestionKind, RetrievalPlan, Role, Round, Span, Turn
from daybook.retrieve.packing import ONE_FACT, budget_for
from daybook.retrieve.rerank import around_match, rerank_item
from daybook.text.english import ENGLISH

LONG = "The first sentence is here. A second one follows it. The third names Tansy. A fourth ends the text."


def item(user: str, reply: str, *matches: Span, room: int = 120) -> dict[str, str | int]:
    moment = datetime(2026, 2, 19, tzinfo=UTC)
    round_ = Round("r", "me", "s", 0, 0, moment, Turn(Role.USER, user), Turn(Role.ASSISTANT, reply))
    return dict(rerank_item(3, Candidate(round_, 1.0, {}, matches), room=room, analyzer=ENGLISH))


def test_a_text_is_cut_at_sentences_around_what_matched_and_marked_where_cut() -> None:
    start = LONG.index("The third")

    shown = around_match(LONG, start, room=52, analyzer=ENGLISH)

    assert shown == f"{CUT} The third names Tansy. A fourth ends the text."
    assert around_match(LONG, 0, room=30, analyzer=ENGLISH) == f"The first sentence is here. {CUT}"
    assert around_match(LONG, 0, room=len(LONG), analyzer=ENGLISH) == LONG


def test_a_sentence_that_is_too_long_by_itself_is_cut_at_a_word() -> None:
    shown = around_match("word " * 100, 250, room=40, analyzer=ENGLISH)

    assert len(shown) <= 40 + 2 * len(f" {CUT}")
    assert set(shown.replace(CUT, "").split()) == {"word"}


def test_both_sides_are_shown_where_both_matched_as_well_and_else_the_one_that_did() -> None:
    user, reply = Span(Role.USER, 0, 5, 0.9), Span(Role.ASSISTANT, 0, 5, 0.85)

    both, one = item(LONG, LONG, user, reply), item(LONG, LONG, replace(user, score=0.7), reply)

    assert both["user"] == both["assistant"] != LONG
    assert one.keys() == {"id", "said_at", "assistant"}
    assert len(str(one["assistant"])) > len(str(both["assistant"]))
    assert item("Short.", LONG)["user"] == "Short."


@pytest.mark.parametrize(
    ("kinds", "budget"),
    [((), ONE_FACT), ((QuestionKind.ASSISTANT,), ONE_FACT), ((QuestionKind.MULTI_SESSION,), 8_000)],
)
def test_one_fact_is_read_from_less_than_what_needs_several_rounds(
    kinds: tuple[QuestionKind, ...], budget: int
) -> None:
    plan = RetrievalPlan("?", ("?",), dict.fromkeys(kinds, 0.9))

    assert budget_for(plan, 8_000) == budget
    assert budget_for(plan, 500) == 500
