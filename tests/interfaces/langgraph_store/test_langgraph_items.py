"""What is put is there, at its place, until it is put anew or deleted."""

import asyncio
from typing import Any

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, Item, ListNamespacesOp, Op, PutOp, SearchOp

from daybook import Daybook, DaybookStore
from tests.interfaces.langgraph_store.conftest import Clock, OpenMemory

BERTHS = ("harbour", "berths")


def test_an_item_comes_back_as_it_was_put(store: DaybookStore, clock: Clock) -> None:
    value = {
        "boat": "Petrel",
        "length": 9.5,
        "tags": ["sloop", None, True],
        "owner": {"näme": "Jo \ud83d\x00"},
    }
    store.put(BERTHS, "b/7_%.", value)

    item = store.get(BERTHS, "b/7_%.")

    assert item is not None
    assert item == Item(
        value=value, key="b/7_%.", namespace=BERTHS, created_at=clock.now, updated_at=clock.now
    )
    assert item.dict()["created_at"] == "2025-03-01T12:00:00+00:00"
    assert store.get(BERTHS, "b/8") is None
    assert store.get(("harbour",), "b/7_%.") is None


def test_a_value_put_again_keeps_when_it_was_made_and_is_later(store: DaybookStore, clock: Clock) -> None:
    store.put(BERTHS, "b7", {"boat": "Petrel"})
    made = clock.now
    store.put(BERTHS, "b7", {"boat": "Skua"})
    at_once = store.get(BERTHS, "b7")
    clock.move(minutes=5)
    store.put(BERTHS, "b7", {"boat": "Fulmar"})

    item = store.get(BERTHS, "b7")

    assert at_once is not None
    assert item is not None
    assert item.value == {"boat": "Fulmar"}
    assert (at_once.created_at, item.created_at) == (made, made)
    assert made < at_once.updated_at < item.updated_at == clock.now
    assert [one.value for one in store.search(BERTHS)] == [{"boat": "Fulmar"}]


def test_a_deleted_item_is_gone_and_may_be_made_anew(store: DaybookStore, clock: Clock) -> None:
    store.put(BERTHS, "b7", {"boat": "Petrel"})
    store.delete(BERTHS, "b8")
    store.delete(BERTHS, "b7")
    assert store.get(BERTHS, "b7") is None
    assert store.search(BERTHS, query="Petrel") == []
    assert store.list_namespaces() == []
    clock.move(minutes=1)

    store.put(BERTHS, "b7", {"boat": "Petrel"})

    item = store.get(BERTHS, "b7")
    assert item is not None
    assert item.created_at == clock.now


def test_each_result_of_a_batch_stands_at_the_place_of_its_operation(store: DaybookStore) -> None:
    store.put(BERTHS, "b1", {"boat": "Petrel"})
    store.put(("harbour", "crews"), "c1", {"boat": "Skua"})
    ops: list[Op] = [
        SearchOp(("harbour",), filter={"boat": "Petrel"}),
        PutOp(BERTHS, "b2", {"boat": "Fulmar"}),
        GetOp(BERTHS, "b1"),
        ListNamespacesOp(),
        PutOp(BERTHS, "b1", None),
        GetOp(BERTHS, "b9"),
    ]

    found, put, got, namespaces, deleted, missing = store.batch(ops)

    assert isinstance(found, list)
    assert isinstance(got, Item)
    assert [hit.key for hit in found if isinstance(hit, Item)] == ["b1"]
    assert got.value == {"boat": "Petrel"}
    assert namespaces == [("harbour", "berths"), ("harbour", "crews")]
    assert (put, deleted, missing) == (None, None, None)
    assert store.get(BERTHS, "b1") is None
    assert store.get(BERTHS, "b2") is not None


def test_a_batch_reads_before_it_writes_and_the_later_put_of_a_place_counts(store: DaybookStore) -> None:
    results = store.batch(
        [
            PutOp(BERTHS, "b1", {"boat": "Petrel"}),
            GetOp(BERTHS, "b1"),
            PutOp(BERTHS, "b1", {"boat": "Skua"}),
            PutOp(BERTHS, "b2", {"boat": "Fulmar"}),
            PutOp(BERTHS, "b2", None),
        ]
    )

    assert results == [None] * 5
    assert [one.value for one in store.search(())] == [{"boat": "Skua"}]


def test_a_value_that_is_no_json_is_refused_and_nothing_of_the_batch_is_put(store: DaybookStore) -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        store.batch([PutOp(BERTHS, "b1", {"boat": "Petrel"}), PutOp(BERTHS, "b2", {"boat": object()})])

    assert store.search(()) == []


@pytest.mark.parametrize(
    "namespace", [(), ("boats.old",), ("boats", ""), ("boats", "a\x00b"), ("langgraph", "x")]
)
def test_a_namespace_that_langgraph_forbids_is_refused(
    store: DaybookStore, namespace: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "b1", {"boat": "Petrel"})


@pytest.mark.parametrize("op", [GetOp(("a.b",), "k"), PutOp(("a.b",), "k", {}), SearchOp(("a.b",))])
def test_a_label_with_a_dot_cannot_reach_another_namespace_past_the_methods(
    store: DaybookStore, op: Any
) -> None:
    store.put(("a", "b"), "k", {"boat": "Petrel"})

    with pytest.raises(InvalidNamespaceError):
        store.batch([op])

    assert [one.value for one in store.search(())] == [{"boat": "Petrel"}]


async def test_asynchronous_calls_do_the_same_and_many_at_once_lose_nothing(store: DaybookStore) -> None:
    await asyncio.gather(*(store.aput(BERTHS, f"b{number}", {"number": number}) for number in range(20)))
    await asyncio.gather(*(store.adelete(BERTHS, f"b{number}") for number in range(5)))

    found = await store.asearch(BERTHS, limit=50)

    assert sorted(hit.value["number"] for hit in found) == list(range(5, 20))
    assert (await store.aget(BERTHS, "b5")) is not None
    assert (await store.aget(BERTHS, "b4")) is None
    assert await store.alist_namespaces() == [BERTHS]


async def test_blocking_calls_work_in_a_running_event_loop(store: DaybookStore) -> None:
    store.put(BERTHS, "b1", {"boat": "Petrel"})

    assert [one.key for one in store.search(BERTHS, query="Petrel")] == ["b1"]


def test_what_was_put_is_there_when_the_memory_is_opened_again(open_memory: OpenMemory) -> None:
    memory = open_memory()
    DaybookStore(memory, owner="ada").put(BERTHS, "b1", {"boat": "Petrel"})
    memory.close()

    again = DaybookStore(open_memory(), owner="ada")

    assert [one.key for one in again.search(BERTHS, query="Petrel")] == ["b1"]


def test_two_stores_of_one_memory_see_what_the_other_put_and_deleted(open_memory: OpenMemory) -> None:
    one, other = (DaybookStore(open_memory(), owner="ada") for _ in range(2))
    one.put(BERTHS, "b1", {"boat": "Petrel"})
    other.put(BERTHS, "b2", {"boat": "Skua"})
    assert {item.key for item in one.search((), query="Petrel")} == {"b1", "b2"}
    assert {item.key for item in other.search((), query="Petrel")} == {"b1", "b2"}

    one.delete(BERTHS, "b2")
    other.put(BERTHS, "b1", {"boat": "Fulmar"})

    for store in (one, other):
        assert [item.value for item in store.search((), query="Fulmar")] == [{"boat": "Fulmar"}]


def test_items_are_counted_and_sound_and_no_evidence(memory: Daybook, store: DaybookStore) -> None:
    store.put(BERTHS, "b1", {"boat": "My boat is called Petrel."})

    assert memory.stats().items == 1
    assert [finding.name for finding in memory.check() if not finding.ok] == []
    assert "items" in [finding.name for finding in memory.check()]
    assert memory.ask("What is my boat called?", owner="ada").not_known
