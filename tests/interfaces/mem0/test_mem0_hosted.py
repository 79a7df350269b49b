"""Every method for memories of the genuine `mem0.MemoryClient`, and of its asynchronous twin."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from mem0 import MemoryClient
from mem0.client.types import AddMemoryOptions, GetAllMemoryOptions, SearchMemoryOptions
from mem0.exceptions import AuthenticationError, MemoryNotFoundError, ValidationError

from daybook.conversation import Role, Turn
from tests.interfaces.mem0.served import NOW, Served

pytestmark = pytest.mark.slow

PARKED = [
    {"role": "user", "content": "I parked the bicycle behind the library."},
    {"role": "assistant", "content": "Behind the library, noted."},
]
ALICE = {"user_id": "alice"}


def add(client: MemoryClient, *texts: str, **more: Any) -> list[str]:
    """Add a round for each text, and return the ids."""
    ids = []
    for text in texts:
        results = client.add(text, user_id="alice", **more)["results"]
        ids += [result["id"] for result in results]
    return ids


def listed(client: MemoryClient, **filters: Any) -> list[str]:
    return [result["memory"] for result in client.get_all(filters=filters or ALICE)["results"]]


def test_a_client_is_made_with_a_token_and_refused_with_the_reason_without(served: Served) -> None:
    made = served.client("alice")

    assert (made.org_id, made.project_id, made.user_email) == ("daybook", "daybook", "daybook")
    with pytest.raises(ValueError, match="the token is unknown"):
        served.client_with("guessed")


def test_what_is_added_is_kept_word_for_word_and_is_a_round_of_daybook(
    client: MemoryClient, served: Served
) -> None:
    added = client.add(PARKED, user_id="alice", run_id="monday")

    (result,) = added["results"]
    assert result == {"id": result["id"], "memory": PARKED[0]["content"], "event": "ADD"}
    assert added["status"] == "SUCCEEDED"
    (round_,) = served.daybook.rounds(owner="alice", session_id="monday")
    assert round_.round_id == result["id"]
    assert round_.fields == {Role.USER: PARKED[0]["content"], Role.ASSISTANT: PARKED[1]["content"]}


def test_an_event_says_what_is_there_now(client: MemoryClient, served: Served) -> None:
    event_id = client.add(PARKED, user_id="alice")["event_id"]

    def event() -> httpx.Response:
        return httpx.get(f"{served.url}/v1/event/{event_id}/", headers=served.header("alice"))

    assert event().json()["status"] == "SUCCEEDED"
    (result,) = event().json()["results"]
    assert (result["memory"], result["event"]) == (PARKED[0]["content"], "ADD")
    client.delete(result["id"])
    assert event().status_code == 404


def test_a_conversation_that_is_handed_in_again_as_it_grows_is_kept_once(client: MemoryClient) -> None:
    more = [*PARKED, {"role": "user", "content": "And the key is under the mat."}]
    client.add(PARKED, user_id="alice", run_id="monday")

    events = [result["event"] for result in client.add(more, user_id="alice", run_id="monday")["results"]]

    assert events == ["NONE", "ADD"]
    assert len(listed(client)) == 2


def test_instructions_are_left_out_and_parts_are_joined(client: MemoryClient) -> None:
    parts = [{"type": "text", "text": "I like figs."}, {"type": "text", "text": "And plums."}]
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": parts}]

    (result,) = client.add(messages, user_id="alice", infer=False)["results"]

    assert result["memory"] == "I like figs.\nAnd plums."


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x.png"}}]}],
        [{"role": "narrator", "content": "Once upon a time."}],
        [{"role": "system", "content": "Be brief."}],
        [],
    ],
)
def test_messages_that_cannot_be_kept_are_refused_and_nothing_of_them_is_kept(
    client: MemoryClient, messages: list[dict[str, Any]]
) -> None:
    with pytest.raises(ValidationError):
        client.add(messages, user_id="alice")

    assert listed(client) == []


def test_the_options_of_the_client_name_the_ids_in_filters(client: MemoryClient) -> None:
    said = datetime(2024, 5, 6, 7, tzinfo=UTC)
    options = AddMemoryOptions(filters=ALICE, metadata={"topic": "food"}, timestamp=int(said.timestamp()))

    client.add("I like figs.", options=options)

    (found,) = client.get_all(options=GetAllMemoryOptions(filters=ALICE, page=1, page_size=5))["results"]
    assert found["metadata"] == {"topic": "food"}
    assert found["created_at"] == said.isoformat()
    hits = client.search("figs", options=SearchMemoryOptions(filters=ALICE, top_k=3))["results"]
    assert [hit["id"] for hit in hits] == [found["id"]]


def test_a_search_finds_with_scores_that_descend_from_one_to_zero(client: MemoryClient) -> None:
    add(client, "My sister plays the cello.", "I like figs.", "The car is on level four.", run_id="r")

    found = client.search("What does my sister play?", filters=ALICE)["results"]

    assert found[0]["memory"] == "My sister plays the cello."
    scores = [hit["score"] for hit in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len(client.search("sister", filters=ALICE, top_k=1)["results"]) == 1
    above = client.search("What does my sister play?", filters=ALICE, threshold=scores[0])["results"]
    assert [one["id"] for one in above] == [found[0]["id"]]


def test_a_hit_shows_both_sides_of_its_round_with_who_said_them(client: MemoryClient) -> None:
    messages = [
        {"role": "user", "content": "Which wine goes with fish?"},
        {"role": "assistant", "content": "Alvarinho from Melgaço."},
    ]
    client.add(messages, user_id="alice")

    (found,) = client.search("Which wine?", filters=ALICE)["results"]

    assert found["memory"] == "User: Which wine goes with fish?\nAssistant: Alvarinho from Melgaço."
    assert found["assistant"] == "Alvarinho from Melgaço."
    (narrow,) = client.search("wine", filters=ALICE, fields=["memory", "score"])["results"]
    assert set(narrow) == {"id", "memory", "score"}
    assert client.get(found["id"])["memory"] == "Which wine goes with fish?"


def test_a_memory_names_the_facts_that_rest_on_it(client: MemoryClient) -> None:
    (memory_id,) = add(client, "I live in Porto.")

    (fact,) = client.get(memory_id)["facts"]

    assert (fact["slot"], fact["text"], fact["status"]) == (
        "identity.residence",
        "I live in Porto.",
        "active",
    )


def test_pages_are_complete_and_stable(client: MemoryClient) -> None:
    texts = [f"Errand {number} is to buy {number} pears." for number in range(7)]
    add(client, *texts, run_id="errands")

    first = client.get_all(filters=ALICE, page=1, page_size=3)
    last = client.get_all(filters=ALICE, page=3, page_size=3)
    pages = [client.get_all(filters=ALICE, page=page, page_size=3)["results"] for page in (1, 2, 3)]

    assert (first["count"], first["previous"], last["next"]) == (7, None, None)
    assert "page=2" in first["next"]
    assert "page=2" in last["previous"]
    assert sorted(one["memory"] for page in pages for one in page) == sorted(texts)
    filtered = client.get_all(filters={"AND": [ALICE, {"run_id": "*"}]}, page=2, page_size=3)["results"]
    assert filtered == pages[1]
    with pytest.raises(MemoryNotFoundError, match="there is no page 4"):
        client.get_all(filters=ALICE, page=4, page_size=3)


def test_an_update_is_a_correction_of_what_is_known(client: MemoryClient, served: Served) -> None:
    (memory_id,) = add(client, "I am vegetarian.")

    client.update(memory_id, text="I eat meat now.")

    asked = served.daybook.ask("Am I vegetarian?", owner="alice")
    context = served.daybook.context_for("What shall I cook tonight?", owner="alice")
    eats = served.daybook.ask("Do I eat meat?", owner="alice")
    assert "vegetarian.\u201d" not in asked.text
    assert "vegetarian" not in context.text
    assert not asked.text.lower().startswith("yes")
    assert "You corrected this on " in eats.text
    assert "I eat meat now." in eats.text


def test_an_update_keeps_a_later_round_and_shows_it_in_place_of_the_first(
    client: MemoryClient, served: Served
) -> None:
    (memory_id,) = add(client, "I live in Porto.", run_id="home")

    updated = client.update(memory_id, text="I live in Lisbon.")

    assert (updated["id"], updated["memory"]) == (memory_id, "I live in Lisbon.")
    assert listed(client) == listed(client, run_id="home") == ["I live in Lisbon."]
    assert [result["memory"] for result in client.search("live", filters=ALICE)["results"]] == [
        "I live in Lisbon."
    ]
    said = [
        round_.fields[Role.USER]
        for session_id in ("home", f"corrections-{NOW:%Y-%m-%d}")
        for round_ in served.daybook.rounds(owner="alice", session_id=session_id)
    ]
    assert said == ["I live in Porto.", "I live in Lisbon."]
    assert client.users()["results"][0]["total_memories"] == 1


def test_the_history_lists_every_wording_with_its_date(client: MemoryClient) -> None:
    (memory_id,) = add(client, "I live in Porto.", timestamp=1_700_000_000)
    client.update(memory_id, text="I live in Lisbon.")

    first, second = client.history(memory_id)

    assert (first["event"], first["old_memory"], first["new_memory"]) == ("ADD", None, "I live in Porto.")
    assert first["created_at"] == datetime.fromtimestamp(1_700_000_000, UTC).isoformat()
    assert (second["event"], second["old_memory"]) == ("UPDATE", "I live in Porto.")
    assert (second["new_memory"], second["created_at"]) == ("I live in Lisbon.", NOW.isoformat())
    assert {first["memory_id"], second["memory_id"]} == {memory_id}
    assert client.get(second["id"])["id"] == memory_id


def test_a_reply_that_is_reworded_stays_the_assistants(client: MemoryClient, served: Served) -> None:
    results = client.add([{"role": "assistant", "content": "I suggested figs."}], user_id="alice", run_id="r")

    client.update(results["results"][0]["id"], text="I suggested plums.")

    rounds = [
        round_
        for session_id in ("r", f"corrections-{NOW:%Y-%m-%d}")
        for round_ in served.daybook.rounds(owner="alice", session_id=session_id)
    ]
    assert [round_.user for round_ in rounds] == [None, None]


def test_metadata_is_replaced_without_another_round(client: MemoryClient, served: Served) -> None:
    (memory_id,) = add(client, "I like figs.", metadata={"topic": "food"}, run_id="r")

    updated = client.update(memory_id, metadata={"topic": "fruit"})

    assert updated["metadata"] == client.get(memory_id)["metadata"] == {"topic": "fruit"}
    assert client.update(memory_id, metadata={})["metadata"] == client.get(memory_id)["metadata"] == {}
    assert len(served.daybook.rounds(owner="alice", session_id="r")) == 1


@pytest.mark.parametrize(
    "change", [{"timestamp": 1_700_000_000}, {"expiration_date": "2030-01-01"}, {"text": "  "}]
)
def test_an_update_that_is_not_done_is_refused(client: MemoryClient, change: dict[str, Any]) -> None:
    (memory_id,) = add(client, "I like figs.")

    with pytest.raises(ValidationError):
        client.update(memory_id, **change)

    assert client.get(memory_id)["memory"] == "I like figs."


def test_batches_change_all_or_nothing(client: MemoryClient) -> None:
    one, other = add(client, "I like figs.", "I like plums.", run_id="r")

    with pytest.raises(MemoryNotFoundError):
        client.batch_update([{"memory_id": one, "text": "I like kale."}, {"memory_id": "r0", "text": "x"}])
    assert set(listed(client)) == {"I like figs.", "I like plums."}

    changes = [{"memory_id": one, "text": "I like kale."}, {"memory_id": other, "metadata": {"a": 1}}]
    assert client.batch_update(changes) == {"message": "Successfully updated 2 memories"}
    assert set(listed(client)) == {"I like kale.", "I like plums."}

    gone = client.batch_delete([{"memory_id": one}, {"memory_id": other}])
    assert (gone["message"], gone["verified"]) == ("Successfully deleted 2 memories", True)
    assert listed(client) == []


def test_delete_all_forgets_a_run_an_agent_or_everything_of_a_user(client: MemoryClient) -> None:
    add(client, "I like figs.", run_id="one")
    add(client, "I like plums.", run_id="two")
    add(client, "I like kale.", run_id="two", agent_id="cook")

    client.delete_all(user_id="alice", agent_id="cook")
    assert set(listed(client)) == {"I like figs.", "I like plums."}
    client.delete_all(user_id="alice", run_id="one")
    assert listed(client) == ["I like plums."]
    assert client.delete_all(user_id="alice")["verified"] is True
    assert listed(client) == []
    with pytest.raises(ValidationError, match="name what to forget"):
        client.delete_all()


def test_entities_are_listed_and_deleted(client: MemoryClient) -> None:
    add(client, "I like figs.", "I like plums.", run_id="r", agent_id="cook")

    (entity,) = client.users()["results"]
    assert (entity["name"], entity["type"], entity["total_memories"]) == ("alice", "user", 2)
    assert client.delete_users(agent_id="cook") == {"message": "Entity deleted successfully."}
    assert listed(client) == []
    with pytest.raises(MemoryNotFoundError, match="there is no run 'r'"):
        client.delete_users(run_id="r")


def test_a_reset_of_the_client_forgets_whom_its_token_opens(client: MemoryClient, served: Served) -> None:
    served.daybook.append([Turn(Role.USER, "I am Bob.")], owner="bob")
    add(client, "I like figs.")

    assert client.reset() == {"message": "Client reset successful. All users and memories deleted."}

    assert listed(client) == []
    assert len(served.daybook.sessions(owner="bob")) == 1


def test_an_expired_token_is_an_authentication_error(client: MemoryClient, served: Served) -> None:
    for token in served.daybook.parts.store.tokens.list():
        served.daybook.parts.store.tokens.revoke(token.name)

    with pytest.raises(AuthenticationError, match="was revoked"):
        client.get_all(filters=ALICE)


def test_the_same_messages_added_again_are_no_second_memory(client: MemoryClient) -> None:
    first = client.add(PARKED, user_id="alice")["results"]
    client.add("I went home.", user_id="alice")

    again = client.add(PARKED, user_id="alice")["results"]

    assert [result["id"] for result in again] == [result["id"] for result in first]
    assert sorted(listed(client)) == sorted([PARKED[0]["content"], "I went home."])


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
