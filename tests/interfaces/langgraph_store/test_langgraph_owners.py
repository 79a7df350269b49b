"""Owners of items: nothing crosses from one owner to another, and nothing is pooled by default."""

from collections.abc import Callable
from typing import Any

import pytest

from daybook import Daybook, DaybookStore
from daybook.conversation.errors import BadInput
from daybook.store import Everything
from tests.interfaces.langgraph_store.conftest import got, keys

Call = Callable[[DaybookStore], Any]


@pytest.fixture
def shared(memory: Daybook) -> DaybookStore:
    """In ("memories", OWNER, …) the second label says whose it is; two owners have items."""
    store = DaybookStore(memory, owner_at=1)
    for owner in ("ada", "bob"):
        store.put(("memories", owner), "tea", {"text": f"{owner} drinks tea"})
        store.put(("files", owner, "notes"), "a", {"text": f"{owner} writes"})
    return store


@pytest.mark.parametrize("given", [{}, {"owner": ""}, {"owner": "ada", "owner_at": 0}, {"owner_at": -1}])
def test_a_store_is_told_whose_items_are_and_only_once(memory: Daybook, given: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="say whose the items are"):
        DaybookStore(memory, **given)


def test_the_label_at_the_place_says_whose_an_item_is(shared: DaybookStore, memory: Daybook) -> None:
    ada = DaybookStore(memory, owner="ada")

    assert got(shared, ("memories", "ada"), "tea").value == {"text": "ada drinks tea"}
    (bobs,) = shared.search(("memories", "bob"), query="drinks tea")
    assert bobs.namespace == ("memories", "bob")
    assert ada.list_namespaces() == [("files", "ada", "notes"), ("memories", "ada")]
    assert {item.value["text"] for item in ada.search((), limit=99)} == {"ada drinks tea", "ada writes"}


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.search(()),
        lambda store: store.search(("memories",), query="tea"),
        lambda store: store.list_namespaces(),
        lambda store: store.list_namespaces(prefix=("memories",)),
        lambda store: store.list_namespaces(prefix=("memories", "*")),
        lambda store: store.list_namespaces(suffix=("memories", "ada")),
        lambda store: store.get(("memories",), "tea"),
        lambda store: store.put(("memories",), "tea", {"text": "mine"}),
        lambda store: store.delete(("memories",), "tea"),
    ],
)
def test_what_does_not_name_the_owner_is_refused(shared: DaybookStore, call: Call, memory: Daybook) -> None:
    with pytest.raises(BadInput, match=r"label at place 1 \(the first is 0\) names the owner"):
        call(shared)

    assert memory.stats().items == 4


def test_namespaces_are_listed_of_the_owner_that_the_prefix_names(shared: DaybookStore) -> None:
    assert shared.list_namespaces(prefix=("*", "ada")) == [("files", "ada", "notes"), ("memories", "ada")]
    assert shared.list_namespaces(prefix=("files", "bob"), max_depth=1) == [("files",)]
    assert shared.list_namespaces(prefix=("files", "eve")) == []


def test_the_same_place_of_two_owners_is_two_items(memory: Daybook) -> None:
    stores = {owner: DaybookStore(memory, owner=owner) for owner in ("ada", "bob")}
    for owner, store in stores.items():
        store.put(("notes",), "tea", {"text": f"{owner} likes green tea"})
    stores["bob"].put(("notes",), "more", {"text": "green tea, green tea"})

    for owner, store in stores.items():
        assert got(store, ("notes",), "tea").value == {"text": f"{owner} likes green tea"}
    assert keys(stores["ada"], query="green tea", limit=99) == ["tea"]

    stores["bob"].delete(("notes",), "tea")

    assert stores["ada"].get(("notes",), "tea") is not None


def test_forgetting_one_owner_leaves_the_other(shared: DaybookStore, memory: Daybook) -> None:
    receipt = memory.forget(Everything(), owner="ada")

    assert receipt.verified
    assert receipt.removed["items"] == 2
    assert keys(shared, ("memories", "ada"), "tea") == []
    assert keys(shared, ("memories", "bob"), "tea") == ["tea"]
