import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Answer
from daybook.conversation.question import RetrievalPlan
from daybook_eval import everyday
from daybook_eval.everyday import (
    LISTS,
    EverydayQuestion,
    ask_everyday,
    bundled_questions,
    history,
    judge,
)
from tests.eval.conftest import bag_of_words
from tests.interfaces.daybook_command import Command

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
    """Judge an answer: right in its "own" words, or by a "quote"; "+" where it is well put."""
    question = EverydayQuestion.model_validate({**TANSY, "must": must, "must_not": must_not})
    answer = Answer(text, not_known, (), (), RetrievalPlan("What?", ("What?",)))
    outcome = judge(question, answer, ["session-7"])
    place = "own" if outcome.in_own_words else "quote" if outcome.right else "wrong"
    return place + "+" * outcome.well_put


def test_the_bundled_lists_ask_of_histories_that_they_come_with() -> None:
    asked = [question for name in LISTS for question in bundled_questions(name)]

    assert len({question.id for question in asked}) == len(asked) == 304
    assert sum(not question.answerable for question in asked) == 80
    assert all(
        history(name)[0].started_at < question.asked_at for question in asked for name in [question.history]
    )


@pytest.mark.parametrize(
    ("text", "must", "expected"),
    [
        ("Tansy. You said on 4 March 2026: “Our Tansy is ill.”", [["Tansy"]], "own+"),
        ("You said on 4 March 2026: “Our Tansy is ill.”", [["Tansy"]], "quote+"),
        ("You said on 4 March 2026: “Our dog is ill.”", [["2026"]], "quote+"),
        ("Rex.", [["Tansy", "rex"]], "own+"),
        ("It cost £1,180 then.", [["1180"]], "own+"),
        ("It cost £1180.50 then.", [["1180"]], "wrong"),
        ("In 2026.", [["20"]], "wrong"),
        ("Ask Marisol.", [["mari"]], "own+"),
        ("Tansy. " + "On and on it goes. " * 10 + "A whippet.", [["Tansy"], ["whippet"]], "own"),
        ("Tansy, “a dog”, said “on Monday”.", [["Tansy"]], "quote"),
        ("Tansy, of session-7.", [["Tansy"]], "own"),
        ("Tansy. You said: “**Tansy** is ill”", [["Tansy"]], "own"),
        ("Tansy. You said: “- Tansy is ill”", [["Tansy"]], "own"),
    ],
)
def test_an_answer_is_judged_by_what_it_has_and_where(
    text: str, must: list[list[str]], expected: str
) -> None:
    assert judged(text, *must) == expected


def test_what_must_not_come_first_and_what_is_not_known_make_an_answer_wrong() -> None:
    assert judged("No. Yes, Tansy eats.", ["no."], must_not=("yes,",)) == "own+"
    assert judged("Yes, and no.", ["no."], must_not=("yes,",)) == "wrong"
    assert judged("I do not know that: Tansy?", ["Tansy"], not_known=True) == "wrong"


def test_a_file_of_questions_is_asked_and_counted(
    evaluate: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "load_embedder", bag_of_words)
    unknown = {**TANSY, "id": "demo-2", "question": "Where is Ulm?", "must": [], "answerable": False}
    path = tmp_path / "kept_apart.json"
    path.write_text(json.dumps([TANSY, unknown]), encoding="utf-8")

    shape = json.loads(evaluate("everyday", "--questions", str(path), "--json").out)["kept_apart"]

    assert shape["figures"]["all"]["right"][1] == shape["figures"]["all"]["refused"][1] == 1
    assert [asked["id"] for asked in shape["questions"]] == ["demo-1", "demo-2"]


def test_a_file_that_holds_no_such_questions_is_refused(evaluate: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([{**TANSY, "answerable": False}]), encoding="utf-8")

    assert "must have, or is not answerable" in evaluate("everyday", "--questions", str(path)).err


@pytest.mark.slow
def test_the_demonstration_is_asked_for_real() -> None:
    chosen = [question for question in bundled_questions("demo_questions") if question.kind == "who"]

    outcomes = list(ask_everyday(chosen))

    assert sum(outcome.right for outcome in outcomes) >= len(chosen) // 2
