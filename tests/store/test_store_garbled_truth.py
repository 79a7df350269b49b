import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from daybook.conversation.errors import StoreError
from daybook.store import BySession, CheckResult, Store
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, numbered, session, user
from tests.store.inspection import near
from tests.store.test_store_ledger import FADED, LIVES, WRITTEN

SECRET = "plum1x0"


def change(data_dir: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(data_dir / "daybook.sqlite")) as database, database:
        database.execute("PRAGMA foreign_keys=OFF")
        assert database.execute(statement, values).rowcount > 0


def finding(store: Store, name: str) -> CheckResult:
    return next(result for result in store.check() if result.name == name)


@pytest.mark.parametrize("column", ["content", "speaker"])
async def test_a_round_that_is_not_utf8_is_read_around_and_named_but_never_quoted(
    open_store: OpenStore, caplog: pytest.LogCaptureFixture, column: str
) -> None:
    store = open_store()
    await store.add("ada", [numbered(1), numbered(2)])
    await store.add("bob", [numbered(3)])
    bad, good, *others = (round_.round_id for round_ in store.all_rounds("ada"))
    store.close()
    garbled = f"UPDATE turns SET {column} = CAST(? AS TEXT) WHERE round_id = ? AND role = 'user'"
    change(store.data_dir, garbled, SECRET.encode() + b" \xff\xfe\xc3", bad)

    store = open_store()
    with caplog.at_level(logging.WARNING):
        read = [round_.round_id for round_ in store.all_rounds("ada")]
    assert read == [good, *others]
    assert [bad in line for line in caplog.messages] == [True]
    assert store.rounds("ada", [bad, good])[0].round_id == good
    assert len(store.sessions("ada")) == 2
    assert (await store.index("ada")).words.search("jam1x1", limit=1)[0][0] == good
    assert {key.round_id for key in await near(store, limit=9)} >= {good, *others}

    wrong = finding(store, "rounds")
    assert (wrong.ok, bad in wrong.detail, good in wrong.detail) == (False, True, False)
    assert SECRET not in caplog.text + wrong.detail


async def test_rounds_that_are_not_what_their_ids_say_are_found(open_store: OpenStore) -> None:
    store = open_store()
    await store.add("ada", [numbered(number) for number in range(4)])
    assert finding(store, "rounds").ok
    names = [round_.round_id for round_ in store.all_rounds("ada")]
    change(store.data_dir, "UPDATE turns SET content = 'I never said so.' WHERE round_id = ?", names[2])

    wrong = finding(store, "rounds")

    assert not wrong.ok
    assert wrong.detail.startswith(f"1 of them are not as they were said: {names[2]};")
    assert "never said" not in wrong.detail


async def test_an_emptied_truth_beside_full_vectors_is_found(open_store: OpenStore) -> None:
    store = open_store()
    assert finding(store, "rounds").ok
    await store.add("ada", [numbered(1)])
    await store.add("bob", [numbered(2)])
    store.close()
    for table in ("rounds", "turns", "sessions"):
        change(store.data_dir, f"DELETE FROM {table} WHERE owner_pk = 1")
    change(store.data_dir, "DELETE FROM index_rows")

    wrong = finding(open_store(), "rounds")

    assert not wrong.ok
    assert wrong.detail.startswith("1 indexes are of owners whose rounds were lost")


@pytest.mark.parametrize("draft", [b"\xff\xfe", b'{"kind": "write", "cause": "plum1x0"'])
async def test_an_event_that_cannot_be_read_is_left_out_and_named_but_never_quoted(
    store: Store, caplog: pytest.LogCaptureFixture, draft: bytes
) -> None:
    await store.add("ada", [session("s1", user("I live in Berlin"))])
    first, second = store.ledgers.post("ada", [WRITTEN, FADED], posted_at=MAY)
    store.ledgers.changed("ada")
    statement = "UPDATE ledger_events SET draft = CAST(? AS TEXT) WHERE ledger_event_pk = ?"
    change(store.data_dir, statement, draft, second.event_id)

    with caplog.at_level(logging.WARNING):
        ledger = store.ledgers.of("ada")

    assert ledger.records == {LIVES.record_id: LIVES}
    assert store.ledgers.unreadable("ada") == [second.event_id]
    assert caplog.messages == [f"event {second.event_id} of the ledger cannot be read and is left out"]
    assert first.event_id not in store.ledgers.unreadable("ada")


async def test_forgetting_is_refused_beside_a_round_that_cannot_be_read(store: Store) -> None:
    await store.add("ada", [numbered(1), numbered(2)])
    bad = store.session_rounds("ada", "s1")[0].round_id
    change(store.data_dir, "UPDATE turns SET content = CAST(x'ff' AS TEXT) WHERE round_id = ?", bad)

    with pytest.raises(StoreError, match=f"nothing is forgotten, for rounds cannot be read \\({bad}\\)"):
        await store.forget("ada", BySession("s2"))

    assert len(store.session_rounds("ada", "s2")) == 2


def test_a_damaged_key_of_what_was_forgotten_is_said_in_one_line(open_store: OpenStore) -> None:
    store = open_store()
    store.close()
    change(store.data_dir, "UPDATE meta SET value = 'no key' WHERE name = 'tombstone_key'")

    with pytest.raises(StoreError, match="what was forgotten is damaged; put a copy"):
        open_store()
