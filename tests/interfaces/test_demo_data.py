"""The demo's history and questions are sound: dated, in order, and their evidence stands where they say."""

import json
from datetime import date, datetime, timedelta
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


def test_fifteen_sessions_of_three_to_eight_rounds_are_named_by_their_day_and_stand_in_time_order() -> None:
    sessions: dict[str, list[dict[str, Any]]] = {}
    for turn in HISTORY:
        assert set(turn) == {"role", "content", "timestamp", "session_id"}
        assert turn["content"].strip() == turn["content"] != ""
        sessions.setdefault(turn["session_id"], []).append(turn)

    assert len(sessions) == 15
    for session_id, turns in sessions.items():
        assert 3 <= len(turns) / 2 <= 8
        assert [turn["role"] for turn in turns] == ["user", "assistant"] * (len(turns) // 2)
        assert {moment_of(turn).date().isoformat() for turn in turns} == {session_id[:10]}
    moments = [moment_of(turn) for turn in HISTORY]
    assert all(moment.utcoffset() is not None for moment in moments)
    assert all(earlier < later for earlier, later in pairwise(moments))


def test_replies_are_as_long_as_those_of_real_assistants() -> None:
    words = [len(turn["content"].split()) for turn in HISTORY if turn["role"] == "assistant"]

    assert len(words) == 75
    assert 100 <= min(words) <= max(words) <= 350


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


ASKED = date(2025, 6, 29)


@pytest.mark.parametrize(
    ("about", "place", "happened", "weekday", "days_before_it_was_told", "answer"),
    [
        ("interview", 0, date(2025, 4, 2), "Wednesday", 1, "12 days"),  # "yesterday"
        ("interview", 1, date(2025, 4, 14), "Monday", 0, "12 days"),  # "this morning", 12 days later
        ("move into", 0, date(2025, 5, 31), "Saturday", 2, "29 days"),  # "on Saturday"; 29 days before ASKED
        ("three weeks ago", 0, date(2025, 6, 8), "Sunday", 1, ""),  # "yesterday"; 21 days before ASKED
        ("Which happened first", 0, date(2025, 2, 28), "Friday", 2, ""),  # "on Friday"
        ("Which happened first", 1, date(2025, 3, 10), "Monday", 1, ""),  # "last night", 10 days later
        ("Harbour 10k", 0, date(2025, 3, 23), "Sunday", 1, "23 March 2025"),  # "yesterday"
    ],
)
def test_what_is_told_with_a_day_happened_on_it(
    about: str, place: int, happened: date, weekday: str, days_before_it_was_told: int, answer: str
) -> None:
    question = question_about(about)

    assert happened.strftime("%A") == weekday
    assert evidence_day(question, place) - happened == timedelta(days_before_it_was_told)
    assert question["expects"] == answer or not answer
    assert datetime.fromisoformat(question["asked_at"]).date() == ASKED


def test_the_dog_cost_the_sum_of_what_was_paid_for_her() -> None:
    question = question_about("Tansy in total")
    paid = [190, 64, 28]

    for pounds, evidence in zip(paid, evidence_of(question), strict=True):
        assert f"£{pounds}" in evidence
    assert question["expects"] == f"£{sum(paid)}" == "£282"
