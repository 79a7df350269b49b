"""The language of Mem0's filters, as its documentation of the hosted service has it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from daybook.conversation.errors import BadInput
from daybook.interfaces.server.mem0.mem0_filters import between, end_of, read_filter

MEMORY: dict[str, Any] = {
    "user_id": "alice",
    "agent_id": "cook",
    "app_id": None,
    "run_id": "monday",
    "created_at": datetime(2026, 3, 5, 12, tzinfo=UTC),
    "updated_at": datetime(2026, 3, 6, 12, tzinfo=UTC),
    "timestamp": datetime(2026, 3, 5, 12, tzinfo=UTC),
    "metadata.topic": "Food",
    "metadata.stars": 4,
    "metadata.done": True,
    "metadata.tags": ["sweet", "Raw"],
    "keywords": "I like Figs.\nNoted.",
    "memory_ids": "r1",
}


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"user_id": "alice"},
        {"user_id": "alice", "run_id": "monday"},
        {"AND": [{"user_id": "alice"}, {"agent_id": "*"}]},
        {"OR": [{"agent_id": "none"}, {"run_id": {"in": ["sunday", "monday"]}}]},
        {"NOT": [{"agent_id": "none"}, {"run_id": "sunday"}]},
        {"NOT": {"app_id": "*"}},
        {"AND": [{"NOT": {"metadata": {"topic": "work"}}}]},
        {"app_id": {"ne": "shop"}},
        {"agent_id": {"ne": "shop"}},
        {"agent_id": {"contains": "oo"}},
        {"agent_id": {"icontains": "COO"}},
        {"created_at": {"gte": "2026-03-05", "lt": "2026-03-06T00:00:00Z"}},
        {"created_at": {"gt": 1_700_000_000}},
        {"updated_at": {"lte": "2026-03-06T13:00:00+01:00"}},
        {"timestamp": {"eq": "2026-03-05T12:00:00Z"}},
        {"metadata": {"topic": "Food", "stars": {"gte": 4}}},
        {"metadata": {"done": True}},
        {"metadata": {"tags": {"contains": "sweet"}}},
        {"metadata": {"tags": {"icontains": "raw"}}},
        {"metadata": {"tags": {"in": ["sour", "sweet"]}}},
        {"metadata": {"topic": {"nin": ["work"]}}},
        {"metadata": {"topic": "*"}},
        {"keywords": {"icontains": "figs"}},
        {"memory_ids": ["r0", "r1"]},
    ],
)
def test_a_filter_holds(wanted: dict[str, Any]) -> None:
    assert read_filter(wanted).holds(MEMORY)


@pytest.mark.parametrize(
    "wanted",
    [
        {"user_id": "bob"},
        {"app_id": "*"},
        {"OR": [{"agent_id": "none"}, {"run_id": "sunday"}]},
        {"NOT": [{"agent_id": "none"}, {"run_id": "monday"}]},
        {"created_at": {"gt": "2026-03-05T12:00:00Z"}},
        {"metadata": {"done": 1}},
        {"metadata": {"stars": {"gte": "4"}}},
        {"metadata": {"stars": {"gt": True}}},
        {"metadata": {"nothing": {"lt": 3}}},
        {"metadata": {"nothing": "*"}},
        {"keywords": {"contains": "figs"}},
        {"memory_ids": ["r0"]},
    ],
)
def test_a_filter_does_not_hold(wanted: dict[str, Any]) -> None:
    assert not read_filter(wanted).holds(MEMORY)


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"topic": "Food"}, "'topic' is none of AND, OR, NOT"),
        ({"categories": {"in": ["food"]}}, "no categories"),
        ({"AND": {"user_id": "alice"}}, "AND takes a list"),
        ({"OR": []}, "OR takes a list"),
        ({"AND": ["alice"]}, "a filter is an object"),
        ({"user_id": {">=": "alice"}}, "is no operator"),
        ({"run_id": {"in": "monday"}}, "takes a list"),
        ({"run_id": {"gt": ["monday"]}}, "takes one value"),
        ({"run_id": ["monday"]}, "takes one value"),
        ({"metadata": "Food"}, "metadata takes an object"),
        ({"created_at": {"gte": "soon"}}, "is no moment"),
        ({"created_at": {"gte": True}}, "is no moment"),
    ],
)
def test_a_filter_that_cannot_be_read_is_refused_with_the_reason(
    wanted: dict[str, Any], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        read_filter(wanted)


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        ({"user_id": "alice"}, {"user_id": "alice"}),
        ({"user_id": {"eq": "alice"}}, {"user_id": "alice"}),
        ({"user_id": {"in": ["alice"]}}, {"user_id": "alice"}),
        ({"AND": [{"user_id": "alice"}, {"run_id": "r"}]}, {"user_id": "alice", "run_id": "r"}),
        ({"OR": [{"user_id": "alice", "run_id": "r"}, {"user_id": "alice"}]}, {"user_id": "alice"}),
        ({"OR": [{"user_id": "alice"}, {"agent_id": "cook"}]}, {}),
        ({"user_id": {"in": ["alice", "bob"]}}, {}),
        ({"user_id": {"ne": "alice"}}, {}),
        ({"user_id": "*"}, {}),
        ({"NOT": {"user_id": "alice"}}, {}),
    ],
)
def test_only_what_every_memory_has_to_be_says_whose_memory_is_meant(
    wanted: dict[str, Any], named: dict[str, str]
) -> None:
    assert read_filter(wanted).named == named


@pytest.mark.parametrize(
    ("wanted", "is_all"),
    [
        ({}, True),
        ({"user_id": "alice"}, True),
        ({"AND": [{"user_id": "alice"}, {"user_id": {"eq": "alice"}}]}, True),
        ({"user_id": "bob"}, False),
        ({"AND": [{"user_id": "alice"}, {"user_id": "bob"}]}, False),
        ({"user_id": "alice", "run_id": "r"}, False),
        ({"user_id": "alice", "keywords": "*"}, False),
        ({"NOT": {"user_id": "bob"}}, False),
    ],
)
def test_only_a_filter_of_the_owner_alone_means_all_of_their_memories(
    wanted: dict[str, Any], is_all: bool
) -> None:
    assert read_filter(wanted).is_all_of("alice") is is_all


def test_the_open_source_server_takes_metadata_at_the_top() -> None:
    assert read_filter({"topic": "Food"}, loose=True).holds(MEMORY)


def test_a_day_that_something_ends_with_is_all_of_it() -> None:
    assert between(None, end_of("2026-03-05")).holds(MEMORY)
    assert not between(None, end_of("2026-03-05T11:00:00Z")).holds(MEMORY)
