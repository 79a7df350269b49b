import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Answer
from daybook.conversation.question import RetrievalPlan
from daybook_eval import everyday
from daybook_eval.everyday import (
    LISTS,
    EverydayQuestion,
    Judged,
    ask_everyday,
    bundled_questions,
    by_model,
    floor_curve,
    history,
    judge,
)
from tests.eval.conftest import bag_of_words
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer

ASKED_AT = datetime(2025, 6, 29, tzinfo=UTC)
TANSY = {
    "id": "demo-1",
    "history": "demo",
    "kind": "called",
    "question": "What is my dog called?",
    "asked_at": ASKED_AT.isoformat(),
    "must": [["Tansy"]],
    "must_not": [],
    "answerable": True,
}


def judged(text: str, *must: list[str], must_not: tuple[str, ...] = (), not_known: bool = False) -> str:
    """Judge an answer: its truth is "shown" or not; "!" where it misleads."""
    question = EverydayQuestion.model_validate({**TANSY, "must": must, "must_not": must_not})
    outcome = judge(question, Answer(text, not_known, (), (), RetrievalPlan("What?", ("What?",))))
    return ("shown" if outcome.shown else "not") + "!" * outcome.misleads


def test_the_bundled_lists_ask_of_histories_that_they_come_with() -> None:
    asked = [question for name in LISTS for question in bundled_questions(name)]

    assert len({question.id for question in asked}) == len(asked) == 364
    assert sum(not question.answerable for question in asked) == 95
    assert all(
        history(name)[0].started_at < question.asked_at for question in asked for name in [question.history]
    )


@pytest.mark.parametrize(
    ("text", "must", "expected"),
    [
        ("On 4 March 2026: “Our Tansy is ill.”", [["Tansy"]], "shown"),
        ("On 4 March 2026: “Our dog is ill.”", [["Tansy"]], "not"),
        ("Rex.", [["Tansy", "rex"]], "shown"),
        ("It cost £1,180 then.", [["1180"]], "shown"),
        ("It cost £1180.50 then.", [["1180"]], "not"),
        ("In 2026.", [["20"]], "not"),
        ("Ask Marisol.", [["mari"]], "shown"),
        ("Tansy, a dog.", [["Tansy"], ["whippet"]], "not"),
    ],
)
def test_the_truth_is_shown_where_all_its_pieces_are(text: str, must: list[list[str]], expected: str) -> None:
    assert judged(text, *must) == expected


def test_what_begins_with_what_is_wrong_misleads_and_what_is_not_known_shows_nothing() -> None:
    assert judged("No. Yes, Tansy eats.", ["no."], must_not=("yes,",)) == "shown"
    assert judged("Yes, Tansy.", ["no."], must_not=("yes,",)) == "not!"
    assert judged("Yes, and no. Tansy.", ["no."], must_not=("yes,",)) == "shown"
    assert judged("I do not know that: Tansy?", ["Tansy"], not_known=True) == "not"


def test_a_floor_keeps_what_is_near_and_leaves_the_rest_empty() -> None:
    question = EverydayQuestion.model_validate(TANSY)
    unknown = EverydayQuestion.model_validate({**TANSY, "must": [], "answerable": False})
    answers = [Judged(question, "", False, True, False, nearness) for nearness in (0.3, 0.5)]

    found = floor_curve([*answers, Judged(unknown, "", True, False, False, 0.35)])

    shape: Any = found.shape
    point = next(point for point in shape["curve"] if point["floor"] == 0.4)
    assert point == {"floor": 0.4, "answerable_kept": 0.5, "never_said_empty": 1.0}


def test_a_file_of_questions_is_asked_and_counted(
    evaluate: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "load_embedder", bag_of_words)
    unknown = {**TANSY, "id": "demo-2", "question": "Where is Ulm?", "must": [], "answerable": False}
    path = tmp_path / "kept_apart.json"
    path.write_text(json.dumps([TANSY, unknown]), encoding="utf-8")

    shape = json.loads(evaluate("everyday", "--questions", str(path), "--json").out)["kept_apart"]

    assert shape["figures"]["all"]["shown"][1] == shape["figures"]["all"]["refused"][1] == 1
    assert [asked["id"] for asked in shape["questions"]] == ["demo-1", "demo-2"]


def test_a_model_answers_into_a_file_for_whoever_marks_and_what_is_there_is_not_asked_again(
    evaluate: Command, server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_model, "load_embedder", bag_of_words)
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    path, out = tmp_path / "asked.json", tmp_path / "answers.jsonl"
    path.write_text(json.dumps([TANSY, {**TANSY, "id": "demo-2", "must": [], "answerable": False}]), "utf-8")
    unknown = {"notes": [], "reasoning": "", "counted": [], "intervals": [], "missing": "", "quotes": []}
    server.reply({**unknown, "scores": [], "not_known": True, "answer": "You did not say."})
    server.always()
    command = ("everyday", "--questions", str(path), "--by-model", str(out))

    assert evaluate(*command).code == 0
    asked = len(server.requests)
    found = evaluate(*command, "--json").json["asked"]

    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert {row["question_id"]: row["gold"] for row in rows} == {"demo-1": "Tansy", "demo-2": "never said"}
    assert {row["answer"] for row in rows} == {"You did not say."}
    assert all(
        row["calls"] >= 1 and row["tokens"] == 120 * row["calls"] and row["right"] is None for row in rows
    )
    assert (found["asked"], found["wrongly_not_known"], found["refused"]) == (2, 1, 1)
    assert asked == len(server.requests) == sum(row["calls"] for row in rows)


def test_no_list_is_put_to_a_model_that_is_not_configured(evaluate: Command, tmp_path: Path) -> None:
    ran = evaluate("everyday", "--by-model", str(tmp_path / "answers.jsonl"))

    assert ran.code == 2
    assert "DAYBOOK_CHAT_MODEL" in ran.err


@pytest.mark.slow
def test_the_demonstration_is_asked_for_real() -> None:
    chosen = [question for question in bundled_questions("demo_questions") if question.kind == "who"]

    outcomes = list(ask_everyday(chosen))

    assert sum(outcome.shown for outcome in outcomes) >= len(chosen) // 2
