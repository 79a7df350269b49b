"""Items of owners: forgotten with proof, behind walls, and repaired where their rows are damaged."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, make_url, select, update

from daybook.conversation import TimeRange
from daybook.conversation.errors import StoreError
from daybook.store import ByPhrase, ByTime, Everything, Store
from daybook.store.item_values import NewItem
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import item_vectors, items
from tests.store.bag_of_words import BagOfWords
from tests.store.conversations import MAY, reply, session, user
from tests.store.inspection import holds_bytes

pytestmark = pytest.mark.both_databases

HARBOUR = ("harbour", "boats")
LATER = MAY + timedelta(days=3)


def boat(key: str, text: str, **more: Any) -> NewItem:
    return NewItem(HARBOUR, key, {"text": text, **more})


def keys_of(store: Store, owner: str = "ada") -> list[str]:
    return [item.key for item in store.items.table.all_of(owner)[0]]


async def test_forgetting_everything_takes_items_with_rounds_and_leaves_no_byte(store: Store) -> None:
    await store.add("ada", [session("s", user("The ferry left."), reply("It did."))])
    await store.items.put("ada", [boat("skiff", "Grandmother's skiff lies upside down")], at=MAY)
    await store.items.put("bob", [boat("barge", "A barge full of gravel lies here")], at=MAY)
    vector = (await BagOfWords().embed(["text: Grandmother's skiff lies upside down"]))[0].astype("<f4")

    receipt = await store.forget("ada", Everything())

    assert receipt.verified
    assert (receipt.removed["items"], receipt.removed["rounds"], receipt.removed["vectors"]) == (1, 1, 3)
    assert not holds_bytes(store.data_dir, b"Grandmother's skiff", vector.tobytes())
    assert (keys_of(store), keys_of(store, "bob")) == ([], ["barge"])
    assert len((await store.items.index("ada")).rounds) == 0


async def test_a_phrase_takes_the_items_that_hold_it_anywhere(store: Store) -> None:
    found = {"inner": {"list": ["tar", "the skiff of my grandmother"]}}
    await store.items.put(
        "ada",
        [
            NewItem(HARBOUR, "deep", found, fields=()),
            NewItem(HARBOUR, "grandmother", {"text": "by its key"}),
            NewItem(("grandmother",), "label", {"text": "by its namespace"}),
            boat("near", "grandmotherly"),
        ],
        at=MAY,
    )

    preview = store.preview_forget("ada", ByPhrase("grandmother"))
    receipt = await store.forget("ada", ByPhrase("grandmother"))

    assert preview.removed["items"] == receipt.removed["items"] == 2
    assert set(preview.texts) == {"tar", "the skiff of my grandmother", "by its key"}
    assert receipt.verified
    assert keys_of(store) == ["label", "near"]


async def test_a_stretch_of_time_takes_what_was_last_put_in_it(store: Store) -> None:
    await store.items.put("ada", [boat("old", "tar"), boat("changed", "tar")], at=MAY)
    await store.items.put("ada", [boat("changed", "paint")], at=LATER)

    receipt = await store.forget("ada", ByTime(TimeRange(MAY, LATER)))

    assert receipt.removed["items"] == 1
    assert keys_of(store) == ["changed"]


async def test_what_is_forgotten_may_be_put_again(store: Store) -> None:
    await store.items.put("ada", [boat("skiff", "a skiff with a broken rudder")], at=MAY)
    await store.forget("ada", Everything())

    await store.items.put("ada", [boat("skiff", "a new skiff")], at=LATER)

    assert keys_of(store) == ["skiff"]


async def test_a_damaged_row_of_vectors_is_made_anew(store: Store) -> None:
    await store.items.put("ada", [boat("skiff", "a skiff"), boat("barge", "a barge")], at=MAY)
    with store._database.writing(None) as connection:
        connection.execute(update(item_vectors).values(words=b"\x00" * 11))
    assert [finding.name for finding in store.check() if not finding.ok] == ["items"]

    index = await store.items.index("ada")

    assert len(index.words.search("barge", limit=5)) == 1
    assert all(finding.ok for finding in store.check())


async def test_an_item_that_something_else_changed_is_left_out_and_named(store: Store) -> None:
    await store.items.put("ada", [boat("skiff", "a skiff"), boat("barge", "a barge")], at=MAY)
    with store._database.writing(None) as connection:
        skiff = items.c.key == "skiff"
        connection.execute(update(items).where(skiff).values(value={"text": "a yacht"}))

    assert store.items.table.get("ada", (HARBOUR, "skiff")) is None
    assert keys_of(store) == ["barge"]
    assert [finding.detail for finding in store.check() if not finding.ok] == [
        "1 of them are not as they were put: put a copy of the database back"
    ]
    with pytest.raises(StoreError, match="nothing is forgotten"):
        await store.forget("ada", ByPhrase("yacht"))


async def test_owners_are_walls_in_the_database_itself(store: Store, database_url: str | None) -> None:
    for owner in ("ada", "bob"):
        await store.items.put(owner, [boat("skiff", f"the skiff of {owner}")], at=MAY)
    if database_url is None:
        return  # SQLite has no policies: one file is one user's
    database = Database(make_url(database_url))
    with database.reading("ada") as connection:
        counts = [select(func.count()).select_from(table) for table in (items, item_vectors)]
        seen = [connection.execute(query).scalar() for query in counts]
    database.close()

    assert seen == [1, 1]
