import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.messages import read_messages

NOON = datetime(2024, 3, 5, 12, 0, tzinfo=UTC)


def said(content: Any, timestamp: Any = "2024-03-05T12:00:00Z", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, "timestamp": timestamp, **more}


def written(folder: Path, *messages: dict[str, Any], lines: bool = False) -> Path:
    path = folder / "messages.json"
    text = "\n".join(map(json.dumps, messages)) if lines else json.dumps(messages)
    path.write_text(text, encoding="utf-8")
    return path


def complaint(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_messages(path)
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def test_a_list_and_json_lines_are_the_same_history(tmp_path: Path) -> None:
    messages = said("I moved to Ghent."), {"role": "assistant", "content": "Lovely!"}

    as_lines = read_messages(written(tmp_path, *messages, lines=True))

    assert read_messages(written(tmp_path, *messages)) == as_lines
    assert as_lines.sessions[0].turns == (
        Turn(Role.USER, "I moved to Ghent.", NOON),
        Turn(Role.ASSISTANT, "Lovely!", NOON),
    )


def test_messages_of_one_session_id_make_one_session(tmp_path: Path) -> None:
    given = said("a", session_id="x"), said("b", session_id=7), said("c", session_id="x")

    sessions = read_messages(written(tmp_path, *given)).sessions

    assert [(session.session_id, len(session.turns)) for session in sessions] == [("x", 2), ("7", 1)]


def test_without_session_ids_a_long_silence_begins_a_new_session(tmp_path: Path) -> None:
    given = said("a"), said("b", "2024-03-05T20:00:00Z"), said("c", "2024-03-06T04:00:01Z")

    sessions = read_messages(written(tmp_path, *given)).sessions

    assert [(session.session_id, len(session.turns)) for session in sessions] == [
        ("2024-03-05T12:00:00+00:00", 2),
        ("2024-03-06T04:00:01+00:00", 1),
    ]


def test_a_history_that_has_grown_keeps_its_sessions(tmp_path: Path) -> None:
    given = [said("a"), said("b", "2024-03-07T12:00:00Z")]
    before = read_messages(written(tmp_path, *given)).sessions

    after = read_messages(written(tmp_path, *given, said("c", "2024-03-09T12:00:00Z"))).sessions

    assert after[:2] == before


def test_a_message_without_a_timestamp_takes_the_one_before_it(tmp_path: Path) -> None:
    later = said("c", 1_709_643_600)  # 13:00, in seconds
    given = {"role": "user", "content": "a"}, said("b"), later, {"role": "assistant", "content": "d"}

    (session,) = read_messages(written(tmp_path, *given)).sessions

    assert [turn.said_at for turn in session.turns] == [NOON, NOON, *[NOON.replace(hour=13)] * 2]


def test_parts_are_joined_and_what_is_no_text_leaves_a_mark(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "Who is this?"},
        {"type": "image_url", "image_url": {"url": "x"}},
        "Well?",
    ]

    (session,) = read_messages(written(tmp_path, said(parts))).sessions

    assert session.turns[0].content == "Who is this?\n\n[image_url]\n\nWell?"


def test_what_is_between_programs_is_left_out_and_counted(tmp_path: Path) -> None:
    given: tuple[dict[str, Any], ...] = (
        {"role": "system", "content": "Be brief."},
        said("Is it raining?"),
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "yes"},
        {"role": "assistant", "content": "It is."},
    )

    history = read_messages(written(tmp_path, *given))

    assert [turn.content for turn in history.sessions[0].turns] == ["Is it raining?", "It is."]
    assert history.left_out == {"system": 1, "assistant": 1, "tool": 1}


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"content": "a"}, "[0].role: is missing"),
        (
            said("a", "last week"),
            "[0].timestamp: cannot read the date 'last week'; "
            "expected ISO 8601 like '2023-05-30' or '2023-05-30T10:18:00+02:00'",
        ),
        (said("a", True), "[0].timestamp: expected a time in ISO 8601 or in Unix seconds or milliseconds"),
        (said("a", 1e30), "[0].timestamp: 1e+30 is no Unix time in seconds or milliseconds"),
        (said([3]), "[0].content: each part of a message should be text or an object"),
        (said("a", None), 'no message has a "timestamp"'),
        ({"role": "system", "content": "a"}, "the history is empty: no message of a user or an assistant"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, message: dict[str, Any], problem: str) -> None:
    assert complaint(written(tmp_path, message)) == problem


def test_in_json_lines_what_is_wrong_is_named_by_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, said("a"), {"role": "robot", "content": "b"}, lines=True)

    assert complaint(path).startswith("line 2: role: input should be 'user', 'assistant'")


def test_a_record_that_is_no_object_says_so(tmp_path: Path) -> None:
    path = tmp_path / "messages.json"
    path.write_text("[17]", encoding="utf-8")

    assert complaint(path) == "[0]: input should be an object, not 17"
