from dataclasses import replace

from daybook.store import BySession, Store
from tests.store.conversations import numbered


async def test_a_session_is_listed_by_its_title_or_by_what_was_said_first(store: Store) -> None:
    await store.add("ada", [replace(numbered(1), title="The first"), numbered(2)])

    first, second = store.sessions("ada")

    assert first.title == "The first"
    assert second.title != ""


async def test_a_session_keeps_the_title_that_it_came_with(store: Store) -> None:
    await store.add("ada", [replace(numbered(1), title="The first")])
    await store.add("ada", [replace(numbered(1), title="Another")])

    assert [one.title for one in store.sessions("ada")] == ["The first"]


async def test_a_session_that_is_forgotten_takes_its_title_along(store: Store) -> None:
    await store.add("ada", [replace(numbered(1), title="Zanzibar plans"), numbered(2)])

    receipt = await store.forget("ada", BySession(numbered(1).session_id))

    assert receipt.verified
    assert receipt.removed["titles"] == 1
    assert not any(b"Zanzibar" in path.read_bytes() for path in store.data_dir.rglob("*") if path.is_file())
