"""Export and import: what comes back is what was kept, and what was forgotten stays forgotten."""

import json
import stat
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook, DaybookStore
from daybook.conversation import Record
from tests.interfaces.daybook_command import FIRST, Command
from tests.interfaces.ledger_facts import BERLIN


def lines_of(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def rewrite(path: str, lines: list[dict[str, Any]]) -> str:
    Path(path).write_text("\n".join(map(json.dumps, lines)))
    return path


def added(daybook: Command, path: str, *arguments: str) -> tuple[int, int]:
    """Import a file; how many rounds it added, and how many it skipped."""
    (owner,) = daybook("import", path, "--json", *arguments).json["owners"]
    return owner["added"], owner["skipped"]


def records(daybook: Daybook, owner: str = "me") -> dict[str, Record]:
    return dict(daybook.parts.store.ledgers.of(owner).records)


def test_an_archive_brings_back_rounds_and_records_as_they_were(known: Command, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"

    written = known("export", str(file), "--json").json
    assert added(known, str(file), "--data-dir", "other") == (2, 0)

    assert written == {"path": str(file), "rounds": 2, "records": 3, "items": 0}
    assert known("show", FIRST, "--data-dir", "other").out == known("show", FIRST).out
    with Daybook.open("other") as other, Daybook.open(tmp_path / "data") as first:
        assert list(other.parts.store.all_rounds("me")) == list(first.parts.store.all_rounds("me"))
        assert records(other) == records(first)
        then = other.parts.store.ledgers.of("me", as_of=records(other)[BERLIN].said_at)
        assert {name: record.status for name, record in then.records.items()} == {BERLIN: "active"}


def test_importing_it_again_adds_nothing(known: Command, tmp_path: Path) -> None:
    known("export", "out.jsonl")
    with Daybook.open(tmp_path / "data") as daybook:
        before = records(daybook)

    assert added(known, "out.jsonl") == (0, 2)

    with Daybook.open(tmp_path / "data") as daybook:
        assert records(daybook) == before


def test_another_owner_gets_rounds_and_evidence_of_their_own(known: Command, tmp_path: Path) -> None:
    known("export", "out.jsonl")

    known("import", "out.jsonl", "--owner", "bob")

    with Daybook.open(tmp_path / "data") as daybook:
        theirs = {name for record in records(daybook, "bob").values() for name in record.round_ids}
        ours = {name for record in records(daybook).values() for name in record.round_ids}
        assert {round_.owner for round_ in daybook.parts.store.rounds("bob", sorted(theirs))} == {"bob"}
        assert len(theirs) == 2
        assert theirs.isdisjoint(ours)


def test_only_its_writer_may_read_the_file_and_it_holds_no_vectors(filled: Command, tmp_path: Path) -> None:
    filled("export", "out.jsonl")

    assert stat.S_IMODE((tmp_path / "out.jsonl").stat().st_mode) == 0o600
    header, *lines = lines_of("out.jsonl")
    assert header["archive"]["version"] == 3
    assert [list(line) for line in lines] == [["round"], ["round"]]
    assert "vector" not in (tmp_path / "out.jsonl").read_text()


def test_a_file_that_is_there_is_not_written_over(filled: Command, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("mine")

    ran = filled("export", "out.jsonl")

    assert ran.code == 2
    assert "--force" in ran.err
    assert (tmp_path / "out.jsonl").read_text() == "mine"


def test_an_export_is_a_file_and_no_stream(filled: Command) -> None:
    ran = filled("export", "-")

    assert (ran.code, ran.out) == (2, "")
    assert "name a file" in ran.err
    assert not Path("-").exists()


def test_a_wrong_line_is_named_and_nothing_is_imported(filled: Command) -> None:
    filled("export", "out.jsonl")
    lines = lines_of("out.jsonl")
    del lines[1]["round"]["said_at"]

    ran = filled("import", rewrite("wrong.jsonl", lines), "--data-dir", "other")

    assert ran.code == 2
    assert "line 2: round.said_at: is missing" in ran.err
    assert not Path("other").exists()


def test_an_archive_of_an_older_daybook_is_read_and_of_a_newer_one_refused(filled: Command) -> None:
    filled("export", "now.jsonl")
    lines = lines_of("now.jsonl")

    lines[0]["archive"]["version"] = 2
    assert added(filled, rewrite("old.jsonl", lines), "--data-dir", "other") == (2, 0)
    lines[0]["archive"]["version"] = 99
    ran = filled("import", rewrite("new.jsonl", lines), "--data-dir", "another")

    assert ran.code == 2
    assert "newer Daybook" in ran.err


def test_what_was_forgotten_since_is_not_brought_back(known: Command, tmp_path: Path) -> None:
    known("export", "out.jsonl")
    text = (tmp_path / "out.jsonl").read_bytes()
    known("forget", "--session", FIRST, "--yes")
    (tmp_path / "kept-elsewhere.jsonl").write_bytes(text)

    assert added(known, "kept-elsewhere.jsonl") == (0, 2)

    with Daybook.open(tmp_path / "data") as daybook:
        assert BERLIN not in records(daybook)


def test_items_of_agents_come_along_as_they_were_and_alone_if_there_is_nothing_else(daybook: Command) -> None:
    with Daybook.open() as memory:
        store = DaybookStore(memory, owner="ada")
        store.put(("notes", "ada"), "tea", {"text": "Ada likes oolong", "half": "\ud83d"}, index=["text"])
        store.put(("notes", "ada"), "brief", {"text": "soon gone"})
        before = {item.key: item for item in store.search(())}

    written = daybook("export", "ada.jsonl", "--owner", "ada", "--json").json
    for _ in range(2):
        assert daybook("import", "ada.jsonl", "--data-dir", "other", "--owner", "bob").code == 0

    assert (written["rounds"], written["items"]) == (0, 2)
    with Daybook.open("other") as memory:
        store = DaybookStore(memory, owner="bob")
        after = {item.key: item for item in store.search(())}
        assert store.search((), query="oolong", limit=1)[0].key == "tea"
    assert after["brief"] == before["brief"]
    assert after["tea"].value == {"text": "Ada likes oolong", "half": "\N{REPLACEMENT CHARACTER}"}
    assert after["tea"].created_at == before["tea"].created_at


def test_no_import_brings_a_forgotten_item_back(daybook: Command) -> None:
    with Daybook.open() as memory:
        store = DaybookStore(memory, owner="me")
        store.put(("notes",), "tea", {"text": "I like oolong"})
        store.put(("notes",), "bread", {"text": "I like rye bread"})
    assert daybook("export", "me.jsonl").code == 0

    receipt = daybook("forget", "--phrase", "oolong", "--yes", "--json").json

    assert receipt["verified"]
    assert receipt["removed"]["items"] == 1
    assert daybook("import", "me.jsonl", "--json").code == 0
    with Daybook.open() as memory:
        assert [item.key for item in DaybookStore(memory, owner="me").search(())] == ["bread"]


@pytest.mark.parametrize(
    "change", [{"namespace": ["a.b"]}, {"namespace": [""]}, {"value": 3}, {"created_at": "noon"}]
)
def test_a_garbled_item_refuses_the_whole_archive(daybook: Command, change: dict[str, object]) -> None:
    with Daybook.open() as memory:
        DaybookStore(memory, owner="me").put(("notes",), "tea", {"text": "I like oolong"})
    daybook("export", "me.jsonl")
    lines = lines_of("me.jsonl")
    lines[-1]["item"] |= change

    done = daybook("import", rewrite("bad.jsonl", lines), "--data-dir", "other")

    assert done.code == 2
    assert done.err.count("\n") == 1
    with Daybook.open("other") as memory:
        assert memory.stats().items == 0


def test_an_export_that_the_disk_has_no_room_for_leaves_the_old_one_and_nothing_beside(
    filled: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    filled("export", str(folder / "out.jsonl"))
    before = (folder / "out.jsonl").read_bytes()

    def full(*_: object) -> Iterator[dict[str, object]]:
        yield {"archive": "x" * 100_000}
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("daybook.library.archive._lines", full)
    refused = filled("export", str(folder / "out.jsonl"), "--force")

    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert "No space left on device" in refused.err
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("out.jsonl", before)]
