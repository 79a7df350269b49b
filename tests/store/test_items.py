"""Items: put, read, listed, searched, expired and deleted, by owner, in either database."""

from typing import Any

import pytest

from daybook.store import Store
from daybook.store.item_values import NewItem
from tests.store.conversations import MAY

pytestmark = pytest.mark.both_databases

HARBOUR = ("harbour", "boats")


def boat(key: str, *, name: str = "Petrel", namespace: tuple[str, ...] = HARBOUR, **more: Any) -> NewItem:
    return NewItem(namespace, key, {"name": name, **more})


async def test_an_item_is_read_as_it_was_put(store: Store) -> None:
    odd = {"text": "a \x00 sign, half a \ud83d and a \x1a", "list": [1, 2.5, None, True], "inner": {"é": "ß"}}
    await store.items.put("ada", [NewItem(HARBOUR, "odd/%_.\x00", odd)], at=MAY)

    item = store.items.table.get("ada", (HARBOUR, "odd/%_.\x00"), at=MAY)

    assert item is not None
    assert (item.namespace, item.key, item.value) == (HARBOUR, "odd/%_.\x00", odd)
    assert (item.created_at, item.updated_at) == (MAY, MAY)
    assert store.items.table.get("ada", (HARBOUR, "other"), at=MAY) is None
    assert store.items.table.get("bob", (HARBOUR, "odd/%_.\x00"), at=MAY) is None
    assert store.items.table.get("ada", (("harbour",), "odd/%_.\x00"), at=MAY) is None
    assert (await store.items.index("ada")).words.search("sign", limit=5)
    assert all(finding.ok for finding in store.check())
