"""What is read of an owner's rounds without reading them all."""

from __future__ import annotations

import pytest

from daybook.store import Store
from tests.store.conversations import numbered
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
    for one in bad:
        change(store.data_dir, "UPDATE turns SET content = 'another' WHERE round_id = ?", one.round_id)

    assert store.first_unposted("ada", 1) == ([last], False)
