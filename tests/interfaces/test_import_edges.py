"""Histories at the edges of what can be kept: refused in one line, with nothing kept by half."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.daybook_command import Command

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
