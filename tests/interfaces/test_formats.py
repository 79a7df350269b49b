"""The table of formats: what it lists, and how another package adds to it."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.importers.formats import FORMATS, GROUP, ChatFormat, FileReading
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import imported, kept, refusal, written

PAGE = Path(__file__).parents[2] / "docs" / "import.md"


@pytest.mark.parametrize("name", FORMATS)
def test_the_page_on_importing_says_of_every_format_where_its_files_come_from(name: str) -> None:
    known = EntryPoint(name, FORMATS[name], GROUP).load()

    assert any(
        f"`{name}`" in row and known.title in row and known.origin in row
        for row in PAGE.read_text(encoding="utf-8").splitlines()
    )


def read_diary(reading: FileReading) -> Iterator[Session]:
    for record in reading.records():
        reading.left_out["moods"] += 1
        turn = Turn(Role.USER, record.value["dear_diary"])  # type: ignore[index]
        yield Session("diary", reading.undated(), (turn,))


DIARY = ChatFormat(
    "Diary", "a drawer", looks_like=lambda fields: "dear_diary" in fields, read_sessions=read_diary
)


def test_another_package_registers_a_format_as_an_entry_point(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "diary.json", [{"dear_diary": "I keep goats in Graz."}])
    assert "the format is not recognised" in refusal(daybook, path)
    place = EntryPoint("diary", f"{__name__}:DIARY", GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [place] if group == GROUP else [])

    done = imported(daybook, path, "--date", "2024-03-05")

    assert done["files"][0]["format"] == "diary"
    assert done["left_out"] == {"moods": 1}
    assert kept(daybook).turns == {"diary": [("user", "I keep goats in Graz.")]}
    assert daybook("import", path, "--format", "csv").err.endswith(
        "langgraph, diary, not 'csv' (--help explains)\n"
    )
