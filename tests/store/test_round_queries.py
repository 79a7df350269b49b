"""Queries of rounds and sessions."""

from dataclasses import replace

from daybook.store import BySession, Store
from tests.store.conversations import numbered
from tests.store.inspection import holds_bytes


async def test_a_session_is_listed_by_the_title_that_it_came_with_or_by_what_was_said_first(
    store: Store,
) -> None:
    await store.add("ada", [replace(numbered(1), title="The first"), numbered(2)])
    await store.add("ada", [replace(numbered(1), title="Another")])

    first, second = store.sessions("ada")

    assert first.title == "The first"
    assert second.title != ""


async def test_a_session_that_is_forgotten_takes_its_title_along(store: Store) -> None:
    await store.add("ada", [replace(numbered(1), title="Zanzibar plans"), numbered(2)])

    receipt = await store.forget("ada", BySession(numbered(1).session_id))

    assert receipt.verified
    assert receipt.removed["titles"] == 1
    assert not holds_bytes(store.data_dir, b"Zanzibar")
