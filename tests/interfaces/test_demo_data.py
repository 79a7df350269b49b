"""The demo's history and questions are sound: dated, in order, and their evidence stands where they say."""

import json
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import daybook.interfaces

DEMO = Path(daybook.interfaces.__file__).parent / "demo"
HISTORY: list[dict[str, Any]] = json.loads((DEMO / "history.json").read_text(encoding="utf-8"))
QUESTIONS: list[dict[str, Any]] = json.loads((DEMO / "questions.json").read_text(encoding="utf-8"))
KINDS = {
    "single-session-user",
    "single-session-assistant",
    "single-session-preference",
    "multi-session",
    "knowledge-update",
    "temporal-reasoning",
}
WORKED_OUT = {"£282", "12 days", "29 days", "23 March 2025"}
"""Gold answers that are counted or computed, so they stand in no turn."""


def question_about(words: str) -> dict[str, Any]:
    (found,) = [question for question in QUESTIONS if words in question["question"]]
    return found


def evidence_of(question: dict[str, Any]) -> list[str]:
    return [evidence["contains"] for evidence in question["evidence"]]


def evidence_day(question: dict[str, Any], place: int) -> date:
    session_id = question["evidence"][place]["session_id"]
    return next(moment_of(turn).date() for turn in HISTORY if turn["session_id"] == session_id)


def moment_of(turn: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(turn["timestamp"])


def test_every_turn_has_the_four_fields_and_says_something() -> None:
    for turn in HISTORY:
        assert set(turn) == {"role", "content", "timestamp", "session_id"}
        assert turn["content"].strip() == turn["content"] != ""


def test_every_moment_has_an_offset_and_the_turns_are_in_time_order() -> None:
    moments = [moment_of(turn) for turn in HISTORY]

    assert all(moment.utcoffset() is not None for moment in moments)
    assert all(earlier < later for earlier, later in pairwise(moments))


def test_fifteen_sessions_of_three_to_eight_rounds_are_each_named_by_their_day() -> None:
    sessions: dict[str, list[dict[str, Any]]] = {}
    for turn in HISTORY:
        sessions.setdefault(turn["session_id"], []).append(turn)

    assert len(sessions) == 15
    for session_id, turns in sessions.items():
        assert 3 <= len(turns) / 2 <= 8
        assert [turn["role"] for turn in turns] == ["user", "assistant"] * (len(turns) // 2)
        assert {moment_of(turn).date().isoformat() for turn in turns} == {session_id[:10]}


def test_replies_are_as_long_as_those_of_real_assistants() -> None:
    words = [len(turn["content"].split()) for turn in HISTORY if turn["role"] == "assistant"]

    assert len(words) == 75
    assert min(words) >= 100
    assert max(words) <= 350


def test_every_kind_is_asked_for_and_so_is_something_that_was_never_said() -> None:
    assert {question["kind"] for question in QUESTIONS} == KINDS | {"abstention"}
    assert sum(question["kind"] != "abstention" for question in QUESTIONS) >= 8


def test_a_question_has_all_its_evidence_in_one_turn_each_and_comes_after_it() -> None:
    for question in QUESTIONS:
        asked_at = datetime.fromisoformat(question["asked_at"])

        assert asked_at.utcoffset() is not None
        assert asked_at > moment_of(HISTORY[-1])
        for evidence in question["evidence"]:
            turns = [turn for turn in HISTORY if evidence["contains"] in turn["content"]]
            assert [turn["session_id"] for turn in turns] == [evidence["session_id"]]


def test_an_expected_answer_stands_in_the_evidence_or_is_worked_out() -> None:
    for question in QUESTIONS:
        if question["kind"] == "abstention":
            assert question["expects"] is None
            assert question["evidence"] == []
        elif question["expects"] not in WORKED_OUT:
            assert question["expects"] in " ".join(evidence_of(question))


@pytest.mark.parametrize("never_said", ["half marathon", "half-marathon", "cello"])
def test_what_cannot_be_answered_is_never_mentioned(never_said: str) -> None:
    assert not any(never_said in turn["content"].casefold() for turn in HISTORY)


def test_the_old_value_of_what_changed_comes_before_the_new_one() -> None:
    for question in QUESTIONS:
        if question["kind"] == "knowledge-update":
            assert evidence_day(question, 0) < evidence_day(question, 1)
            assert question["expects"] not in evidence_of(question)[0]


def test_the_offer_came_twelve_days_after_the_interview() -> None:
    question = question_about("interview")
    interview, offer = date(2025, 4, 2), date(2025, 4, 14)

    assert (evidence_day(question, 0) - interview).days == 1  # "yesterday"
    assert evidence_day(question, 1) == offer  # "this morning"
    assert question["expects"] == f"{(offer - interview).days} days"


def test_the_move_was_twenty_nine_days_before_the_question() -> None:
    question = question_about("move into")
    moved = date(2025, 5, 31)

    assert moved.strftime("%A") == "Saturday"  # "on Saturday", told on the Monday after it
    assert (evidence_day(question, 0) - moved).days == 2
    assert question["expects"] == f"{(datetime.fromisoformat(question['asked_at']).date() - moved).days} days"


def test_the_owls_were_three_weeks_before_the_question() -> None:
    question = question_about("three weeks ago")
    owls = date(2025, 6, 8)

    assert (evidence_day(question, 0) - owls).days == 1  # "yesterday"
    assert (datetime.fromisoformat(question["asked_at"]).date() - owls).days == 21


def test_the_bike_was_sold_ten_days_before_the_first_pottery_class() -> None:
    question = question_about("Which happened first")
    sold, first_class = date(2025, 2, 28), date(2025, 3, 10)

    assert sold.strftime("%A") == "Friday"  # "on Friday", told on the Sunday after it
    assert (evidence_day(question, 0) - sold).days == 2
    assert (evidence_day(question, 1) - first_class).days == 1  # "last night"
    assert (first_class - sold).days == 10


def test_the_race_was_run_on_the_day_before_it_was_told() -> None:
    question = question_about("Harbour 10k")
    run = date(2025, 3, 23)

    assert (evidence_day(question, 0) - run).days == 1  # "yesterday"
    assert question["expects"] == f"{run.day} {run:%B %Y}"


def test_the_dog_cost_the_sum_of_what_was_paid_for_her() -> None:
    question = question_about("Tansy in total")
    paid = [190, 64, 28]

    for pounds, evidence in zip(paid, evidence_of(question), strict=True):
        assert f"£{pounds}" in evidence
    assert question["expects"] == f"£{sum(paid)}" == "£282"
