"""The data sets LongMemEval and LoCoMo: what is read of them, and what is said of a file that is wrong."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.benchmarks import read_conversations, read_questions

SHARED = Path(__file__).parents[3] / "shared" / "data"


def written(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "records.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def complaint(read: Callable[..., Any], path: Path, *ids: str) -> str:
    with pytest.raises(BadInput) as caught:
        list(read(path, ids))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def development_file(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip("the development data are not here")
    return path


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
    ] == [("s", 0, 2), ("s", 1, 1)]


def test_chosen_questions_are_read_and_the_others_are_not_checked(tmp_path: Path) -> None:
    path = written(
        tmp_path, {"question_id": "broken"}, question(question_id="q2_abs"), {"question_id": "late"}
    )

    (found,) = read_questions(path, ["q2_abs"])

    assert found.abstention


def test_an_id_that_is_not_in_the_file_is_named(tmp_path: Path) -> None:
    assert (
        complaint(read_questions, written(tmp_path, question()), "q1", "q7")
        == "holds no question with the id q7"
    )


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
        ({"haystack_sessions": [[{"role": "user"}], []]}, "[0].haystack_sessions[0][0].content: is missing"),
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
def test_what_is_wrong_with_a_question_is_named_by_its_path(
    tmp_path: Path, changed: dict[str, Any], problem: str
) -> None:
    assert complaint(read_questions, written(tmp_path, question(**changed))) == problem


def sample(**changed: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_2_date_time": "9:00 am on 3 June, 2023",
        "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "Back from sea."}],
        "session_10_date_time": "9:00 am on 4 July, 2023",
        "session_10": [
            {"speaker": "Ana", "dia_id": "D10:1", "text": "Look!", "blip_caption": "a red bicycle"},
            {"speaker": "Bo", "dia_id": "D10:2", "text": "Nice."},
        ],
        "session_11_date_time": "9:00 am on 5 July, 2023",
        **changed,
    }
    asked = [
        {"question": "What has Ana?", "answer": 1, "category": 4, "evidence": ["D10:1; D2:1", "D"]},
        {"question": "What has Bo?", "adversarial_answer": "a car", "category": 5, "evidence": []},
    ]
    return {"sample_id": "talk-1", "conversation": talk, "qa": asked}


def test_sessions_come_by_their_number_with_the_speakers_as_sides(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))

    assert [session.session_id for session in found.sessions] == ["session_2", "session_10"]
    assert found.sessions[1].started_at == datetime(2023, 7, 4, 9, 0, tzinfo=UTC)
    assert [(turn.role, turn.speaker) for turn in found.sessions[1].turns] == [
        (Role.USER, "Ana"),
        (Role.ASSISTANT, "Bo"),
    ]


def test_a_picture_keeps_its_caption(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))

    assert found.sessions[1].turns[0].content == "Look!\n[image: a red bicycle]"


def test_evidence_is_resolved_to_places_and_what_names_no_turn_is_kept_apart(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))
    answerable, adversarial = found.questions

    assert (answerable.answer, answerable.evidence, answerable.unresolved) == ("1", ((1, 0), (0, 0)), ("D",))
    assert adversarial.answer is None


def test_conversations_are_chosen_by_their_id(tmp_path: Path) -> None:
    path = written(tmp_path, sample(), {**sample(), "sample_id": "talk-2"})

    assert [talk.sample_id for talk in read_conversations(path, ["talk-2"])] == ["talk-2"]
    assert complaint(read_conversations, path, "talk-3") == "holds no conversation with the id talk-3"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"session_2_date_time": None}, "[0].conversation.session_2_date_time: is missing"),
        (
            {"session_2_date_time": "in June"},
            "[0].conversation.session_2_date_time: cannot read the date 'in June'; "
            "expected one like '1:56 pm on 8 May, 2023'",
        ),
        (
            {"session_2": [{"speaker": "Bo", "text": "Hi"}]},
            "[0].conversation.session_2[0].dia_id: is missing",
        ),
        (
            {"session_2": [{"speaker": "Cy", "text": "Hi", "dia_id": "D2:1"}]},
            "[0].conversation.session_2[0].speaker: should be Ana or Bo, not 'Cy'",
        ),
        ({"session_2": [], "session_10": []}, "[0].conversation: the conversation is empty"),
    ],
)
def test_what_is_wrong_with_a_conversation_is_named_by_its_path(
    tmp_path: Path, changed: dict[str, Any], problem: str
) -> None:
    assert complaint(read_conversations, written(tmp_path, sample(**changed))) == problem


def test_the_development_files_are_read_whole() -> None:
    questions = list(read_questions(development_file("longmemeval_oracle_dev.json.gz")))
    talks = list(read_conversations(development_file("locomo_dev.json.gz")))

    assert (len(questions), sum(question.abstention for question in questions)) == (117, 6)
    assert all(len(question.gold_turns) == len(question.sessions) for question in questions)
    assert (len(talks), sum(len(talk.questions) for talk in talks)) == (5, 999)
