"""An item that is put stays, at its place, until it is put anew or deleted."""

import asyncio
from typing import Any

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, Item, ListNamespacesOp, Op, PutOp, SearchOp

from daybook import Daybook, DaybookStore
from tests.interfaces.langgraph_store.conftest import Clock, got, keys

BERTHS = ("harbour", "berths")
PETREL, SKUA, FULMAR = {"boat": "Petrel"}, {"boat": "Skua"}, {"boat": "Fulmar"}


def values(store: DaybookStore, query: str | None = None) -> list[Any]:
    return [item.value for item in store.search((), query=query)]


def test_an_item_comes_back_as_it_was_put(store: DaybookStore, clock: Clock) -> None:
    value = {**PETREL, "length": 9.5, "tags": ["sloop", None, True], "owner": {"näme": "Jo \ud83d\x00"}}
    store.put(BERTHS, "b/7_%.", value)

    item = got(store, BERTHS, "b/7_%.")

    moments = {"created_at": clock.now, "updated_at": clock.now}
    assert item == Item(value=value, key="b/7_%.", namespace=BERTHS, **moments)
    assert item.dict()["created_at"] == "2025-03-01T12:00:00+00:00"
    assert store.get(BERTHS, "b/8") is None
    assert store.get(("harbour",), "b/7_%.") is None


def test_a_value_put_again_keeps_when_it_was_made_and_is_later(store: DaybookStore, clock: Clock) -> None:
    store.put(BERTHS, "b7", PETREL)
    made = clock.now
    store.put(BERTHS, "b7", SKUA)
    at_once = got(store, BERTHS, "b7")
    clock.move(minutes=5)
    store.put(BERTHS, "b7", FULMAR)

    item = got(store, BERTHS, "b7")

    assert item.value == FULMAR
    assert (at_once.created_at, item.created_at) == (made, made)
    assert made < at_once.updated_at < item.updated_at == clock.now
    assert values(store) == [FULMAR]


def test_each_result_of_a_batch_stands_at_the_place_of_its_operation(store: DaybookStore) -> None:
    store.put(BERTHS, "b1", PETREL)
    store.put(("harbour", "crews"), "c1", SKUA)
    ops: list[Op] = [
        SearchOp(("harbour",), filter=PETREL),
        PutOp(BERTHS, "b2", FULMAR),
        GetOp(BERTHS, "b1"),
        ListNamespacesOp(),
        PutOp(BERTHS, "b1", None),
        GetOp(BERTHS, "b9"),
    ]

    found, put, item, namespaces, deleted, missing = store.batch(ops)

    assert isinstance(found, list)
    assert isinstance(item, Item)
    assert [hit.key for hit in found if isinstance(hit, Item)] == ["b1"]
    assert item.value == PETREL
    assert namespaces == [("harbour", "berths"), ("harbour", "crews")]
    assert (put, deleted, missing) == (None, None, None)
    assert keys(store, BERTHS) == ["b2"]


def test_a_batch_reads_before_it_writes_and_the_later_put_of_a_place_counts(store: DaybookStore) -> None:
    first, again = PutOp(BERTHS, "b1", PETREL), PutOp(BERTHS, "b1", SKUA)
    gone = [PutOp(BERTHS, "b2", FULMAR), PutOp(BERTHS, "b2", None)]

    assert store.batch([first, GetOp(BERTHS, "b1"), again, *gone]) == [None] * 5

    assert values(store) == [SKUA]


def test_a_value_that_is_no_json_is_refused_and_nothing_of_the_batch_is_put(store: DaybookStore) -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        store.batch([PutOp(BERTHS, "b1", PETREL), PutOp(BERTHS, "b2", {"boat": object()})])

    assert values(store) == []


@pytest.mark.parametrize(
    "namespace", [(), ("boats.old",), ("boats", ""), ("boats", "a\x00b"), ("langgraph", "x")]
)
def test_a_namespace_that_langgraph_forbids_is_refused(
    store: DaybookStore, namespace: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "b1", PETREL)


@pytest.mark.parametrize("op", [GetOp(("a.b",), "k"), PutOp(("a.b",), "k", {}), SearchOp(("a.b",))])
def test_a_label_with_a_dot_cannot_reach_another_namespace_past_the_methods(
    store: DaybookStore, op: Any
) -> None:
    store.put(("a", "b"), "k", PETREL)

    with pytest.raises(InvalidNamespaceError):
        store.batch([op])

    assert values(store) == [PETREL]


async def test_asynchronous_calls_do_the_same_and_many_at_once_lose_nothing(store: DaybookStore) -> None:
    await asyncio.gather(*(store.aput(BERTHS, f"b{number}", {"number": number}) for number in range(20)))
    await asyncio.gather(*(store.adelete(BERTHS, f"b{number}") for number in range(5)))

    found = await store.asearch(BERTHS, limit=50)

    assert sorted(hit.value["number"] for hit in found) == list(range(5, 20))
    assert (await store.aget(BERTHS, "b5")) is not None
    assert (await store.aget(BERTHS, "b4")) is None
    assert await store.alist_namespaces() == [BERTHS]
    assert keys(store, BERTHS, limit=50)  # a blocking call in a running event loop


def test_items_are_counted_and_sound_and_no_evidence(memory: Daybook, store: DaybookStore) -> None:
    store.put(BERTHS, "b1", {"boat": "My boat is called Petrel."})

    assert memory.stats().items == 1
    assert [finding.name for finding in memory.check() if not finding.ok] == []
    assert "items" in [finding.name for finding in memory.check()]
    assert memory.ask("What is my boat called?", owner="ada").not_known
