"""Conversations without dates, data sets, and formats of other packages."""

import json
import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.importers.formats import FORMATS, GROUP, UNDATED, ChatFormat, FileReading
from tests.interfaces.exports import SAID, TURNS, Imports, locomo_conversation, longmemeval_question
from tests.interfaces.sample_exports import finetuning, sharegpt

PAGE = Path(__file__).parents[2] / "docs" / "import.md"


def test_conversations_of_sharegpt_get_the_date_that_is_given(imports: Imports) -> None:
    imports.command("import", imports.write(sharegpt(SAID)), "--date", "2023-05-30")

    found = imports.kept()
    assert {round_["said_at"][:10] for round_ in found.rounds} == {"2023-05-30"}
    assert found.turns["abc_0"] == TURNS[:4]
    assert len(found.sessions) == 2


def test_lines_for_fine_tuning_get_the_date_of_their_file(imports: Imports) -> None:
    path = imports.write("\n".join(map(json.dumps, finetuning(SAID))), "train.jsonl")
    os.utime(path, (1_700_000_000, 1_700_000_000))

    done = imports.command("import", path)

    found = imports.kept()
    assert "without a date, which get the one of --date or of their file" in done.out
    assert "left out: 3 system messages" in done.out
    assert {round_["said_at"][:10] for round_ in found.rounds} == {"2023-11-14"}
    assert sorted(found.texts) == sorted(text for pair in SAID for text in pair)


def test_messages_without_a_timestamp_get_a_date_as_well(imports: Imports) -> None:
    found = imports([{"role": "user", "content": "I keep bees."}], "--date", "2023-05-30T10:00:00+02:00")

    assert found.told["notes"] == {UNDATED: 1}
    assert found.rounds[0]["said_at"] == "2023-05-30T10:00:00+02:00"


def test_undated_conversations_keep_the_order_of_their_file(imports: Imports) -> None:
    said = ("I live in Oslo.", "I moved to Graz.")
    talks = [{"conversations": [{"from": "human", "value": text}]} for text in said]
    found = imports(talks, "--date", "2023-05-30")

    assert [round_["user"] for round_ in sorted(found.rounds, key=lambda round_: round_["said_at"])] == [
        *said
    ]


def test_a_date_that_is_none_is_refused(imports: Imports) -> None:
    assert "--date: cannot read the date 'lunch'" in imports.refusal(sharegpt(SAID), "--date", "lunch")


def test_longmemeval_makes_each_question_an_owner_unless_one_is_named(imports: Imports) -> None:
    given = [longmemeval_question(question_id=name) for name in ("q1", "q2")]

    apart = imports(given).told["owners"]
    together = imports(given, "--owner", "ada").told["owners"]
    chosen = imports(given, "--question-id", "q2").told["owners"]

    assert [done["owner"] for done in apart] == ["q1", "q2"]
    assert together == [{"owner": "ada", "sessions": 4, "rounds": 6, "added": 3, "skipped": 3}]
    assert chosen == [{"owner": "q2", "sessions": 2, "rounds": 3, "added": 0, "skipped": 3}]


def test_locomo_conversations_go_to_the_default_owner_which_is_said(imports: Imports) -> None:
    talks = [locomo_conversation(name) for name in ("t1", "t2")]

    done = imports.command("import", imports.write(talks), "--json")

    assert [(owner["owner"], owner["rounds"]) for owner in done.json["owners"]] == [("me", 4)]
    assert done.json["owners"][0]["added"] == 4
    assert done.err == "daybook: all 2 conversations go to one memory, 'me'\n"
    assert imports.kept().turns["session_2"] == [("assistant", "Back from sea.")] * 2


@pytest.mark.parametrize("name", FORMATS)
def test_the_page_on_importing_has_every_format(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


def read_diary(reading: FileReading) -> Iterator[Session]:
    for record in reading.records():
        reading.left_out["moods"] += 1
        turn = Turn(Role.USER, record.value["dear_diary"])  # type: ignore[index]
        yield Session("diary", reading.undated(), (turn,))


DIARY = ChatFormat(looks_like=lambda fields: "dear_diary" in fields, read_sessions=read_diary)


def test_another_package_registers_a_format_as_an_entry_point(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [{"dear_diary": "I keep goats in Graz."}]
    assert "the format is not recognised" in imports.refusal(given)
    place = EntryPoint("diary", f"{__name__}:DIARY", GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [place] if group == GROUP else [])

    found = imports(given, "--date", "2024-03-05")

    assert found.told["files"][0]["format"] == "diary"
    assert found.told["left_out"] == {"moods": 1}
    assert found.turns == {"diary": TURNS[:1]}
    wrong = imports.command("import", imports.write(given), "--format", "csv")
    assert wrong.err.endswith("finetuning, diary, not 'csv' (--help explains)\n")
