"""Histories at the edges of what can be kept: refused in one line, with nothing kept by half."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import ModelUnavailable
from tests.interfaces.daybook_command import Command, HashedWords

BEYOND = ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+01:00", f"{'9' * 400}-01-01", 10**400 - 1]


def message(timestamp: object) -> dict[str, object]:
    return {"role": "user", "content": "I keep bees.", "timestamp": timestamp}


@pytest.mark.parametrize("timestamp", BEYOND, ids=["latest", "earliest", "long", "number"])
def test_messages_with_a_date_beyond_the_calendar_are_refused_whole(
    daybook: Command, tmp_path: Path, timestamp: object
) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps([message("2024-01-01"), message(timestamp)]))

    done = daybook("import", str(path))

    assert (done.code, done.out) == (2, "")
    assert "[1].timestamp" in done.err
    assert len(done.err.splitlines()) == 1
    assert daybook("stats", "--json").json["rounds"] == 0


@pytest.mark.parametrize("option", ["--asked-at", "--as-of"])
@pytest.mark.parametrize("moment", BEYOND[:3])
def test_a_question_at_a_date_beyond_the_calendar_is_refused(
    filled: Command, option: str, moment: str
) -> None:
    done = filled("ask", "Where did I park?", option, moment)

    assert (done.code, done.out) == (2, "")
    assert option in done.err


@pytest.mark.parametrize("moment", ["0002-01-01", "9998-12-30"])
@pytest.mark.parametrize(
    "question",
    [
        "What happened ten years ago?",
        "What will I do in five years?",
        "What did I do last week?",
        "What is on tomorrow?",
    ],
)
def test_a_question_at_the_edge_of_the_calendar_is_answered(
    filled: Command, moment: str, question: str
) -> None:
    assert filled("ask", question, "--asked-at", moment).code == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("said_at", "9999-12-31T23:59:59-23:59"),
        ("started_at", "0001-01-01T00:00:00+01:00"),
        ("position", 10**400),
        ("occurrence", -1),
    ],
)
def test_an_archive_with_a_value_that_no_database_holds_is_refused_whole(
    filled: Command, tmp_path: Path, field: str, value: Any
) -> None:
    path = tmp_path / "a.jsonl"
    assert filled("export", str(path)).code == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    [line for line in lines if "round" in line][-1]["round"][field] = value
    path.write_text("\n".join(json.dumps(line) for line in lines))

    done = filled("import", str(path), "--owner", "bob")

    assert (done.code, done.out) == (2, "")
    assert field in done.err
    assert filled("stats", "--owner", "bob", "--json").json["rounds"] == 0


@pytest.mark.parametrize("same", ["id", "place"])
def test_an_archive_in_which_a_round_stands_twice_is_refused_whole(
    filled: Command, tmp_path: Path, same: str
) -> None:
    path = tmp_path / "a.jsonl"
    assert filled("export", str(path)).code == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    again = json.loads(json.dumps(next(line for line in lines if "round" in line)))
    if same == "id":
        again["round"]["user"]["content"] = "I never said so."
    else:
        again["round"]["round_id"] = "r" + "7" * 24
    path.write_text("\n".join(json.dumps(line) for line in [*lines, again]))

    done = filled("import", str(path), "--owner", "bob")

    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert filled("stats", "--owner", "bob", "--json").json["rounds"] == 0


def test_half_a_surrogate_pair_in_the_record_of_an_archive_is_read_as_an_unknown_character(
    daybook: Command, tmp_path: Path
) -> None:
    said = {"role": "user", "content": "I live in Oslo now.", "timestamp": "2024-01-01"}
    (tmp_path / "m.json").write_text(json.dumps([said]))
    assert daybook("import", str(tmp_path / "m.json")).code == 0
    path = tmp_path / "a.jsonl"
    assert daybook("export", str(path)).code == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    record = next(line["record"] for line in lines if "record" in line)
    record["topic"] = "\ud800 somewhere"
    path.write_text("\n".join(json.dumps(line) for line in lines))

    assert daybook("import", str(path), "--owner", "bob").code == 0

    (kept,) = daybook("ledger", "--owner", "bob", "--json").json["records"]
    assert kept["value"] == record["value"]


def refused(daybook: Command, path: Path, said: str) -> None:
    done = daybook("import", str(path))

    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert len(done.err) < 500
    assert daybook("stats", "--json").json["rounds"] == 0


@pytest.mark.slow
def test_a_file_that_unpacks_beyond_the_limit_is_refused(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wt") as file:
        file.write(json.dumps([message("2024-01-01")])[:-1] + " " * 5_000_000 + "]")
    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "4000000")

    refused(daybook, path, "more than 4,000,000 bytes, unpacked; DAYBOOK_IMPORT_LIMIT")
    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "6000000")
    assert daybook("import", str(path)).code == 0


@pytest.mark.slow
def test_one_text_of_100_million_characters_is_refused_before_it_is_held(
    daybook: Command, tmp_path: Path
) -> None:
    path = tmp_path / "long.json.gz"
    with gzip.open(path, "wt", compresslevel=1) as file:
        file.write('[{"role": "user", "timestamp": "2024-01-01", "content": "')
        for _ in range(100):
            file.write("a" * 1_000_000)
        file.write('"}]')

    refused(daybook, path, "a record is longer than 32,000,000 characters")


@pytest.mark.parametrize("depth", [400, 900, 2_000, 200_000])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_of_any_depth_ends_in_a_line_and_not_in_a_traceback(
    daybook: Command, tmp_path: Path, depth: int, opening: str
) -> None:
    nested = opening * depth + "1" + {"[": "]"}.get(opening, "}") * depth
    for name, text in {
        "bare": nested,
        "role": f'[{{"role": "user", "timestamp": "2024-01-01", "content": {nested}}}]',
        "conversation": f'[{{"sample_id": "s", "conversation": {nested}}}]',
        "questions": f'[{{"haystack_sessions": {nested}}}]',
        "archive": f'{{"archive": {{"version": 1, "owner": "o", "posted": true}}}}\n{{"policy": {nested}}}',
    }.items():
        path = tmp_path / f"{name}.json"
        path.write_text(text)
        done = daybook("import", str(path))
        assert done.code in (0, 2), done.err
        assert len(done.err.splitlines()) <= 1
        assert daybook("stats", "--json").json["rounds"] == 0


def test_a_question_and_a_message_of_a_million_characters_are_refused(filled: Command) -> None:
    for arguments in (["ask", "bees" * 250_000], ["search", "[" * 1_000_000]):
        done = filled(*arguments)
        assert (done.code, done.out) == (2, "")
        assert "1,000,000 characters are more than the 20,000 that DAYBOOK_QUESTION_LIMIT" in done.err
    assert "DAYBOOK_MESSAGE_LIMIT" in filled("chat", stdin="bees" * 250_000 + "\n").out
    assert filled("stats", "--json").json["rounds"] == 2


def test_an_import_that_stops_in_the_middle_says_in_its_line_what_it_kept(
    daybook: Command, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable(*_: object) -> None:
        raise ModelUnavailable("the model is not here: get it")

    monkeypatch.setattr(HashedWords, "embed", unavailable)

    done = daybook("import", str(history))

    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "daybook: the model is not here: get it; 2 sessions of 'me' with 2 new rounds were kept before that, "
        "and stay\n"
    )
    assert daybook("stats", "--json").json["rounds"] == 2
