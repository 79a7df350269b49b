"""The histories of LongMemEval and LoCoMo, and what is said of a file that is wrong."""

from datetime import UTC, datetime
from typing import Any

import pytest

from daybook.conversation import Role, Session
from daybook.interfaces.importers.formats import FileReading, ImportOptions, read_histories
from tests.interfaces.exports import Imports, locomo_conversation, longmemeval_question


def sessions_of(imports: Imports, kind: str, *records: dict[str, Any], ids: tuple[str, ...] = ()) -> Any:
    path = imports.folder / "records.json"
    imports.write(records, path.name)
    found: list[Session] = []
    for history in read_histories(FileReading(path, ImportOptions(question_ids=ids)), kind):
        found += history.sessions
    return found


def test_a_question_has_its_sessions_in_the_order_of_the_file(imports: Imports) -> None:
    found = sessions_of(imports, "longmemeval", longmemeval_question())

    repeated = [(session.session_id, session.occurrence, session.started_at.day) for session in found]
    assert repeated == [("s", 0, 2), ("s", 1, 1)]
    assert [turn.content for turn in found[0].turns] == ["Hello.", "A ferry!"]


def test_conversations_have_their_sessions_by_number_with_the_speakers_as_sides(imports: Imports) -> None:
    talks = locomo_conversation(), locomo_conversation("talk-2")
    second, tenth = sessions_of(imports, "locomo", *talks, ids=("talk-2",))

    assert [second.session_id, tenth.session_id] == ["session_2", "session_10"]
    assert (tenth.occurrence, tenth.started_at) == (1, datetime(2023, 7, 4, 9, 0, tzinfo=UTC))
    assert [(turn.role, turn.speaker, turn.content) for turn in tenth.turns] == [
        (Role.USER, "Ana", "Look!\n[image: a red bicycle]"),
        (Role.ASSISTANT, "Bo", "Nice."),
    ]


def test_chosen_questions_are_read_and_the_others_are_not_checked(imports: Imports) -> None:
    given = [{"question_id": "broken"}, longmemeval_question(question_id="q2"), {"question_id": "late"}]

    assert len(sessions_of(imports, "longmemeval", *given, ids=("q2",))) == 2
    refused = imports.refusal(given[1:2], "--format", "longmemeval", "--question-id", "q7")
    assert "holds no question_id q7" in refused


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (
            longmemeval_question(haystack_dates=["2024/05/02 (Thu) 08:00", "soon"]),
            "haystack_dates[1]: cannot read the date 'soon'; expected one like '2023/05/30 (Tue) 10:18'",
        ),
        (longmemeval_question(haystack_session_ids=["s"]), "differ in length"),
        (longmemeval_question(haystack_sessions=[[], []]), "haystack_sessions: the history is empty"),
        (locomo_conversation(session_2_date_time="in June"), "session_2_date_time: cannot read the date"),
        (locomo_conversation(session_2=[{"speaker": "Bo"}]), "session_2.turns[0].text: is missing"),
        (locomo_conversation(session_2=[], session_10=[]), "conversation: the conversation is empty"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(imports: Imports, record: dict[str, Any], problem: str) -> None:
    assert problem in imports.refusal([record])
