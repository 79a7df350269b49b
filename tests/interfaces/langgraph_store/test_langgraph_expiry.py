"""Items with a time to live: gone when it is over, unless they were read."""

import pytest

from daybook import Daybook, DaybookStore
from tests.interfaces.langgraph_store.conftest import Clock

NOTES = ("desk", "notes")


def test_an_item_is_gone_after_its_minutes(store: DaybookStore, clock: Clock) -> None:
    store.put(NOTES, "brief", {"text": "tea at four"}, ttl=10)
    store.put(NOTES, "lasting", {"text": "tea at five"})
    clock.move(minutes=9.9)
    assert store.get(NOTES, "brief", refresh_ttl=False) is not None
    clock.move(minutes=0.1)

    assert store.get(NOTES, "brief") is None
    assert [item.key for item in store.search(NOTES)] == ["lasting"]
    assert [item.key for item in store.search(NOTES, query="tea at four")] == ["lasting"]


def test_a_namespace_of_expired_items_alone_is_not_listed(store: DaybookStore, clock: Clock) -> None:
    store.put(NOTES, "brief", {"text": "tea"}, ttl=1)
    clock.move(minutes=2)

    assert store.list_namespaces() == []


def test_reading_begins_the_time_anew_unless_it_is_told_not_to(store: DaybookStore, clock: Clock) -> None:
    for key in ("got", "found", "asked", "left"):
        store.put((*NOTES, key), key, {"text": key}, ttl=10)
    clock.move(minutes=8)
    assert store.get((*NOTES, "got"), "got") is not None
    assert len(store.search((*NOTES, "found"))) == 1
    assert len(store.search((*NOTES, "asked"), query="asked")) == 1
    assert store.get((*NOTES, "left"), "left", refresh_ttl=False) is not None
    assert len(store.search((*NOTES, "left"), refresh_ttl=False)) == 1
    clock.move(minutes=8)

    assert {item.key for item in store.search(NOTES, refresh_ttl=False)} == {"got", "found", "asked"}


def test_putting_anew_begins_the_time_anew_or_ends_it(store: DaybookStore, clock: Clock) -> None:
    for key in ("longer", "forever"):
        store.put(NOTES, key, {"text": key}, ttl=10)
    clock.move(minutes=8)
    for key, ttl in (("longer", 10.0), ("forever", None)):
        store.put(NOTES, key, {"text": key}, ttl=ttl)
    clock.move(minutes=8)
    assert {item.key for item in store.search(NOTES, refresh_ttl=False)} == {"longer", "forever"}
    clock.move(minutes=9)

    assert {item.key for item in store.search(NOTES)} == {"forever"}


def test_the_configuration_gives_the_time_and_whether_reading_renews_it(
    memory: Daybook, clock: Clock
) -> None:
    store = DaybookStore(memory, owner="ada", ttl={"default_ttl": 5, "refresh_on_read": False})
    store.put(NOTES, "brief", {"text": "tea"})
    store.put(NOTES, "lasting", {"text": "tea"}, ttl=None)
    clock.move(minutes=3)
    assert store.get(NOTES, "brief") is not None
    clock.move(minutes=3)

    assert [item.key for item in store.search(NOTES)] == ["lasting"]


def test_what_has_expired_is_deleted_by_the_next_put_and_by_a_sweep(
    memory: Daybook, store: DaybookStore, clock: Clock
) -> None:
    for number in range(3):
        store.put(NOTES, f"k{number}", {"text": "tea"}, ttl=1)
    clock.move(minutes=2)
    assert memory.stats().items == 3
    store.put(NOTES, "new", {"text": "tea"}, ttl=1)
    assert memory.stats().items == 1
    clock.move(minutes=2)

    assert store.sweep_ttl() == 1

    assert memory.stats().items == 0


def test_an_item_put_where_one_expired_is_a_new_one(store: DaybookStore, clock: Clock) -> None:
    store.put(NOTES, "brief", {"text": "tea"}, ttl=1)
    clock.move(minutes=2)
    store.put(NOTES, "brief", {"text": "tea"})

    item = store.get(NOTES, "brief")

    assert item is not None
    assert item.created_at == clock.now


@pytest.mark.parametrize("bound", [True, False])
def test_a_sweep_is_of_the_owner_that_the_store_is_bound_to_or_of_all(
    memory: Daybook, clock: Clock, bound: bool
) -> None:
    for owner in ("ada", "bob"):
        DaybookStore(memory, owner=owner).put((owner,), "brief", {"text": "tea"}, ttl=1)
    clock.move(minutes=2)
    store = DaybookStore(memory, owner="ada") if bound else DaybookStore(memory, owner_at=0)

    assert store.sweep_ttl() == (1 if bound else 2)
