"""Histories at the edges of what can be kept: refused in one line, with nothing kept by half."""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import Imports

BEYOND = ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+01:00", f"{'9' * 400}-01-01", 10**400 - 1]


def message(timestamp: object) -> dict[str, object]:
    return {"role": "user", "content": "I keep bees.", "timestamp": timestamp}


@pytest.mark.parametrize("timestamp", BEYOND, ids=["latest", "earliest", "long", "number"])
def test_messages_with_a_date_beyond_the_calendar_are_refused_whole(
    imports: Imports, timestamp: object
) -> None:
    assert "[1].timestamp" in imports.refusal([message("2024-01-01"), message(timestamp)])


@pytest.mark.parametrize("option", ["--asked-at", "--as-of"])
@pytest.mark.parametrize("moment", BEYOND[:3])
def test_a_question_at_a_date_beyond_the_calendar_is_refused(
    filled: Command, option: str, moment: str
) -> None:
    done = filled("ask", "Where did I park?", option, moment)

    assert (done.code, done.out) == (2, "")
    assert option in done.err


def changed(field: str, value: object) -> Callable[[list[Any]], None]:
    def change(lines: list[Any]) -> None:
        [line for line in lines if "round" in line][-1]["round"][field] = value

    return change


def first_round_again(lines: list[Any]) -> Any:
    again = deepcopy(next(line for line in lines if "round" in line))
    lines.append(again)
    return again["round"]


def said_otherwise(lines: list[Any]) -> None:
    first_round_again(lines)["user"]["content"] = "I never said so."


def named_otherwise(lines: list[Any]) -> None:
    first_round_again(lines)["round_id"] = "r" + "7" * 24


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (changed("said_at", "9999-12-31T23:59:59-23:59"), "said_at"),
        (changed("started_at", "0001-01-01T00:00:00+01:00"), "started_at"),
        (changed("position", 10**400), "position"),
        (changed("occurrence", -1), "occurrence"),
        (said_otherwise, "two rounds have the id"),
        (named_otherwise, "a round stands there twice"),
    ],
)
def test_an_archive_that_no_database_could_hold_is_refused_whole(
    filled: Command, tmp_path: Path, change: Callable[[list[Any]], None], problem: str
) -> None:
    path = tmp_path / "a.jsonl"
    assert filled("export", str(path)).code == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("\n".join(map(json.dumps, lines)))

    done = filled("import", str(path), "--owner", "bob")

    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    assert len(done.err.splitlines()) == 1
    assert filled("stats", "--owner", "bob", "--json").json["rounds"] == 0


def test_half_a_surrogate_pair_in_the_record_of_an_archive_is_read_as_an_unknown_character(
    imports: Imports, tmp_path: Path
) -> None:
    imports([{"role": "user", "content": "I live in Oslo now.", "timestamp": "2024-01-01"}])
    assert imports.command("ledger", "add", "I live in Oslo now.", "--slot", "identity.residence").code == 0
    assert imports.command("export", "a.jsonl").code == 0
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    record = next(line["record"] for line in lines if "record" in line)
    record["text"] = "\ud800 somewhere"

    imports("\n".join(map(json.dumps, lines)), "--owner", "bob")

    (kept,) = imports.command("ledger", "--owner", "bob", "--json").json["records"]
    assert kept["value"] == record["value"]


@pytest.mark.slow
def test_a_file_that_unpacks_beyond_the_limit_is_refused(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = gzip.compress((json.dumps([message("2024-01-01")])[:-1] + " " * 5_000_000 + "]").encode())

    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "4000000")
    assert "more than 4,000,000 bytes, unpacked; DAYBOOK_IMPORT_LIMIT" in imports.refusal(packed)
    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "6000000")
    imports(packed)


@pytest.mark.slow
def test_one_text_of_100_million_characters_is_refused_before_it_is_held(imports: Imports) -> None:
    path = imports.folder / "long.json.gz"
    with gzip.open(path, "wt", compresslevel=1) as file:
        file.write('[{"role": "user", "timestamp": "2024-01-01", "content": "')
        for _ in range(100):
            file.write("a" * 1_000_000)
        file.write('"}]')

    assert "a record is longer than 32,000,000 characters" in imports.refusal(path)


@pytest.mark.parametrize("depth", [400, 900, 2_000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_of_any_depth_ends_in_a_line_and_not_in_a_traceback(
    imports: Imports, depth: int, opening: str, closing: str
) -> None:
    nested = opening * depth + "1" + closing * depth
    for text in (
        nested,
        f'[{{"role": "user", "timestamp": "2024-01-01", "content": {nested}}}]',
        f'[{{"sample_id": "s", "conversation": {nested}}}]',
        f'[{{"haystack_sessions": {nested}}}]',
        f'{{"archive": {{"version": 1, "owner": "o", "posted": true}}}}\n{{"policy": {nested}}}',
    ):
        done = imports.command("import", imports.write(text))
        assert done.code in (0, 2), done.err
        assert len(done.err.splitlines()) <= 1
        assert imports.command("stats", "--json").json["rounds"] == 0
