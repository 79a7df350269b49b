"""What is read of rounds and sessions."""

from dataclasses import replace

import pytest

from daybook.store import BySession, Store
from tests.store.conversations import numbered
from tests.store.inspection import holds_bytes
from tests.store.test_store_garbled_truth import change


@pytest.mark.both_databases
async def test_the_first_unposted_rounds_come_as_they_were_said_and_what_waits_is_told(store: Store) -> None:
    await store.add("ada", [numbered(number) for number in (3, 1, 2)])
    await store.add("bob", [numbered(0)])
    waiting = store.ledgers.unposted("ada")

    assert store.first_unposted("ada", 2) == (waiting[:2], True)
    assert store.first_unposted("ada", len(waiting) - 1) == (waiting[:-1], True)
    assert store.first_unposted("ada", len(waiting)) == (waiting, False)
    assert store.first_unposted("eve", 2) == ([], False)


async def test_rounds_that_cannot_be_read_keep_none_behind_them_from_being_posted(store: Store) -> None:
    await store.add("ada", [numbered(number) for number in range(4)])
    *bad, last = store.ledgers.unposted("ada")
    for round_ in bad:
        change(store.data_dir, "UPDATE turns SET content = 'another' WHERE round_id = ?", round_.round_id)

    assert store.first_unposted("ada", 1) == ([last], False)


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
