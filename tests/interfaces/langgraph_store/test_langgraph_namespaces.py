"""Namespaces are compared label by label, and listed in a fixed order."""

import pytest

from daybook import DaybookStore
from tests.interfaces.langgraph_store.conftest import keys

Labels = tuple[str, ...]
TREES: tuple[Labels, ...] = (
    ("orchard", "apple", "early"),
    ("orchard", "apple", "late", "cox"),
    ("orchard", "apple", "late", "russet"),
    ("orchard", "pear", "late"),
    ("park", "oak"),
    ("wood", "orchard", "late"),
)


@pytest.fixture
def planted(store: DaybookStore) -> DaybookStore:
    for number, namespace in enumerate(TREES):
        store.put(namespace, f"t{number}", {"number": number}, index=False)
    return store


@pytest.mark.parametrize(
    ("prefix", "suffix", "found"),
    [
        (("orchard",), None, (0, 1, 2, 3)),
        (("orchard", "apple"), None, (0, 1, 2)),
        (("orchard", "*", "late"), None, (1, 2, 3)),
        (("*", "orchard"), None, (5,)),
        (("orch",), None, ()),
        (("orchard", "apple", "early", "more"), None, ()),
        (None, ("late",), (3, 5)),
        (None, ("*", "late"), (3, 5)),
        (None, ("ate",), ()),
        (None, ("orchard", "late"), (5,)),
        (("orchard",), ("late",), (3,)),
        (("park", "*"), ("*", "oak"), (4,)),
    ],
)
def test_conditions_match_whole_labels_and_a_star_any(
    planted: DaybookStore, prefix: Labels | None, suffix: Labels | None, found: tuple[int, ...]
) -> None:
    listed = planted.list_namespaces(prefix=prefix, suffix=suffix)

    assert listed == [TREES[number] for number in found]


def test_what_lies_deeper_is_cut_and_listed_once_and_pages_are_complete(planted: DaybookStore) -> None:
    orchard = [("orchard", "apple"), ("orchard", "pear")]
    assert planted.list_namespaces(max_depth=2) == [*orchard, ("park", "oak"), ("wood", "orchard")]
    assert planted.list_namespaces(prefix=("orchard",), max_depth=3, limit=2, offset=1) == [
        ("orchard", "apple", "late"),
        ("orchard", "pear", "late"),
    ]
    pages = [planted.list_namespaces(limit=4, offset=offset) for offset in (0, 4, 8)]
    assert pages == [list(TREES[:4]), list(TREES[4:]), []]


def test_a_search_reaches_what_is_below_its_prefix_and_nothing_beside_it(store: DaybookStore) -> None:
    for namespace in (("a",), ("a", "b"), ("a", "b", "c"), ("ab",), ("a", "bc"), ("A",), ("b", "a")):
        store.put(namespace, "/".join(namespace), {"text": "plum"})

    assert set(keys(store, ("a",))) == {"a", "a/b", "a/b/c", "a/bc"}
    assert set(keys(store, ("a", "b"))) == set(keys(store, ("a", "b"), "plum")) == {"a/b", "a/b/c"}
    assert len(store.search((), limit=99)) == 7
    assert store.search(("missing",)) == []


@pytest.mark.parametrize("label", ["%", "_", "a%", "\\", "[a]", "'; --", "*", "ä\ud83d"])
def test_signs_that_mean_something_to_a_database_are_plain_characters(
    store: DaybookStore, label: str
) -> None:
    store.put((label, "x"), "odd", {"text": "plum"})
    store.put(("ab", "x"), "plain", {"text": "plum"})

    assert keys(store, (label,)) == keys(store, (label,), "plum") == ["odd"]
    assert store.get((label, "x"), "odd") is not None
    assert (label, "x") in store.list_namespaces()
