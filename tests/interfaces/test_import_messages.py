"""Messages as JSON: what is read of them, and what is said of a file that is wrong."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers import import_sources, json_reader
from daybook.interfaces.importers.formats import FileReading
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.importers.messages import read_messages
from tests.interfaces.exports import complaint, written

NOON = datetime(2024, 3, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "messages.json"


def said(content: Any, timestamp: Any = "2024-03-05T12:00:00Z", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, "timestamp": timestamp, **more}


def sessions_in(path: Path) -> list[Session]:
    return list(read_messages(FileReading(path)))


def read(path: Path, *messages: dict[str, Any]) -> list[Session]:
    written(path, messages)
    return sessions_in(path)


def lines(*messages: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, messages))


def test_a_list_and_json_lines_are_the_same_history(path: Path) -> None:
    messages = said("I moved to Ghent."), {"role": "assistant", "content": "Lovely!"}
    listed = read(path, *messages)

    written(path, lines(*messages))

    assert sessions_in(path) == listed
    assert listed[0].turns == (
        Turn(Role.USER, "I moved to Ghent.", NOON),
        Turn(Role.ASSISTANT, "Lovely!", NOON),
    )


def test_messages_of_one_session_id_make_one_session(path: Path) -> None:
    found = read(path, said("a", session_id="x"), said("b", session_id=7), said("c", session_id="x"))

    assert [(session.session_id, len(session.turns)) for session in found] == [("7", 1), ("x", 2)]


def test_a_session_is_given_as_soon_as_its_last_message_was_read(path: Path) -> None:
    written(path, [said("a", session_id="x"), said("b", session_id="y"), {"content": "nobody's"}])

    found = read_messages(FileReading(path))

    assert next(found).session_id == "x"
    assert next(found).session_id == "y"
    with pytest.raises(BadInput, match="role: is missing"):
        next(found)


def test_without_session_ids_a_long_silence_begins_a_new_session(path: Path) -> None:
    found = read(path, said("a"), said("b", "2024-03-05T20:00:00Z"), said("c", "2024-03-06T04:00:01Z"))

    assert [(session.session_id, len(session.turns)) for session in found] == [
        ("2024-03-05T12:00:00+00:00", 2),
        ("2024-03-06T04:00:01+00:00", 1),
    ]


def test_a_history_that_has_grown_keeps_its_sessions(path: Path) -> None:
    given = [said("a"), said("b", "2024-03-07T12:00:00Z")]

    before = read(path, *given)

    assert read(path, *given, said("c", "2024-03-09T12:00:00Z"))[:2] == before


def test_a_message_without_a_timestamp_takes_the_one_before_it(path: Path) -> None:
    later = said("c", 1_709_643_600)  # 13:00, in seconds

    found = read(
        path, {"role": "user", "content": "a"}, said("b"), later, {"role": "assistant", "content": "d"}
    )

    (session,) = found
    assert [turn.said_at for turn in session.turns] == [NOON, NOON, *[NOON.replace(hour=13)] * 2]


def test_parts_are_joined_and_what_is_no_text_leaves_a_mark(path: Path) -> None:
    picture = {"type": "image_url", "image_url": {"url": "x"}}

    (session,) = read(path, said([{"type": "text", "text": "Who is this?"}, picture, "Well?"]))

    assert session.turns[0].content == "Who is this?\n\n[attached: image]\n\nWell?"


def test_what_is_between_programs_is_left_out_and_counted(path: Path) -> None:
    messages: tuple[dict[str, Any], ...] = (
        {"role": "system", "content": "Be brief."},
        said("Is it raining?"),
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "yes"},
        {"role": "assistant", "content": "It is."},
    )
    reading = FileReading(Path(written(path, messages)))

    (session,) = read_messages(reading)

    assert [turn.content for turn in session.turns] == ["Is it raining?", "It is."]
    assert reading.left_out == {"system messages": 1, "messages without text": 1, "tool messages": 1}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ([{"content": "a"}], "[0].role: is missing"),
        (
            [said("a", "last week")],
            "[0].timestamp: cannot read the date 'last week'; "
            "expected ISO 8601 like '2023-05-30' or '2023-05-30T10:18:00+02:00'",
        ),
        ([said("a", True)], "[0].timestamp: expected a time in ISO 8601 or in Unix seconds or milliseconds"),
        ([said("a", 1e30)], "[0].timestamp: 1e+30 is no Unix time in seconds or milliseconds"),
        ([said([3])], "[0].content: each part of a message should be text or an object"),
        ([17], "[0]: input should be an object, not 17"),
        (
            lines(said("a"), {"role": "robot", "content": "b"}),
            "line 2: role: input should be 'user', 'assistant'",
        ),
    ],
)
def test_what_is_wrong_with_a_message_is_named_by_its_place(
    path: Path, content: object, problem: str
) -> None:
    written(path, content)

    assert complaint(sessions_in, path).startswith(problem)


def values(path: Path, content: object) -> list[object]:
    written(path, content)
    return [record.value for record in read_records(path)]


@pytest.mark.parametrize(
    ("text", "places"),
    [('[{"a": 1}, {"a": 2}]\n', ("[0]", "[1]")), ('{"a": 1}\n\n{"a": 2}\n', ("line 1", "line 3"))],
)
def test_values_come_with_their_index_or_their_line(path: Path, text: str, places: tuple[str, str]) -> None:
    path.write_text(text)

    found = [(record.value, record.where) for record in read_records(path)]

    assert found == list(zip(({"a": 1}, {"a": 2}), places, strict=True))


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 64])
def test_where_the_pieces_are_cut_makes_no_difference(
    path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    given = [{"text": 'naïve 🦜 \n \\ " [', "n": -12.5e3}, [1, 23, 456], True, None, 78, "é"]
    monkeypatch.setattr(import_sources, "PIECE", piece)

    assert values(path, json.dumps(given, ensure_ascii=False)) == given
    assert values(path, json.dumps(given, indent=1)) == given


def test_gzip_is_known_by_its_content_and_a_byte_order_mark_is_passed_over(path: Path) -> None:
    assert values(path, gzip.compress(b'[{"a": 1}]')) == [{"a": 1}]
    assert values(path, b"\xef\xbb\xbf[1]") == [1]


PACKED = gzip.compress(json.dumps(list(range(9_000))).encode())
NOT_UTF8 = "byte {}: the text is not UTF-8; save the file as UTF-8"


@pytest.mark.parametrize("piece", [1, 5, 1000])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "the file is empty"),
        (" \n ", "the file is empty"),
        (
            '[\n  {"a": 1},\n  {"a": oops, "and": "something that is long enough"}\n]',
            "line 3 column 9: not JSON: Expecting value",
        ),
        ('[{"a": 1}', "line 1 column 10: the file ends too early"),
        ('[{"a": 1} {"a": 2}]', "line 1 column 11: expected ',' here, found '{'"),
        ('[{"a": "never closed}]', "line 1 column 8: not JSON: Unterminated string starting at"),
        ('[{"a": 1}]\n{}', "line 2 column 1: there is more after the end of the list"),
        ('{"a": 1}\n{"a": \n', "line 3 column 1: not JSON: Expecting value"),
        ("[" * 100_000, "line 1 column 2: lists or objects are nested too deeply"),
        ("[" + "9" * 5_000 + "]", "line 1 column 2: a number has too many digits"),
        (b'["\xe9t\xe9"]', NOT_UTF8.format(2)),
        (b"\xfe[]", NOT_UTF8.format(0)),
        ('["é"]'.encode()[:3], NOT_UTF8.format(2)),
        (PACKED[:-20], "its packed data are cut off or damaged"),
        (PACKED[:200] + bytes(50) + PACKED[250:], "its packed data are cut off or damaged"),
    ],
)
def test_a_file_that_is_not_json_says_where_however_it_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, content: object, problem: str, piece: int
) -> None:
    monkeypatch.setattr(import_sources, "PIECE", piece)
    written(path, content)

    assert complaint(read_records, path).startswith(problem)


def test_an_error_far_from_the_end_does_not_read_the_rest(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pieces(*_: object) -> Iterator[str]:
        yield '{"a": oops}' + " " * 100
        pytest.fail("the rest was read")

    monkeypatch.setattr(json_reader, "text_of", pieces)

    assert complaint(read_records, path) == "line 1 column 7: not JSON: Expecting value"


def test_a_missing_file_and_a_folder_say_so(path: Path) -> None:
    assert complaint(read_records, path) == "cannot be read: No such file or directory"
    assert complaint(read_records, path.parent) == "cannot be read: Is a directory"
