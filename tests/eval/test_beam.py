import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role
from daybook.conversation.errors import BadInput
from daybook_eval.data import DataFormat, read_cases, recognise
from daybook_eval.runs.execute_run import questions_ahead
from tests.eval.data_files import SHARED, written

SAID = (
    ("March-15-2024", ["Plan my week. ->-> 1,1", "Gladly.", "Friday is full.\n->-> 1,2", "Noted."]),
    ("April-05-2024", ["My oven broke. ->-> 2,1", "Which one? ->-> 2,1", "The old one. ->-> 2,2", "I see."]),
)
PROBES: Mapping[str, list[dict[str, Any]]] = {
    "abstention": [{"question": "Who repaired it?", "ideal_response": "That was not said."}],
    "event_ordering": [{"question": "In what order?", "answer": "…", "source_chat_ids": [[6], 0]}],
    "knowledge_update": [
        {"question": "What broke?", "answer": "The oven.", "source_chat_ids": {"old": [5], "new": [4, 99]}}
    ],
}


def chat(folder: Path, *, probes: Mapping[str, Any] = PROBES, released: bool = False) -> Path:
    """Write a chat of two batches of two turns; a turn is two messages."""
    batches, number = [], 0
    for place, (anchor, texts) in enumerate(SAID):
        messages: list[dict[str, Any]] = []
        for text in texts:
            messages.append({"role": "assistant" if number % 2 else "user", "id": number, "content": text})
            number += 1
        messages[0]["time_anchor"] = anchor
        batch = {"batch_number": place + 1, "time_anchor": None, "turns": [messages[:2], messages[2:]]}
        batches.append(batch)
    asked = folder / "probing_questions" if released else folder
    asked.mkdir(parents=True)
    end = "" if released else ".gz"
    written(folder / f"chat.json{end}", *batches, lines=False)
    written(asked / f"probing_questions.json{end}", dict(probes))
    return folder


def test_a_batch_is_a_session_and_evidence_messages_are_sides_of_its_rounds(tmp_path: Path) -> None:
    chat(tmp_path / "1")

    abstention, ordering, update = read_cases(tmp_path)

    assert [session.started_at for session in update.sessions] == [
        datetime(2024, 3, 15, tzinfo=UTC),
        datetime(2024, 4, 5, tzinfo=UTC),
    ]
    assert (update.asked_at, update.owner) == (datetime(2024, 4, 6, tzinfo=UTC), "beam-1")
    assert (update.question_id, update.question_type) == ("beam-1_knowledge_update_0", "knowledge_update")
    assert [(turn.session, turn.turn, turn.role) for turn in update.evidence_turns] == [
        (1, 0, Role.USER),
        (1, 1, Role.ASSISTANT),
    ]
    assert len(update.evidence) == 1  # both are sides of one round
    assert (update.answer, update.unresolved) == ("The oven.", ("99",))
    assert [turn.text for turn in ordering.evidence_turns] == ["Plan my week.", "The old one."]
    assert (abstention.abstention, abstention.evidence, update.abstention) == (True, (), False)
    assert abstention.answer == "That was not said."


def test_chats_come_in_the_order_of_their_numbers_packed_or_as_they_are_released(tmp_path: Path) -> None:
    for name in ("10", "2", "1"):
        chat(tmp_path / name, released=name == "2")

    assert recognise(tmp_path) is DataFormat.BEAM
    assert list(dict.fromkeys(case.owner for case in read_cases(tmp_path))) == ["beam-1", "beam-2", "beam-10"]
    assert [case.owner for case in read_cases(tmp_path, question_ids=["beam-2_abstention_0"])] == ["beam-2"]
    assert questions_ahead(tmp_path, tmp_path / "run", limit=None, wanted=()) == 9


def problem_of(folder: Path) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_cases(folder))
    return str(caught.value).removeprefix(f"{folder}")


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    assert problem_of(tmp_path) == ": no known data set: no folder in it holds a chat.json (BEAM)"

    chat(tmp_path / "1")
    (tmp_path / "1" / "probing_questions.json.gz").unlink()
    assert problem_of(tmp_path) == "/1: lacks probing_questions.json, plain or .gz"

    written(tmp_path / "1" / "probing_questions.json", {"abstention": [{"question": "Who?"}]})
    assert problem_of(tmp_path) == "/1/probing_questions.json, line 1: abstention[0].answer: is missing"

    path = tmp_path / "1" / "chat.json"
    message = {"role": "user", "id": 0, "content": "Hi.", "time_anchor": "soon"}
    path.write_text(json.dumps([{"batch_number": 1, "turns": [[message]]}]))
    assert problem_of(tmp_path).endswith("cannot read the date 'soon'; expected one like 'March-15-2024'")

    del message["time_anchor"]
    path.write_text(json.dumps([{"batch_number": 1, "turns": [[message]]}]))
    assert problem_of(tmp_path) == "/1/chat.json, [0].turns: no message has a time_anchor"


def test_the_development_chats_are_read_whole() -> None:
    folder = SHARED / "beam_100k_dev"
    if not folder.exists():
        pytest.skip("the development data are not here")

    cases = list(read_cases(folder))

    assert (len(cases), sum(case.abstention for case in cases)) == (200, 20)
    assert sum(bool(case.evidence) for case in cases) == 179
    assert not any(case.unresolved for case in cases)
    assert not any("->->" in turn.content for case in cases for one in case.sessions for turn in one.turns)
