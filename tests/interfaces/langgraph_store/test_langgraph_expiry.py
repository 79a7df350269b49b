"""Items with a time to live: gone when it is over, unless they were read."""

import pytest

from daybook import Daybook, DaybookStore
from tests.interfaces.langgraph_store.conftest import Clock, got, keys

NOTES = ("desk", "notes")


def test_an_item_is_gone_after_its_minutes_and_may_be_put_anew(store: DaybookStore, clock: Clock) -> None:
    store.put(NOTES, "brief", {"text": "tea at four"}, ttl=10)
    store.put(NOTES, "lasting", {"text": "tea at five"})
    store.put(("alone",), "brief", {"text": "tea"}, ttl=10)
    clock.move(minutes=9.9)
    assert store.get(NOTES, "brief", refresh_ttl=False) is not None
    clock.move(minutes=0.1)

    assert store.get(NOTES, "brief") is None
    assert keys(store, NOTES) == keys(store, NOTES, "tea at four") == ["lasting"]
    assert store.list_namespaces() == [NOTES]
    store.put(NOTES, "brief", {"text": "tea"})
    assert got(store, NOTES, "brief").created_at == clock.now


def test_reading_begins_the_time_anew_unless_it_is_told_not_to(store: DaybookStore, clock: Clock) -> None:
    for key in ("got", "found", "asked", "left"):
        store.put((*NOTES, key), key, {"text": key}, ttl=10)
    clock.move(minutes=8)
    assert store.get((*NOTES, "got"), "got") is not None
    assert keys(store, (*NOTES, "found")) == ["found"]
    assert keys(store, (*NOTES, "asked"), "asked") == ["asked"]
    assert store.get((*NOTES, "left"), "left", refresh_ttl=False) is not None
    assert keys(store, (*NOTES, "left"), refresh_ttl=False) == ["left"]
    clock.move(minutes=8)

    assert set(keys(store, NOTES, refresh_ttl=False)) == {"got", "found", "asked"}


def test_putting_anew_begins_the_time_anew_or_ends_it(store: DaybookStore, clock: Clock) -> None:
    for key in ("longer", "forever"):
        store.put(NOTES, key, {"text": key}, ttl=10)
    clock.move(minutes=8)
    for key, ttl in (("longer", 10.0), ("forever", None)):
        store.put(NOTES, key, {"text": key}, ttl=ttl)
    clock.move(minutes=8)
    assert set(keys(store, NOTES, refresh_ttl=False)) == {"longer", "forever"}
    clock.move(minutes=9)

    assert keys(store, NOTES) == ["forever"]


def test_the_configuration_gives_the_time_and_whether_reading_renews_it(
    memory: Daybook, clock: Clock
) -> None:
    store = DaybookStore(memory, owner="ada", ttl={"default_ttl": 5, "refresh_on_read": False})
    store.put(NOTES, "brief", {"text": "tea"})
    store.put(NOTES, "lasting", {"text": "tea"}, ttl=None)
    clock.move(minutes=3)
    assert store.get(NOTES, "brief") is not None
    clock.move(minutes=3)

    assert keys(store, NOTES) == ["lasting"]


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


@pytest.mark.parametrize("bound", [True, False])
def test_a_sweep_is_of_the_owner_that_the_store_is_bound_to_or_of_all(
    memory: Daybook, clock: Clock, bound: bool
) -> None:
    for owner in ("ada", "bob"):
        DaybookStore(memory, owner=owner).put((owner,), "brief", {"text": "tea"}, ttl=1)
    clock.move(minutes=2)
    store = DaybookStore(memory, owner="ada") if bound else DaybookStore(memory, owner_at=0)

    assert store.sweep_ttl() == (1 if bound else 2)
