"""Export and import: what comes back is what was kept, and what was forgotten stays forgotten."""

import json
import stat
from datetime import datetime
from pathlib import Path

import pytest

from daybook import Daybook, DaybookStore
from daybook.conversation import Record, Status
from tests.interfaces.daybook_command import FIRST, Command
from tests.interfaces.ledger_facts import MUNICH, PARROT, post_facts


@pytest.fixture(autouse=True)
def _nothing_is_posted_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBOOK_LEDGER", "false")


def lines_of(path: Path) -> list[dict[str, dict[str, object]]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def known(daybook: Daybook, owner: str) -> dict[str, Record]:
    return dict(daybook.parts.store.ledgers.of(owner).records)


def test_an_archive_brings_back_rounds_and_records_as_they_were(filled: Command, tmp_path: Path) -> None:
    post_facts(tmp_path / "data")
    file = tmp_path / "out.jsonl"

    written = filled("export", str(file), "--json").json
    added = filled("import", str(file), "--data-dir", "other", "--json").json

    assert written == {"path": str(file), "rounds": 2, "records": 3, "items": 0}
    assert [(owner["owner"], owner["added"]) for owner in added["owners"]] == [("me", 2)]
    assert (
        filled("show", "2024-03-05T09:00:00+00:00", "--data-dir", "other").out
        == filled("show", "2024-03-05T09:00:00+00:00").out
    )
    with Daybook.open(tmp_path / "other") as other, Daybook.open(tmp_path / "data") as first:
        assert list(other.parts.store.all_rounds("me")) == list(first.parts.store.all_rounds("me"))
        assert known(other, "me") == known(first, "me")
        then = other.parts.store.ledgers.of("me", as_of=datetime.fromisoformat(FIRST))
        assert [record.status for record in then.records.values()] == [Status.ACTIVE]


def test_importing_it_again_adds_nothing(filled: Command, tmp_path: Path) -> None:
    post_facts(tmp_path / "data")
    filled("export", "out.jsonl")

    added = filled("import", "out.jsonl", "--json").json

    assert [(owner["added"], owner["skipped"]) for owner in added["owners"]] == [(0, 2)]
    with Daybook.open(tmp_path / "data") as daybook:
        assert len(daybook.parts.store.ledgers.events("me")) == 3


def test_another_owner_gets_rounds_and_evidence_of_their_own(filled: Command, tmp_path: Path) -> None:
    post_facts(tmp_path / "data")
    filled("export", "out.jsonl")

    filled("import", "out.jsonl", "--owner", "bob")

    with Daybook.open(tmp_path / "data") as daybook:
        names = {name for copied in known(daybook, "bob").values() for name in copied.round_ids}
        assert [round_.owner for round_ in daybook.parts.store.rounds("bob", sorted(names))] == ["bob"] * 2
        assert names.isdisjoint(name for record in known(daybook, "me").values() for name in record.round_ids)


def test_only_its_writer_may_read_the_file_and_it_holds_no_vectors(filled: Command, tmp_path: Path) -> None:
    filled("export", "out.jsonl")

    assert stat.S_IMODE((tmp_path / "out.jsonl").stat().st_mode) == 0o600
    header, *rounds = lines_of(tmp_path / "out.jsonl")
    assert header["archive"]["version"] == 3
    assert [list(line) for line in rounds] == [["round"], ["round"]]
    assert "vector" not in (tmp_path / "out.jsonl").read_text()


def test_a_file_that_is_there_is_not_written_over(filled: Command, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("mine")

    ran = filled("export", "out.jsonl")

    assert ran.code == 2
    assert "--force" in ran.err
    assert (tmp_path / "out.jsonl").read_text() == "mine"


def test_a_wrong_line_is_named_and_nothing_is_imported(filled: Command, tmp_path: Path) -> None:
    filled("export", "out.jsonl")
    lines = lines_of(tmp_path / "out.jsonl")
    del lines[1]["round"]["said_at"]
    (tmp_path / "wrong.jsonl").write_text("\n".join(json.dumps(line) for line in lines))

    ran = filled("import", "wrong.jsonl", "--data-dir", "other")

    assert ran.code == 2
    assert "line 2: round.said_at: is missing" in ran.err
    assert not (tmp_path / "other").exists()


def test_an_archive_of_a_newer_daybook_is_refused(filled: Command, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text('{"archive": {"version": 99, "owner": "me", "posted": true}}\n')

    ran = filled("import", "new.jsonl")

    assert ran.code == 2
    assert "newer Daybook" in ran.err


def test_what_was_forgotten_since_is_not_brought_back(filled: Command, tmp_path: Path) -> None:
    post_facts(tmp_path / "data")
    filled("export", "out.jsonl")
    text = (tmp_path / "out.jsonl").read_bytes()
    filled("forget", "--session", FIRST, "--yes")
    (tmp_path / "kept-elsewhere.jsonl").write_bytes(text)

    added = filled("import", "kept-elsewhere.jsonl", "--json").json

    assert [(owner["added"], owner["skipped"]) for owner in added["owners"]] == [(0, 2)]
    with Daybook.open(tmp_path / "data") as daybook:
        assert set(known(daybook, "me")) == {MUNICH, PARROT}


def test_items_of_agents_come_along_as_they_were_and_alone_if_there_is_nothing_else(
    daybook: Command, tmp_path: Path
) -> None:
    with Daybook.open() as memory:
        store = DaybookStore(memory, owner="ada")
        store.put(("notes", "ada"), "tea", {"text": "Ada likes oolong", "half": "\ud83d"}, index=["text"])
        store.put(("notes", "ada"), "brief", {"text": "soon gone"}, ttl=60)
        store.put(("notes", "ada"), "over", {"text": "gone"}, ttl=0)
        before = {item.key: item for item in store.search(())}

    written = daybook("export", "ada.jsonl", "--owner", "ada", "--json").json
    first = daybook("import", "ada.jsonl", "--data-dir", "other", "--owner", "bob")
    again = daybook("import", "ada.jsonl", "--data-dir", "other", "--owner", "bob")

    assert (written["rounds"], written["items"]) == (0, 2)
    assert (first.code, again.code) == (0, 0)
    with Daybook.open("other") as memory:
        store = DaybookStore(memory, owner="bob")
        after = {item.key: item for item in store.search((), refresh_ttl=False)}
        assert store.search((), query="oolong", limit=1)[0].key == "tea"
    assert after["brief"] == before["brief"]
    assert after["tea"].value == {"text": "Ada likes oolong", "half": "\N{REPLACEMENT CHARACTER}"}
    assert after["tea"].created_at == before["tea"].created_at


def test_a_forgotten_item_is_taken_out_of_exports_and_no_import_brings_it_back(
    daybook: Command, tmp_path: Path
) -> None:
    with Daybook.open() as memory:
        store = DaybookStore(memory, owner="me")
        store.put(("notes",), "tea", {"text": "I like oolong"})
        store.put(("notes",), "bread", {"text": "I like rye bread"})
    assert daybook("export", "me.jsonl").code == 0
    (tmp_path / "copy.jsonl").write_bytes((tmp_path / "me.jsonl").read_bytes())

    receipt = daybook("forget", "--phrase", "oolong", "--yes", "--json").json

    assert receipt["verified"]
    assert receipt["removed"]["items"] == receipt["removed"]["export_lines"] == 1
    assert b"oolong" not in (tmp_path / "me.jsonl").read_bytes()
    assert daybook("import", "copy.jsonl", "--json").code == 0
    with Daybook.open() as memory:
        assert [item.key for item in DaybookStore(memory, owner="me").search(())] == ["bread"]


@pytest.mark.parametrize(
    "change", [{"namespace": ["a.b"]}, {"namespace": [""]}, {"value": 3}, {"ttl": -1}, {"created_at": "noon"}]
)
def test_a_garbled_item_refuses_the_whole_archive(
    daybook: Command, tmp_path: Path, change: dict[str, object]
) -> None:
    with Daybook.open() as memory:
        DaybookStore(memory, owner="me").put(("notes",), "tea", {"text": "I like oolong"})
    daybook("export", "me.jsonl")
    lines = lines_of(tmp_path / "me.jsonl")
    lines[-1]["item"] |= change
    (tmp_path / "bad.jsonl").write_text("\n".join(map(json.dumps, lines)))

    done = daybook("import", "bad.jsonl", "--data-dir", "other")

    assert done.code == 2
    assert done.err.count("\n") == 1
    with Daybook.open("other") as memory:
        assert memory.stats().items == 0


def test_an_archive_of_an_older_daybook_is_read(filled: Command, tmp_path: Path) -> None:
    filled("export", "new.jsonl")
    lines = lines_of(tmp_path / "new.jsonl")
    lines[0]["archive"]["version"] = 2
    (tmp_path / "old.jsonl").write_text("\n".join(map(json.dumps, lines)))

    added = filled("import", "old.jsonl", "--data-dir", "other", "--json").json

    assert [(owner["owner"], owner["added"]) for owner in added["owners"]] == [("me", 2)]
