"""The same by `mem0.AsyncMemoryClient`: every method of it is called once."""

import pytest
from mem0.exceptions import MemoryError as Mem0Error

from tests.interfaces.mem0.served import Served

pytestmark = pytest.mark.slow

ALICE = {"user_id": "alice"}


async def test_the_asynchronous_client_does_with_memories_what_the_other_does(served: Served) -> None:
    async with served.async_client("alice") as client:
        added = await client.add("I live in Porto.", user_id="alice", metadata={"topic": "home"})
        memory_id = added["results"][0]["id"]

        assert (await client.get(memory_id))["memory"] == "I live in Porto."
        found = await client.search("Porto", filters=ALICE)
        assert [result["id"] for result in found["results"]] == [memory_id]
        assert (await client.get_all(filters=ALICE, page=1, page_size=10))["count"] == 1
        assert (await client.update(memory_id, text="I live in Lisbon."))["memory"] == "I live in Lisbon."
        assert [event["event"] for event in await client.history(memory_id)] == ["ADD", "UPDATE"]
        assert [result["name"] for result in (await client.users())["results"]] == ["alice"]
        await client.batch_update([{"memory_id": memory_id, "text": "I live in Braga."}])
        await client.batch_delete([{"memory_id": memory_id}])
        other = (await client.add("I like figs.", user_id="alice"))["results"][0]["id"]
        assert (await client.delete(other))["verified"] is True
        await client.add("I like plums.", user_id="alice", run_id="r")
        await client.delete_all(user_id="alice", run_id="r")
        await client.add("I like kale.", user_id="alice")
        await client.delete_users(user_id="alice")
        await client.add("I like figs.", user_id="alice")
        await client.reset()
        assert (await client.get_all(filters=ALICE))["count"] == 0


async def test_what_is_not_done_is_refused_with_the_reason(served: Served) -> None:
    async with served.async_client("alice") as client:
        refused = (
            client.create_memory_export(schema="{}"),
            client.get_memory_export(user_id="alice"),
            client.get_summary(),
            client.get_profile("alice"),
            client.generate_profile("alice"),
            client.get_profile_settings(),
            client.update_profile_settings(enabled=True),
            client.sample_profiles(),
            client.get_profile_job("job"),
            client.get_project(),
            client.update_project(multilingual=True),
            client.get_webhooks("daybook"),
            client.create_webhook("http://localhost/", "n", "daybook", ["memory_add"]),
            client.update_webhook(1, name="n"),
            client.delete_webhook(1),
            client.feedback("r1", "POSITIVE"),
            client.project.get(),
            client.project.get_members(),
        )
        for call in refused:
            with pytest.raises(Mem0Error, match=r"^(Daybook|events) ") as raised:
                await call
            assert raised.value.error_code == "HTTP_501"
