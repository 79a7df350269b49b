"""The data sets LongMemEval and LoCoMo: what is read of them, and what is said of a file that is wrong."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role, Turn
from daybook.interfaces.importers.benchmarks import read_conversations, read_questions
from tests.interfaces.exports import complaint, locomo_conversation, longmemeval_question, written

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.json"


def questions(path: Path, *records: dict[str, Any], ids: Sequence[str] = ()) -> list[Any]:
    written(path, records or (longmemeval_question(),))
    return list(read_questions(path, ids))


def conversations(path: Path, *records: dict[str, Any], ids: Sequence[str] = ()) -> list[Any]:
    written(path, records or (locomo_conversation(),))
    return list(read_conversations(path, ids))


def test_a_question_comes_with_its_history_and_what_answers_it(path: Path) -> None:
    (found,) = questions(path)

    assert (found.answer, found.asked_at) == ("2", datetime(2024, 5, 30, 10, 18, tzinfo=UTC))
    assert found.sessions[0].turns == (Turn(Role.ASSISTANT, "Hello."), Turn(Role.USER, "A ferry!"))
    assert found.gold_turns == (frozenset({1}), frozenset())
    assert not found.abstention
    repeated = [
        (session.session_id, session.occurrence, session.started_at.day) for session in found.sessions
    ]
    assert repeated == [("s", 0, 2), ("s", 1, 1)]  # in the order of the file


def test_chosen_questions_are_read_and_the_others_are_not_checked(path: Path) -> None:
    wanted = longmemeval_question(question_id="q2_abs")

    (found,) = questions(path, {"question_id": "broken"}, wanted, {"question_id": "late"}, ids=["q2_abs"])

    assert found.abstention


def test_what_is_not_in_the_file_is_named(path: Path) -> None:
    written(path, [longmemeval_question()])
    said = complaint(partial(read_questions, question_ids=["q1", "q7"]), path)
    assert said == "holds no question with the id q7"

    written(path, [locomo_conversation()])
    said = complaint(partial(read_conversations, sample_ids=["talk-3"]), path)
    assert said == "holds no conversation with the id talk-3"


def test_half_a_surrogate_pair_becomes_a_replacement_character(path: Path) -> None:
    (found,) = questions(path, longmemeval_question(question="cut \ud83d off"))

    assert found.question == "cut \N{REPLACEMENT CHARACTER} off"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            {"haystack_sessions": [[{"role": "user", "content": ""}], [{"role": "bot", "content": ""}]]},
            "haystack_sessions[1][0].role: input should be 'user' or 'assistant', not 'bot'",
        ),
        ({"haystack_sessions": [[{"role": "user"}], []]}, "haystack_sessions[0][0].content: is missing"),
        ({"question": None}, "question: input should be a valid string, not None"),
        (
            {"haystack_dates": ["2024/05/02 (Thu) 08:00", "soon"]},
            "haystack_dates[1]: cannot read the date 'soon'; expected one like '2023/05/30 (Tue) 10:18'",
        ),
        (
            {"haystack_dates": ["2024/05/02 (Thu) 08:00"]},
            "haystack_dates: has 1 items, but haystack_sessions has 2",
        ),
        ({"haystack_sessions": [[], []]}, "haystack_sessions: the history is empty"),
    ],
)
def test_what_is_wrong_with_a_question_is_named_by_its_path(
    path: Path, changed: dict[str, Any], problem: str
) -> None:
    written(path, [longmemeval_question(**changed)])

    assert complaint(read_questions, path) == f"[0].{problem}"


def test_sessions_come_by_their_number_with_the_speakers_as_sides(path: Path) -> None:
    (found,) = conversations(path)

    assert [session.session_id for session in found.sessions] == ["session_2", "session_10"]
    assert found.sessions[1].started_at == datetime(2023, 7, 4, 9, 0, tzinfo=UTC)
    assert [(turn.role, turn.speaker, turn.content) for turn in found.sessions[1].turns] == [
        (Role.USER, "Ana", "Look!\n[image: a red bicycle]"),
        (Role.ASSISTANT, "Bo", "Nice."),
    ]


def test_evidence_is_resolved_to_places_and_what_names_no_turn_is_kept_apart(path: Path) -> None:
    ((answerable, adversarial),) = (found.questions for found in conversations(path))

    assert (answerable.answer, answerable.evidence, answerable.unresolved) == ("1", ((1, 0), (0, 0)), ("D",))
    assert adversarial.answer is None


def test_conversations_are_chosen_by_their_id(path: Path) -> None:
    found = conversations(path, locomo_conversation(), locomo_conversation("talk-2"), ids=["talk-2"])

    assert [talk.sample_id for talk in found] == ["talk-2"]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"session_2_date_time": None}, ".session_2_date_time: is missing"),
        (
            {"session_2_date_time": "in June"},
            ".session_2_date_time: cannot read the date 'in June'; "
            "expected one like '1:56 pm on 8 May, 2023'",
        ),
        ({"session_2": [{"speaker": "Bo", "text": "Hi"}]}, ".session_2[0].dia_id: is missing"),
        (
            {"session_2": [{"speaker": "Cy", "text": "Hi", "dia_id": "D2:1"}]},
            ".session_2[0].speaker: should be Ana or Bo, not 'Cy'",
        ),
        ({"session_2": [], "session_10": []}, ": the conversation is empty"),
    ],
)
def test_what_is_wrong_with_a_conversation_is_named_by_its_path(
    path: Path, changed: dict[str, Any], problem: str
) -> None:
    written(path, [locomo_conversation(**changed)])

    assert complaint(read_conversations, path) == f"[0].conversation{problem}"


def test_the_development_files_are_read_whole() -> None:
    if not SHARED.exists():
        pytest.skip("the development data are not here")

    questions = list(read_questions(SHARED / "longmemeval_oracle_dev.json.gz"))
    talks = list(read_conversations(SHARED / "locomo_dev.json.gz"))

    assert (len(questions), sum(question.abstention for question in questions)) == (117, 6)
    assert all(len(question.gold_turns) == len(question.sessions) for question in questions)
    assert (len(talks), sum(len(talk.questions) for talk in talks)) == (5, 999)
