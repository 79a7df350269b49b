import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role, Turn
from daybook.errors import BadInput
from daybook.interfaces.importers import read_questions

SHARED = Path(__file__).parents[3] / "shared" / "data"


def question(**changed: Any) -> dict[str, Any]:
    return {
        "question_id": "q1",
        "question_type": "multi-session",
        "question": "How many ferries did I take?",
        "answer": 2,
        "question_date": "2024/05/30 (Thu) 10:18",
        "haystack_dates": ["2024/05/02 (Thu) 08:00", "2024/05/01 (Wed) 08:00"],
        "haystack_session_ids": ["s", "s"],
        "haystack_sessions": [
            [
                {"role": "assistant", "content": "Hello."},
                {"role": "user", "content": "A ferry!", "has_answer": True},
            ],
            [{"role": "user", "content": "Two."}],
        ],
        "answer_session_ids": ["s"],
        **changed,
    }


def written(folder: Path, *questions: dict[str, Any]) -> Path:
    path = folder / "longmemeval.json"
    path.write_text(json.dumps(questions), encoding="utf-8")
    return path


def complaint(path: Path, *question_ids: str) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_questions(path, question_ids))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def test_a_question_comes_with_its_history_and_what_answers_it(tmp_path: Path) -> None:
    (found,) = read_questions(written(tmp_path, question()))

    assert (found.answer, found.asked_at) == ("2", datetime(2024, 5, 30, 10, 18, tzinfo=UTC))
    assert found.sessions[0].turns == (Turn(Role.ASSISTANT, "Hello."), Turn(Role.USER, "A ferry!"))
    assert found.gold_turns == (frozenset({1}), frozenset())
    assert not found.abstention


def test_a_repeated_session_id_is_told_apart_by_its_occurrence_in_the_files_order(tmp_path: Path) -> None:
    (found,) = read_questions(written(tmp_path, question()))

    assert [
        (session.session_id, session.occurrence, session.started_at.day) for session in found.sessions
    ] == [
        ("s", 0, 2),
        ("s", 1, 1),
    ]


def test_chosen_questions_are_read_and_the_others_are_not_checked(tmp_path: Path) -> None:
    path = written(
        tmp_path, {"question_id": "broken"}, question(question_id="q2_abs"), {"question_id": "late"}
    )

    (found,) = read_questions(path, ["q2_abs"])

    assert found.abstention


def test_an_id_that_is_not_in_the_file_is_named(tmp_path: Path) -> None:
    assert complaint(written(tmp_path, question()), "q1", "q7") == "holds no question with the id q7"


def test_half_a_surrogate_pair_becomes_a_replacement_character(tmp_path: Path) -> None:
    (found,) = read_questions(written(tmp_path, question(question="cut \ud83d off")))

    assert found.question == "cut \N{REPLACEMENT CHARACTER} off"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            {"haystack_sessions": [[{"role": "user", "content": ""}], [{"role": "bot", "content": ""}]]},
            "[0].haystack_sessions[1][0].role: input should be 'user' or 'assistant', not 'bot'",
        ),
        (
            {"haystack_sessions": [[{"role": "user"}], []]},
            "[0].haystack_sessions[0][0].content: is missing",
        ),
        ({"question": None}, "[0].question: input should be a valid string, not None"),
        (
            {"haystack_dates": ["2024/05/02 (Thu) 08:00", "soon"]},
            "[0].haystack_dates[1]: cannot read the date 'soon'; expected one like '2023/05/30 (Tue) 10:18'",
        ),
        (
            {"haystack_dates": ["2024/05/02 (Thu) 08:00"]},
            "[0].haystack_dates: has 1 items, but haystack_sessions has 2",
        ),
        ({"haystack_sessions": [[], []]}, "[0].haystack_sessions: the history is empty"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(tmp_path: Path, changed: dict[str, Any], problem: str) -> None:
    assert complaint(written(tmp_path, question(**changed))) == problem


def test_the_development_file_is_read_whole() -> None:
    path = SHARED / "longmemeval_oracle_dev.json.gz"
    if not path.exists():
        pytest.skip("the development data are not here")

    found = list(read_questions(path))

    assert len(found) == 117
    assert sum(question.abstention for question in found) == 6
    assert all(len(question.gold_turns) == len(question.sessions) for question in found)
