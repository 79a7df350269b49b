"""Searches: filters, order and pages, and what is found by meaning and by words."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from langgraph.store.base.embed import get_text_at_path

from daybook import Daybook, DaybookStore
from daybook.store.item_store import MAX_WINDOWS
from daybook.store.item_values import texts_at
from tests.interfaces.langgraph_store.conftest import Clock, OpenMemory, got, keys
from tests.store.bag_of_words import BagOfWords

TEAS = ("shop", "teas")
SHELF: Mapping[str, Mapping[str, Any]] = {
    "assam": {"name": "Assam", "grams": 100, "price": 4.5, "organic": True, "from": {"country": "India"}},
    "sencha": {"name": "Sencha", "grams": 9, "price": 10, "organic": False, "from": {"country": "Japan"}},
    "oolong": {"name": "Oolong", "grams": 50, "price": 9.5, "tags": ["rolled", "dark"]},
    "rooibos": {"name": "Rooibos", "price": None, "organic": 1},
}


@pytest.fixture
def shop(store: DaybookStore, clock: Clock) -> DaybookStore:
    for key, value in SHELF.items():
        store.put(TEAS, key, value)
        clock.move(minutes=1)
    return store


FILTERS: list[tuple[dict[str, Any], set[str]]] = [
    ({"name": "Assam"}, {"assam"}),
    ({"name": "assam"}, set()),
    ({"grams": {"$gte": 50}}, {"assam", "oolong"}),
    ({"grams": {"$gt": 50}}, {"assam"}),
    ({"grams": {"$lt": 100}}, {"sencha", "oolong"}),
    ({"grams": {"$lte": 9}}, {"sencha"}),
    ({"price": {"$gt": 4, "$lt": 9.75}}, {"assam", "oolong"}),
    ({"price": {"$eq": 10}}, {"sencha"}),
    ({"price": None}, {"rooibos"}),
    ({"organic": True}, {"assam"}),
    ({"organic": {"$ne": True}}, {"sencha", "oolong", "rooibos"}),
    ({"name": {"$gt": "Oolong"}}, {"rooibos", "sencha"}),
    ({"name": {"$gt": 3}}, set()),
    ({"from": {"country": "Japan"}}, {"sencha"}),
    ({"from": {"country": {"$ne": "Japan"}}}, {"assam"}),
    ({"tags": ["rolled", "dark"]}, {"oolong"}),
    ({"tags": ["rolled"]}, set()),
    ({"grams": {"$gte": 9}, "price": {"$gte": 9.5}}, {"sencha", "oolong"}),
    ({}, set(SHELF)),
]


def test_a_filter_leaves_what_matches_with_a_query_and_without(shop: DaybookStore) -> None:
    for wanted, found in FILTERS:
        assert set(keys(shop, TEAS, filter=wanted)) == found
        assert set(keys(shop, TEAS, "rolled leaves", filter=wanted)) == found
    with pytest.raises(ValueError, match=r"not '\$near'"):
        shop.search(TEAS, filter={"grams": {"$near": 3}})


@pytest.mark.parametrize("query", [None, "", "  "])
def test_without_a_query_what_was_put_last_comes_first_and_has_no_score(
    shop: DaybookStore, query: str | None
) -> None:
    shop.put(TEAS, "sencha", {"name": "Sencha"})

    found = shop.search(TEAS, query=query)

    assert [item.key for item in found] == ["sencha", "rooibos", "oolong", "assam"]
    assert {item.score for item in found} == {None}


@pytest.mark.parametrize("query", [None, "a dark tea"])
@pytest.mark.parametrize("wanted", [None, {"even": True}])
def test_pages_are_complete_and_do_not_overlap(
    store: DaybookStore, query: str | None, wanted: dict[str, Any] | None
) -> None:
    for number in range(23):
        value = {"text": "a dark tea" if number % 3 else f"tea {number}", "even": number % 2 == 0}
        store.put(("crate", str(number % 4)), f"k{number}", value, index=False if number % 5 == 0 else None)

    def page(offset: int, limit: int = 5) -> list[str]:
        return keys(store, ("crate",), query, filter=wanted, limit=limit, offset=offset)

    everything = [key for offset in range(0, 30, 5) for key in page(offset)]

    assert len(everything) == len(set(everything)) == (23 if wanted is None else 12)
    assert page(5) == page(5)
    assert everything == page(0, limit=99)


def test_a_query_ranks_by_what_the_texts_say(store: DaybookStore) -> None:
    texts = {"a": "the ferry leaves at nine", "b": "a green door with a brass bell", "c": "soup with leeks"}
    for key, text in texts.items():
        store.put(TEAS, key, {"text": text})

    found = store.search((), query="brass bell on the door")

    assert found[0].key == "b"
    scores = [item.score for item in found if item.score is not None]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[1]
    assert json.loads(json.dumps(found[0].dict()))["key"] == "b"  # as a tool writes it


def test_what_takes_the_place_of_an_item_is_found_and_not_what_was_there(store: DaybookStore) -> None:
    store.put(TEAS, "a", {"text": "zebra crossing"})
    store.put(TEAS, "b", {"text": "a kettle"})
    before = store.search(TEAS, query="zebra crossing")

    store.put(TEAS, "a", {"text": "a kettle of copper"})

    after = {item.key: item.score for item in store.search(TEAS, query="zebra crossing")}
    assert before[0].key == "a"
    assert (after["a"] or 0) < (before[0].score or 0)


def test_an_item_that_is_not_indexed_comes_behind_all_others_without_a_score(store: DaybookStore) -> None:
    store.put(TEAS, "hidden", {"text": "a blue kettle"}, index=False)
    for number in range(3):
        store.put(TEAS, f"k{number}", {"text": f"a kettle {number}"})

    found = store.search(TEAS, query="a blue kettle")

    assert (found[-1].key, found[-1].score) == ("hidden", None)
    assert "hidden" not in keys(store, TEAS, "a blue kettle", limit=3)
    assert store.get(TEAS, "hidden") is not None
    assert set(keys(store, TEAS)) == {"hidden", "k0", "k1", "k2"}


def test_only_the_fields_that_a_put_names_are_searched(store: DaybookStore) -> None:
    curlew, dunlin = {"text": "curlew"}, {"text": "dunlin"}
    store.put(TEAS, "a", {"head": "lapwing", "notes": [curlew, dunlin]}, index=["head"])
    store.put(TEAS, "b", {"head": "lapwing", "notes": [curlew]}, index=["notes[*].text"])
    store.put(TEAS, "c", {"head": "siskin"}, index=["missing"])

    assert keys(store, TEAS, "lapwing")[0] == "a"
    assert keys(store, TEAS, "curlew")[0] == "b"
    assert {item.key: item.score is None for item in store.search(TEAS, query="siskin")}["c"]


def test_the_fields_of_the_store_count_where_a_put_names_none(memory: Daybook) -> None:
    store = DaybookStore(memory, owner="ada", fields=["title"])
    store.put(TEAS, "a", {"title": "lapwing", "body": "curlew"})
    store.put(TEAS, "b", {"title": "curlew", "body": "lapwing"})
    store.put(TEAS, "c", {"title": "siskin", "body": "dunlin"}, index=["body"])

    assert [keys(store, query=word)[0] for word in ("lapwing", "curlew", "dunlin")] == ["a", "b", "c"]


def test_paths_name_what_they_name_in_langgraph() -> None:
    items = [{"e": "four"}, {"e": 5.5}, {}]
    value = {"a": "one", "b": {"c": "two", "x": 3}, "d": items, "f": None, "g": True}
    for path in "a b.c b.missing d[0] d[-1] d[9] d[*].e d[x] * b.* {a,b.c} a.b f g".split():
        leaves = [text for text in get_text_at_path(value, path) if not text.startswith(("{", "["))]

        assert [text for text in texts_at(value, path) if text in leaves] == leaves, path


def embedder_of(memory: Daybook) -> BagOfWords:
    assert isinstance(memory.parts.embedder, BagOfWords)
    return memory.parts.embedder


def test_a_value_is_embedded_without_the_marks_of_json_and_with_its_secrets_masked(
    store: DaybookStore, memory: Daybook
) -> None:
    secret = "The password is hunter2-Xy9!"
    store.put(TEAS, "a", {"name": "wifi", "notes": [secret]})
    store.search(TEAS, query=secret)

    said = " ".join(embedder_of(memory).embedded)
    assert "name: wifi" in said
    assert "hunter2" not in said
    assert '"' not in said
    assert got(store, TEAS, "a").value["notes"] == [secret]


def test_of_a_long_file_the_beginning_is_embedded_and_every_word_counts(
    store: DaybookStore, memory: Daybook
) -> None:
    store.put(TEAS, "file", {"content": "a line about the weather\n" * 4_000 + "and a zeppelin"})
    store.put(TEAS, "note", {"content": "a note about the weather"})

    assert len(embedder_of(memory).embedded) == MAX_WINDOWS + 1
    assert keys(store, TEAS, "zeppelin")[0] == "file"


def test_another_embedder_makes_its_own_vectors_and_reindexing_drops_the_others(
    open_memory: OpenMemory,
) -> None:
    first = open_memory()
    DaybookStore(first, owner="ada").put(TEAS, "a", {"text": "a green kettle"})
    first.close()
    other = BagOfWords("another", dim=32)
    memory = open_memory(other)
    store = DaybookStore(memory, owner="ada")

    assert keys(store, TEAS, "kettle") == ["a"]
    assert "text: a green kettle" in other.embedded
    memory.reindex()
    assert keys(store, TEAS, "kettle") == ["a"]
    assert [finding.name for finding in memory.check() if not finding.ok] == []
