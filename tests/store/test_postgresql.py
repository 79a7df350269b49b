"""A real PostgreSQL: walls between owners, several stores at once, and what its errors say."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from daybook.conversation.errors import StoreBusy, StoreError
from daybook.store import BySession, Store, StorePlace
from daybook.store.sql import database as module
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import metadata
from tests.postgres_server import ADMIN, Databases
from tests.store.bag_of_words import opened
from tests.store.conversations import numbered
from tests.store.inspection import sessions_with

GLOBAL = {"meta", "tombstones"}
"""Tables that hold nothing of what anybody said."""


@pytest.fixture
def url(databases: Databases) -> str:
    return databases.new()


@pytest.fixture
def two(tmp_path: Path, url: str) -> Iterator[tuple[Store, Store]]:
    """Two stores of one database, as of two machines."""
    stores = [opened(StorePlace(tmp_path / name, url)) for name in ("one", "two")]
    yield stores[0], stores[1]
    for store in stores:
        store.close()


async def test_a_query_without_an_owner_sees_nothing_and_with_one_their_rows_alone(
    two: tuple[Store, Store], url: str
) -> None:
    import psycopg

    store, _ = two
    await store.add("ada", [numbered(1)])
    await store.add("bob", [numbered(2), numbered(3)])
    walled = [table.name for table in metadata.sorted_tables if table.name not in GLOBAL]
    parts = make_url(url)
    counts = {}
    with psycopg.connect(host=str(parts.query["host"]), user=parts.username, dbname=parts.database) as raw:
        for owner in ("", "ada", "bob"):
            raw.execute("SELECT set_config('daybook.owner', %s, false)", [owner])
            for table in walled:
                counts[owner, table] = raw.execute(f"SELECT count(*) FROM {table}").fetchone()
        raw.execute("SELECT set_config('daybook.owner', 'ada', false)")
        gone = raw.execute("DELETE FROM sessions").rowcount
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            raw.execute("INSERT INTO owners (owner) VALUES ('eve')")
        raw.rollback()

    assert {counts["", table] for table in walled} == {(0,)}
    assert (counts["ada", "rounds"], counts["bob", "rounds"]) == ((2,), (4,))
    assert (counts["ada", "owners"], counts["ada", "index_rows"]) == ((1,), (2,))
    assert gone == 1


async def test_a_role_above_the_walls_is_named(url: str) -> None:
    database = Database(make_url(url).set(username=ADMIN))
    assert database.problems() == ["its role is above the walls between owners: use one that is no superuser"]
    database.close()


async def test_what_one_machine_writes_and_forgets_the_other_sees_at_once(two: tuple[Store, Store]) -> None:
    first, second = two
    await first.add("ada", [numbered(1), numbered(2)])
    assert await sessions_with(second, "plum2x1") == ["s2"]

    assert (await second.forget("ada", BySession("s2"))).verified

    assert await sessions_with(first, "plum2x1") == []
    assert await sessions_with(first, "plum1x1") == ["s1"]
    assert all(finding.ok for finding in first.check())


@pytest.mark.slow
async def test_writers_of_one_owner_follow_each_other_and_nothing_is_lost(two: tuple[Store, Store]) -> None:
    await asyncio.gather(
        *(two[number % 2].add("ada", [numbered(number)]) for number in range(12)),
        *(two[number % 2].add("bob", [numbered(number)]) for number in range(6)),
    )

    for store in two:
        assert len(store.sessions("ada")) == 12
        assert len((await store.index("ada")).words.rounds) == 24
        assert all(finding.ok for finding in store.check())


async def test_who_waits_too_long_is_told_and_nothing_is_written(
    two: tuple[Store, Store], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two[0].add("ada", [numbered(1)])
    monkeypatch.setattr(module, "_WAIT", "200ms")
    database, begun, done = Database(make_url(url)), threading.Event(), threading.Event()

    def hold() -> None:
        with database.writing("ada"):
            begun.set()
            done.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    begun.wait(20)
    try:
        with pytest.raises(StoreBusy, match="another process is writing"):
            await two[1].add("ada", [numbered(2)])
        await two[1].add("bob", [numbered(3)])  # others do not wait
    finally:
        done.set()
        holder.join()
        database.close()

    assert [summary.session_id for summary in two[0].sessions("ada")] == ["s1"]


def test_a_server_that_is_away_is_said_in_one_line_without_the_password(tmp_path: Path) -> None:
    url = f"postgresql+psycopg://daybook:hunter2@/memory?host={tmp_path}"

    with pytest.raises(StoreError, match="the server cannot be used") as caught:
        opened(StorePlace(tmp_path / "data", url))

    assert "hunter2" not in str(caught.value)
    assert "\n" not in str(caught.value)
