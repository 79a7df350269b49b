"""What Mem0's hosted client can call beside memories, and what its methods can ask for that is not done."""

from collections.abc import Callable
from typing import Any

import pytest
from mem0 import MemoryClient
from mem0.exceptions import MemoryError as Mem0Error, ValidationError

from tests.interfaces.mem0.served import Served

pytestmark = pytest.mark.slow

ALICE = {"user_id": "alice"}
CALLS: dict[str, Callable[[Any], Any]] = {
    "create_memory_export": lambda client: client.create_memory_export(schema="{}"),
    "get_memory_export": lambda client: client.get_memory_export(user_id="alice"),
    "get_summary": lambda client: client.get_summary(),
    "get_profile": lambda client: client.get_profile("alice"),
    "generate_profile": lambda client: client.generate_profile("alice"),
    "get_profile_settings": lambda client: client.get_profile_settings(),
    "update_profile_settings": lambda client: client.update_profile_settings(enabled=True),
    "sample_profiles": lambda client: client.sample_profiles(),
    "get_profile_job": lambda client: client.get_profile_job("job"),
    "get_project": lambda client: client.get_project(),
    "update_project": lambda client: client.update_project(multilingual=True),
    "get_webhooks": lambda client: client.get_webhooks("daybook"),
    "create_webhook": lambda client: client.create_webhook("http://localhost/", "n", "daybook", []),
    "update_webhook": lambda client: client.update_webhook(1, name="n"),
    "delete_webhook": lambda client: client.delete_webhook(1),
    "feedback": lambda client: client.feedback("r1", "POSITIVE"),
    "project.get": lambda client: client.project.get(),
    "project.create": lambda client: client.project.create("another"),
    "project.get_members": lambda client: client.project.get_members(),
}


async def test_every_other_method_of_both_clients_is_refused_with_the_reason(
    client: MemoryClient, served: Served
) -> None:
    async with served.async_client("alice") as asynchronous:
        for name, call in CALLS.items():
            with pytest.raises(Mem0Error, match=r"^Daybook ") as raised:
                call(client)
            assert raised.value.error_code == "HTTP_501", name
            with pytest.raises(Mem0Error, match=r"^Daybook "):
                await call(asynchronous)


def test_no_public_method_of_the_client_is_untried() -> None:
    tried = {
        "add", "get", "get_all", "search", "update", "delete", "delete_all", "history", "users",
        "delete_users", "reset", "batch_update", "batch_delete", *CALLS,
    }  # fmt: skip
    methods = {name for name in vars(MemoryClient) if not name.startswith("_")}

    assert methods - tried == {"chat"}  # which raises NotImplementedError by itself


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"custom_instructions": "Be brief."}, "words are kept as they were said"),
        ({"custom_categories": [{"food": "what I eat"}]}, "words are kept as they were said"),
        ({"expiration_date": "2030-01-01"}, "nothing expires by itself"),
        ({"enable_graph": True}, "there is no graph"),
        ({"flavour": "mint"}, "it is not known here"),
        ({"user_id": "*"}, "a request is about one memory"),
        ({"filters": {"topic": "food"}}, "'topic' is none of user_id"),
        ({"timestamp": "yesterday"}, "is no moment"),
        ({"timestamp": 10**13}, "is no moment"),
    ],
)
def test_an_add_that_asks_for_more_is_refused_and_nothing_is_kept(
    client: MemoryClient, asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValidationError, match=reason):
        client.add("I like figs.", **{"user_id": "alice", **asked})

    assert client.get_all(filters=ALICE)["count"] == 0


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"categories": ["food"]}, "no categories"),
        ({"latest_only": False}, "its history has the others"),
        ({"top_k": 0}, "top_k"),
        ({"flavour": "mint"}, "it is not known here"),
    ],
)
def test_a_search_that_asks_for_more_is_refused(
    client: MemoryClient, asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValidationError, match=reason):
        client.search("figs", filters=ALICE, **asked)


def test_what_makes_no_difference_is_taken(client: MemoryClient) -> None:
    client.add("I like figs.", user_id="alice", infer=True, version="v2", output_format="v1.1")

    found = client.search("figs", filters=ALICE, rerank=True, keyword_search=True, show_expired=True)

    assert len(found["results"]) == 1
