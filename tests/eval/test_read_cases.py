from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role
from daybook.conversation.errors import BadInput
from daybook_eval.data import read_cases
from tests.eval.data_files import SHARED, line, locomo, longmemeval, turn, written


def complaint(path: Path, **options: Any) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_cases(path, **options))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def test_our_own_lines_come_with_their_evidence(tmp_path: Path) -> None:
    (case,) = read_cases(written(tmp_path / "own.jsonl", line()))

    (evidence,) = case.evidence_turns
    assert (evidence.session, evidence.turn, evidence.role) == (1, 1, Role.USER)
    assert evidence.text == "I took the Kalmar ferry."
    assert [round.round_id for round in case.evidence] == [evidence.round.round_id]
    assert case.evidence[0].assistant is not None
    assert (case.asked_at.astimezone(UTC).hour, case.sessions[0].started_at.tzinfo) == (8, UTC)
    assert (case.owner, case.abstention, case.evidence_sessions) == ("q1", False, (1,))


def test_repeated_session_ids_are_told_apart_by_their_place(tmp_path: Path) -> None:
    (case,) = read_cases(written(tmp_path / "own.jsonl", line()))

    assert [session.occurrence for session in case.sessions] == [0, 1]
    assert case.evidence[0].occurrence == 1


def test_a_history_is_given_once_for_all_its_questions(tmp_path: Path) -> None:
    sessions = line()["sessions"]
    told = {"history": "ada", "sessions": sessions}
    asked = [{**line(name, history="ada"), "sessions": None} for name in ("q1", "q2")]
    for first in ([told, *asked], [line("q1", history="ada"), asked[1]]):
        path = written(tmp_path / "own.jsonl", *first)

        cases = list(read_cases(path))

        assert [case.question_id for case in cases] == ["q1", "q2"]
        assert cases[0].sessions == cases[1].sessions
        assert cases[1].evidence_turns[0].text == "I took the Kalmar ferry."
        assert list(read_cases(path, question_ids=["q2"])) == cases[1:]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"question": None}, "line 2: question: input should be a valid string, not None"),
        (
            {"asked_at": "soon"},
            "line 2: asked_at: cannot read the date 'soon'; expected ISO 8601 like '2023-05-30' or "
            "'2023-05-30T10:18:00+02:00'",
        ),
        (
            {"evidence": [[0, 0], [1, 3]]},
            "line 2: evidence[1]: names turn 3 of session 1 (from 0), which is not there",
        ),
        (
            {"evidence": [[-1, 0]]},
            "line 2: evidence[0]: names turn 0 of session -1 (from 0), which is not there",
        ),
        ({"answer_sessions": [2]}, "line 2: answer_sessions[0]: names session 2 (from 0), but there are 2"),
        ({"sessions": []}, "line 2: sessions: the history is empty"),
        (
            {"sessions": [{"session_id": "s", "started_at": "2024-05-01", "turns": [turn("bot", "Hi")]}]},
            "line 2: sessions[0].turns[0].role: input should be 'user' or 'assistant', not 'bot'",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_line_and_path(
    tmp_path: Path, changed: dict[str, Any], problem: str
) -> None:
    assert complaint(written(tmp_path / "own.jsonl", line(), line("q2", **changed))) == problem


def test_chosen_questions_and_a_limit_leave_the_others_unchecked(tmp_path: Path) -> None:
    path = written(tmp_path / "own.jsonl", line(), {"question_id": "broken"}, line("q3"), line("q4"))

    assert [case.question_id for case in read_cases(path, question_ids=["q3"])] == ["q3"]
    assert [case.question_id for case in read_cases(path, limit=1)] == ["q1"]
    assert complaint(path, question_ids=["q9"]) == "holds no question with the id q9"


def test_two_questions_with_one_id_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "own.jsonl", line(), line("q2"), line())

    assert complaint(path) == "holds two questions with the id q1"


def test_a_file_of_no_known_data_set_is_refused_with_what_would_tell(tmp_path: Path) -> None:
    assert complaint(written(tmp_path / "x.json", {"text": 1})) == (
        'line 1: no known data set: the first record has none of "haystack_sessions" (longmemeval), '
        '"conversation" (locomo), "sessions" (lines)'
    )
    assert complaint(written(tmp_path / "none.json", lines=False)) == "the list has no items"


def test_longmemeval_is_told_by_its_histories_packed_or_not(tmp_path: Path) -> None:
    path = written(
        tmp_path / "s.json.gz", longmemeval("q1", evidence=["Two cats."], fillers=["Rain."]), lines=False
    )

    (case,) = read_cases(path)

    assert (case.answer, case.asked_at) == ("2", datetime(2024, 5, 30, 10, 18, tzinfo=UTC))
    assert [turn.text for turn in case.evidence_turns] == ["Two cats."]
    assert (case.answer_sessions, case.has_user_evidence) == ((0,), True)


def test_a_session_that_is_named_but_holds_no_evidence_turn_is_no_evidence(tmp_path: Path) -> None:
    given = longmemeval("q1", evidence=["Two cats."], fillers=["Rain."], answer_session_ids=["q1-0", "q1-1"])

    (case,) = read_cases(written(tmp_path / "s.json", given))

    assert (case.evidence_sessions, case.answer_sessions) == ((0,), (0, 1))


def test_locomo_evidence_ids_become_turns_of_rounds(tmp_path: Path) -> None:
    qa = {"question": "What did Ben call his?", "answer": "Moss", "category": 4, "evidence": ["D1:2", "D9:9"]}

    (case,) = read_cases(written(tmp_path / "l.json", locomo(qa), lines=False))

    (evidence,) = case.evidence_turns
    assert (case.question_id, case.question_type, case.owner) == ("conv-1_q0", "single-hop", "conv-1")
    assert (evidence.role, evidence.text) == (Role.ASSISTANT, "Mine is called Moss.")
    assert evidence.round.user is not None
    assert (case.unresolved, case.has_user_evidence) == (("D9:9",), False)
    assert case.asked_at == datetime(2023, 5, 21, 9, 0, tzinfo=UTC)


def test_adversarial_questions_of_locomo_are_abstentions(tmp_path: Path) -> None:
    qa = {"question": "What did Ana call hers?", "category": 5, "evidence": ["D1:2"]}

    (case,) = read_cases(written(tmp_path / "l.json", locomo(qa), lines=False))

    assert (case.abstention, case.answer, case.question_type) == (True, "", "adversarial")


def test_questions_of_one_conversation_share_their_rounds(tmp_path: Path) -> None:
    qa = {"question": "Who runs?", "answer": "The whippet", "category": 1, "evidence": ["D1:1; D2:1"]}

    one, other = read_cases(written(tmp_path / "l.json", locomo(qa, qa), lines=False))

    assert one.evidence == other.evidence
    assert one.evidence_sessions == (0, 1)
    assert [case.question_id for case in read_cases(tmp_path / "l.json", question_ids=["conv-1_q1"])] == [
        "conv-1_q1"
    ]


@pytest.mark.parametrize(
    ("name", "questions", "official"),
    [("longmemeval_oracle_dev.json.gz", 117, 100), ("locomo_dev.json.gz", 999, 392)],
)
def test_the_development_files_are_read_whole(name: str, questions: int, official: int) -> None:
    if not (SHARED / name).exists():
        pytest.skip("the development data are not here")

    cases = list(read_cases(SHARED / name))

    assert len(cases) == len({case.question_id for case in cases}) == questions
    assert sum(case.has_user_evidence and not case.abstention for case in cases) == official
    assert all({turn.round.owner for turn in case.evidence_turns} <= {case.owner} for case in cases)


def test_a_question_sees_the_first_sessions_of_its_history_alone(tmp_path: Path) -> None:
    told = {"history": "ada", "sessions": line()["sessions"]}
    asked = [
        {**line("q1", first_of=["ada", 1], evidence=[[0, 0]]), "sessions": None},
        {**line("q2", first_of=["ada", 2]), "sessions": None},
    ]

    one, both = read_cases(written(tmp_path / "own.jsonl", told, *asked))

    assert (one.owner, both.owner) == ("ada", "ada")
    assert (one.sessions, len(both.sessions)) == (both.sessions[:1], 2)
    assert [turn.text for turn in one.evidence_turns] == ["Hello."]
