"""Whose memory a request is about, and that nobody else's is seen."""

import asyncio
from collections.abc import Callable

import httpx
import pytest
from mem0.exceptions import AuthenticationError, MemoryNotFoundError, ValidationError

from tests.interfaces.mem0.served import Served

pytestmark = pytest.mark.slow

ALICE, BOB = {"user_id": "alice"}, {"user_id": "bob"}


def test_two_owners_do_not_see_each_other(served: Served) -> None:
    alice, bob = served.client("alice"), served.client("bob")
    (secret,) = alice.add("My door code is 4711.", user_id="alice", run_id="r")["results"]

    assert bob.search("door code", filters=BOB)["results"] == []
    assert bob.search("door code", filters={"user_id": "*"})["results"] == []
    assert bob.get_all(filters={"run_id": "r"})["results"] == []
    assert [result["name"] for result in bob.users()["results"]] == []
    readings: list[Callable[[str], object]] = [bob.get, bob.history, bob.delete]
    for read in readings:
        with pytest.raises(MemoryNotFoundError):
            read(secret["id"])
    with pytest.raises(MemoryNotFoundError):
        bob.update(secret["id"], text="My door code is 1234.")
    with pytest.raises(MemoryNotFoundError):
        bob.batch_delete([{"memory_id": secret["id"]}])
    refused: list[Callable[[], object]] = [
        lambda: bob.search("door code", filters=ALICE),
        lambda: bob.get_all(filters={"AND": [ALICE]}),
        lambda: bob.add("I am Alice.", user_id="alice"),
        lambda: bob.delete_all(user_id="alice"),
        lambda: bob.delete_users(user_id="alice"),
    ]
    for call in refused:
        with pytest.raises(AuthenticationError):
            call()
    event = httpx.get(f"{served.url}/v1/event/{secret['id']}/", headers=served.header("bob"))
    assert event.status_code == 404
    assert alice.get(secret["id"])["memory"] == "My door code is 4711."


def test_a_token_of_one_owner_needs_no_name_of_theirs(served: Served) -> None:
    alice = served.client("alice")
    alice.add("I like figs.", agent_id="cook")

    (found,) = alice.get_all(filters={"agent_id": "cook"})["results"]

    assert (found["user_id"], found["agent_id"]) == ("alice", "cook")


def test_a_token_of_any_owner_opens_the_memory_that_is_named(served: Served) -> None:
    anyone = served.client("*")
    (first,) = anyone.add("I like figs.", user_id="carol")["results"]
    anyone.add("I like plums.", user_id="dave")

    assert [result["memory"] for result in anyone.get_all(filters={"user_id": "carol"})["results"]] == [
        "I like figs."
    ]
    assert anyone.get(first["id"])["user_id"] == "carol"
    assert {result["name"] for result in anyone.users()["results"]} == {"carol", "dave"}
    for nobody in ({}, {"user_id": "*"}, {"OR": [{"user_id": "carol"}, {"user_id": "dave"}]}):
        with pytest.raises(ValidationError, match="name whose memory it is"):
            anyone.get_all(filters=nobody)


def test_without_a_user_an_agent_app_or_run_has_a_memory_of_its_own(served: Served) -> None:
    anyone = served.client("*")
    anyone.add("Answer in French.", agent_id="cook", app_id="shop")
    anyone.add("I like figs.", user_id="carol", agent_id="cook")

    (own,) = anyone.get_all(filters={"agent_id": "cook"})["results"]

    assert (own["memory"], own["user_id"], own["agent_id"], own["app_id"]) == (
        "Answer in French.",
        None,
        "cook",
        "shop",
    )
    kinds = {(result["type"], result["name"]) for result in anyone.users()["results"]}
    assert kinds == {("agent", "cook"), ("user", "carol")}
    anyone.delete_users(agent_id="cook")
    assert [result["name"] for result in anyone.users()["results"]] == ["carol"]


def test_a_user_whose_name_has_a_slash_is_deleted_like_any(served: Served) -> None:
    anyone = served.client("*")
    anyone.add("I like figs.", user_id="team/eve")

    anyone.delete_users(user_id="team/eve")

    assert anyone.users()["results"] == []


async def test_what_two_owners_add_at_once_is_all_kept_by_the_one_who_said_it(served: Served) -> None:
    owners = ("alice", "bob")
    async with served.async_client("alice") as alice, served.async_client("bob") as bob:
        calls = [
            client.add(f"{owner} counts to {number}.", user_id=owner, run_id="count")
            for number in range(10)
            for owner, client in zip(owners, (alice, bob), strict=True)
        ]
        await asyncio.gather(*calls)
        listed = [await client.get_all(filters={"run_id": "count"}) for client in (alice, bob)]

    for owner, found in zip(owners, listed, strict=True):
        expected = {f"{owner} counts to {number}." for number in range(10)}
        assert {result["memory"] for result in found["results"]} == expected
        assert found["count"] == 10


def test_metadata_narrows_a_search_and_a_list(served: Served) -> None:
    alice = served.client("alice")
    for topic in ("food", "work"):
        alice.add(f"I spoke with Nadia about {topic}.", user_id="alice", metadata={"topic": topic})
    wanted = {"AND": [ALICE, {"metadata": {"topic": "work"}}]}

    for results in (
        alice.search("Nadia", filters=wanted)["results"],
        alice.search("Nadia", filters=ALICE, metadata={"topic": "work"})["results"],
        alice.get_all(filters=wanted)["results"],
    ):
        assert [result["memory"] for result in results] == ["I spoke with Nadia about work."]


def test_dates_narrow_a_list(served: Served) -> None:
    alice = served.client("alice")
    for day in (1, 2, 3):
        alice.add(f"Day {day} went well.", user_id="alice", timestamp=f"2026-03-0{day}T12:00:00Z")

    found = alice.get_all(filters=ALICE, start_date="2026-03-02", end_date="2026-03-02")

    assert [result["memory"] for result in found["results"]] == ["Day 2 went well."]
