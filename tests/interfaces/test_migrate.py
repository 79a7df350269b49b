"""`daybook migrate`: everything of a store is at the other place, or nothing is."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from daybook import Daybook, DaybookStore
from daybook.store import FILE, ByPhrase, places as migrating_module
from tests.interfaces.daybook_command import Command
from tests.postgres_server import Databases

ODD = "I keep a \x00 sign, half a \ud83d character and a \x1a mark."


@pytest.fixture
def lived(filled: Command) -> Command:
    """A memory in which every table has rows: facts, exports, tokens, items, and what was forgotten."""
    assert filled("chat", stdin="I live in Berlin.\nI have a dog called Rex.\n").code == 0
    assert filled("ledger", "add", "I live in Berlin.", "--slot", "identity.residence").code == 0
    assert filled("export", "me.jsonl").code == 0
    assert filled("token", "new", "--owner", "me").code == 0
    with Daybook.open() as daybook:
        DaybookStore(daybook, owner="bob").put(("notes",), "odd", {"text": ODD})
        daybook.chat(ODD, owner="bob")
        daybook.chat("My locker is number 93.", owner="bob")
        daybook.forget(ByPhrase("locker"), owner="bob")
    return filled


@pytest.mark.slow
def test_a_store_goes_to_postgresql_and_back_and_answers_as_it_did(
    lived: Command, databases: Databases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = as_seen(lived)
    url, back = databases.new(), f"sqlite:///{tmp_path / 'back' / 'memory.sqlite'}"

    there = lived("migrate", "--to", url, "--json")

    assert there.code == 0, there.err
    assert there.json["verified"] is True
    assert all(rows for name, rows in there.json["tables"].items() if name != "to_index")
    assert there.json["tables"]["owners"] == 2
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", url)
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path / "elsewhere"))
    assert as_seen(lived) == before
    again = lived("migrate", "--to", back, "--json")
    assert again.json["tables"] == there.json["tables"]
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", back)
    assert as_seen(lived) == before
    with Daybook.open() as daybook:
        item = DaybookStore(daybook, owner="bob").search(("notes",), query="sign")[0]
        assert (item.key, item.value) == ("odd", {"text": ODD})
        first = next(iter(daybook.parts.store.all_rounds("bob")))
        assert first.turns[0].content == ODD
    if (tmp_path / "back").stat().st_mode & 0o777 != 0o777:  # a system with POSIX modes
        assert (tmp_path / "back" / "memory.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_what_is_said_after_the_move_is_kept_and_what_was_forgotten_before_does_not_come_back(
    lived: Command, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = databases.new()
    lived("forget", "--phrase", "Coco", "--yes")
    kept = lived("stats", "--owner", "me", "--json").json["rounds"]
    assert lived("migrate", "--to", url).code == 0
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", url)

    lived("import", "history.json")
    assert lived("stats", "--owner", "me", "--json").json["rounds"] == kept
    assert not any("Coco" in text for text in said_of(lived, "Coco"))

    assert lived("chat", stdin="I bought a violin.\nI live in Hamburg.\n").code == 0
    assert lived("export", "again.jsonl").code == 0
    assert lived("chat", "--owner", "carl", stdin="I live in Rome.\n").code == 0
    assert "I bought a violin." in said_of(lived, "violin")
    assert lived("doctor", "--json").json["sound"]


def test_a_database_that_is_not_empty_is_refused_and_stays_as_it_was(lived: Command, tmp_path: Path) -> None:
    other = tmp_path / "other"
    lived("chat", "--data-dir", str(other), stdin="I am somebody else.\n")
    before = lived("stats", "--data-dir", str(other), "--json").json["rounds"]

    done = lived("migrate", "--to", f"sqlite:///{other / FILE}")
    itself = lived("migrate", "--to", f"sqlite:///{tmp_path / 'data' / FILE}")

    assert (done.code, itself.code) == (2, 2)
    assert "is not empty: a store is copied into an empty database" in done.err
    assert len(done.err.splitlines()) == 1
    assert lived("stats", "--data-dir", str(other), "--json").json["rounds"] == before


GARBLED = {
    "a text that is not UTF-8": ("UPDATE turns SET content = CAST(? AS TEXT)", b"secret \xff"),
    "a text that is none": ("UPDATE turns SET content = ? WHERE role = 'user'", b"secret"),
    "a moment": ("UPDATE rounds SET said_at = ?", "secret"),
    "a moment that may be missing": ("UPDATE turns SET said_at = ?", "secret"),
    "JSON that may be missing": ("UPDATE index_rows SET speakers = ?", "secret"),
    "bytes": ("UPDATE index_rows SET vectors = ?", "secret"),
    "a number": ("UPDATE ledger_events SET checksum = ?", "secret"),
    "a name": ("UPDATE meta SET value = CAST(? AS TEXT)", b"secret \xff"),
    "a row of nobody": ("UPDATE sessions SET owner_pk = ?", 99),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", GARBLED)
def test_a_store_with_something_garbled_is_refused_and_nothing_is_copied(
    lived: Command, tmp_path: Path, what: str
) -> None:
    with sqlite3.connect(tmp_path / "data" / FILE) as database:
        assert database.execute(GARBLED[what][0], [GARBLED[what][1]]).rowcount > 0

    done = lived("migrate", "--to", f"sqlite:///{tmp_path / 'new.sqlite'}")

    assert (done.code, done.out) == (1, "")
    assert "nothing was copied: `daybook doctor` says more" in done.err
    assert len(done.err.splitlines()) == 1
    assert "secret" not in done.err
    with sqlite3.connect(tmp_path / "new.sqlite") as database:
        assert database.execute("SELECT count(*) FROM owners").fetchone() == (0,)


def say_more(_: Path) -> None:
    with Daybook.open() as daybook:
        daybook.chat("One more thing.", owner="me")


def change_one_value(copied: Path) -> None:
    with sqlite3.connect(copied) as database:
        database.execute("UPDATE turns SET content = content || '.' WHERE content LIKE '%parrot%'")


@pytest.mark.slow
@pytest.mark.parametrize(("meanwhile", "table"), [(say_more, "rounds"), (change_one_value, "turns")])
def test_a_copy_that_differs_is_found(
    lived: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[Path], None],
    table: str,
) -> None:
    copy = migrating_module._copy

    def copy_beside(*arguments: Any) -> int:
        done = copy(*arguments)
        meanwhile(tmp_path / "new.sqlite")
        return done

    monkeypatch.setattr(migrating_module, "_copy", copy_beside)

    done = lived("migrate", "--to", f"sqlite:///{tmp_path / 'new.sqlite'}", "--json")

    assert (done.code, done.out) == (1, "")
    assert table in done.err.partition("not the same")[0]


@pytest.mark.slow
def test_a_forgetting_that_was_cut_short_is_to_be_finished_first(lived: Command, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "data" / FILE) as database:
        database.execute("INSERT INTO meta VALUES ('forgetting-1', '{}')")

    done = lived("migrate", "--to", f"sqlite:///{tmp_path / 'new.sqlite'}")

    assert done.code == 1
    assert "a forgetting was cut short; nothing was copied: `daybook doctor`" in done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://ada:sec/ret@127.0.0.1:1/memory",
        "postgresql+psycopg://127.0.0.1:1/memory?user=ada&password=sec/ret",
        "postgresql+psycopg://ada:sec/ret@127.0.0.1:port/memory",
        "mysql://ada:sec/ret@127.0.0.1/memory",
        "postgresql://ada:sec/ret@127.0.0.1/memory",
        "sqlite://",
        "sec/ret",
    ],
)
def test_a_database_that_cannot_be_had_is_said_in_a_line_without_its_password(
    lived: Command, url: str
) -> None:
    done = lived("migrate", "--to", url, "--json")

    assert done.code in (1, 2)
    assert len(done.err.splitlines()) == 1, done.err
    assert "sec/ret" not in done.out + done.err


def test_a_password_is_masked_where_the_copy_is_told(lived: Command, databases: Databases) -> None:
    first, second = (make_url(databases.new()).set(password="sec/ret") for _ in range(2))

    told = lived("migrate", "--to", first.render_as_string(hide_password=False))
    as_json = lived("migrate", "--to", second.render_as_string(hide_password=False), "--json")

    assert (told.code, as_json.code) == (0, 0)
    assert as_json.json["to"].startswith("postgresql+psycopg://***@/copy_")
    assert "ret" not in (told.out + told.err + as_json.out).replace("secret", "")


def as_seen(daybook: Command) -> list[object]:
    """A memory as a user sees it, apart from bytes and times."""
    found = daybook("search", "Where is the car parked?", "--asked-at", "2024-04-01", "--json").json
    stats = daybook("stats", "--json").json
    return [
        daybook("sessions", "--json").json,
        found["rounds"],
        daybook("ledger", "--json").json,
        {name: stats[name] for name in ("owners", "sessions", "rounds", "vectors", "embedder")},
        daybook("doctor", "--json").json["sound"],
    ]


def said_of(daybook: Command, words: str) -> list[str]:
    return [round_["user"] for round_ in daybook("search", words, "--json").json["rounds"]]
