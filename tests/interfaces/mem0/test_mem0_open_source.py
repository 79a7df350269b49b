"""The routes of Mem0's open-source server, in the shapes of its documentation."""

from collections.abc import Iterator

import httpx
import pytest

from tests.interfaces.mem0.served import Served

MESSAGES = [
    {"role": "user", "content": "I parked the bicycle behind the library."},
    {"role": "assistant", "content": "Behind the library, noted."},
]


def client_for(served: Served, owner: str) -> httpx.Client:
    return httpx.Client(base_url=served.url, headers=served.header(owner), timeout=60)


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with client_for(served, "alice") as made:
        yield made


def test_a_memory_is_created_found_changed_and_deleted(http: httpx.Client) -> None:
    body = {"messages": MESSAGES, "user_id": "alice", "run_id": "r", "metadata": {"topic": "bicycle"}}
    (created,) = http.post("/memories", json=body).json()["results"]
    assert created == {"id": created["id"], "memory": MESSAGES[0]["content"], "event": "ADD"}
    path = f"/memories/{created['id']}"

    search = {"query": "Where is the bicycle?", "user_id": "alice", "filters": {"topic": "bicycle"}}
    (found,) = http.post("/search", json=search).json()["results"]
    assert (found["id"], found["metadata"]) == (created["id"], {"topic": "bicycle"})
    assert http.post("/search", json={**search, "filters": {"topic": "car"}}).json() == {"results": []}
    (listed,) = http.get("/memories", params={"user_id": "alice"}).json()["results"]
    assert listed == http.get(path).json()

    changed = http.put(path, json={"text": "The bicycle is at home."})
    assert changed.json() == {"message": "Memory updated successfully!"}
    history = http.get(f"{path}/history").json()
    assert [(event["event"], event["new_memory"]) for event in history] == [
        ("ADD", MESSAGES[0]["content"]),
        ("UPDATE", "The bicycle is at home."),
    ]

    assert http.delete(path).json()["message"] == "Memory deleted successfully!"
    gone = http.get(path)
    assert (gone.status_code, gone.json()["detail"]) == (404, f"there is no memory {created['id']!r}")


def test_all_memories_of_a_run_are_deleted(http: httpx.Client) -> None:
    for run in ("one", "two"):
        http.post("/memories", json={"messages": MESSAGES, "user_id": "alice", "run_id": run})

    assert http.delete("/memories", params={"run_id": "one"}).json()["verified"] is True

    left = http.get("/memories", params={"user_id": "alice", "top_k": 5}).json()["results"]
    assert [one["run_id"] for one in left] == ["two"]
    assert http.delete("/memories").status_code == 400


def test_only_a_token_of_any_owner_resets(http: httpx.Client, served: Served) -> None:
    for owner in ("alice", "bob"):
        with client_for(served, owner) as own:
            own.post("/memories", json={"messages": MESSAGES, "user_id": owner})

    refused = http.post("/reset")
    assert (refused.status_code, len(served.daybook.parts.store.owners())) == (403, 2)
    with client_for(served, "*") as operator:
        done = operator.post("/reset")

    assert done.json() == {"message": "All memories reset"}
    assert served.daybook.parts.store.owners() == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/configure", {"vector_store": {}}, 501),
        ("POST", "/memories", {"user_id": "alice"}, 422),
        ("POST", "/memories", {"messages": [], "user_id": "alice"}, 400),
        ("POST", "/memories", {"messages": MESSAGES, "memory_type": "procedural_memory"}, 422),
        ("POST", "/search", {"user_id": "alice"}, 422),
        ("POST", "/search", {"query": "q", "user_id": "bob"}, 403),
        ("GET", "/memories?user_id=alice&colour=red", None, 400),
        ("GET", "/memories?user_id=alice&top_k=many", None, 400),
        ("DELETE", "/memories?filters=%7B%7D", None, 400),
    ],
)
def test_what_is_not_done_is_refused_in_one_line(
    http: httpx.Client, method: str, path: str, body: object, status: int
) -> None:
    answer = http.request(method, path, json=body)

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    detail = answer.json()["detail"]
    assert detail
    assert "\n" not in detail


def test_a_body_that_is_no_json_is_refused(http: httpx.Client) -> None:
    answer = http.post("/memories", content=b"{messages", headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["detail"]) == (422, "the body is no JSON")


def test_without_a_key_nothing_is_answered(served: Served) -> None:
    for path in ("/memories?user_id=alice", "/v1/ping/", "/v1/entities/"):
        answer = httpx.get(served.url + path, timeout=60)
        assert (answer.status_code, answer.headers["content-type"]) == (401, "application/json")
