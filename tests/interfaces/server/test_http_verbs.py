"""Our own verbs, each called over HTTP, against what the library and the commands give."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from daybook.interfaces.operations.operation_table import TOOLS
from tests.interfaces.daybook_command import Command
from tests.interfaces.server.description import operation_of, wrong_in
from tests.interfaces.server.http_server import Served

FACTS = [
    {"attribute": "residence", "value": "Rome", "quote": "I live in Rome"},
    {"attribute": "allergy", "value": "peanuts", "quote": "I am allergic to peanuts"},
]
ROME: dict[str, Any] = {
    "user": "I live in Rome. I am allergic to peanuts.",
    "assistant": "Noted.",
    "session_id": "first",
    "facts": FACTS,
}
CONCERT = "I went to a concert on Friday."


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with served.client() as made:
        yield made


@pytest.fixture
def told(client: httpx.Client) -> httpx.Client:
    """A client whose memory holds two rounds."""
    assert client.post("/v1/rounds", json=ROME).status_code == 201
    dated = {"user": CONCERT, "session_id": "second", "said_at": "2024-03-05T09:00:00Z"}
    assert client.post("/v1/rounds", json=dated).status_code == 201
    return client


def test_a_round_is_kept_once_and_says_what_was_learnt(client: httpx.Client) -> None:
    first, again = client.post("/v1/rounds", json=ROME), client.post("/v1/rounds", json=ROME)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["stored"]
    assert not first.json()["already_there"]
    assert again.json()["already_there"]
    assert again.json()["round_id"] == first.json()["round_id"]
    assert {fact["value"] for fact in first.json()["learned"]} == {"Rome", "peanuts"}


def test_a_question_is_answered_as_the_command_answers_it(told: httpx.Client, daybook: Command) -> None:
    moment = "2024-06-01T12:00:00+00:00"

    over_http = told.post("/v1/ask", json={"question": "Where do I live?", "asked_at": moment}).json()
    by_command = daybook("ask", "Where do I live?", "--asked-at", moment, "--json").json

    assert "Rome" in over_http["answer"]
    assert over_http | {"timings": {}} == by_command | {"timings": {}}


def test_a_chat_goes_on_in_its_session_and_is_remembered(client: httpx.Client) -> None:
    said = client.post("/v1/chat", json={"message": "I moved to Aarhus.", "session_id": "talk"}).json()
    turn = client.post("/v1/chat", json={"message": "Where do I live?", "session_id": "talk"}).json()

    assert (said["learned"], said["consent"]) == ([], None)
    assert turn["session_id"] == "talk"
    assert "Aarhus" in turn["text"]
    assert turn["evidence"][0]["round_id"] == said["round_id"]
    rounds = client.get("/v1/sessions/talk/rounds").json()["rounds"]
    assert [round_["user"] for round_ in rounds] == ["I moved to Aarhus.", "Where do I live?"]


def test_forgetting_in_a_chat_takes_the_proposal_and_a_yes(told: httpx.Client) -> None:
    proposed = told.post("/v1/chat", json={"message": "Forget that I am allergic to peanuts."}).json()
    assert proposed["proposal"]

    told.post("/v1/chat", json={"message": "yes", "proposal": proposed["proposal"]})

    assert "peanuts" not in str(told.post("/v1/search", json={"query": "peanuts"}).json()["rounds"])


def test_what_bears_on_a_message_holds_the_constraints(told: httpx.Client) -> None:
    context = told.post("/v1/context", json={"message": "What should I cook tonight?"}).json()

    assert "peanuts" in context["text"]
    assert context["items"][0]["kind"] == "constraint"


def test_a_record_is_corrected_confirmed_rejected_and_that_is_undone(told: httpx.Client) -> None:
    def values() -> dict[str, str]:
        records = told.get("/v1/ledger", params={"slot": "identity"}).json()["records"]
        return {record["value"]: record["status"] for record in records}

    (record,) = told.get("/v1/ledger", params={"slot": "identity.residence"}).json()["records"]
    path = f"/v1/ledger/{record['record_id']}"

    corrected = told.post(f"{path}/correct", json={"value": "Aarhus"}).json()
    assert values()["Aarhus"] == "active"
    assert values()["Rome"] != "active"
    asked = {"question": "Where do I live?"}
    assert "Rome" not in told.post("/v1/ask", json=asked).json()["answer"]
    told.post("/v1/ledger/undo", json={"event_id": corrected["events"][0]})
    assert values()["Rome"] == "active"
    assert "Rome" in told.post("/v1/ask", json=asked).json()["answer"]
    sessions = told.get("/v1/sessions").json()["sessions"]
    assert not [session for session in sessions if session["session_id"].startswith("corrections-")]
    told.post(f"{path}/reject", json={})
    assert values()["Rome"] != "active"
    told.post(f"{path}/confirm", json={})
    assert values()["Rome"] == "active"
    assert told.get("/v1/ledger/events").json()["events"][-1]["kind"]
    assert told.get("/v1/ledger/waiting").json() == {"waiting": []}


def test_forgetting_takes_the_confirmation_of_what_it_showed(told: httpx.Client) -> None:
    shown = told.post("/v1/forget", json={"session_id": "first"}).json()
    assert (shown["done"], shown["removed"]["rounds"]) == (False, 1)
    assert ROME["user"] in shown["texts"]

    wrong = told.post("/v1/forget", json={"session_id": "first", "confirmation": "0" * 16})
    done = told.post("/v1/forget", json={"session_id": "first", "confirmation": shown["confirmation"]}).json()

    assert wrong.status_code == 400
    assert (done["done"], done["verified"]) == (True, True)
    assert "Rome" not in str(told.post("/v1/search", json={"query": "Rome"}).json()["rounds"])


@pytest.mark.parametrize(
    ("named", "status"),
    [
        ({}, 400),
        ({"session_id": "first", "all": True}, 400),
        ({"between": ["2024-02-01", "2023-01-01"]}, 400),
    ],
)
def test_forgetting_names_one_thing(told: httpx.Client, named: dict[str, Any], status: int) -> None:
    assert told.post("/v1/forget", json=named).status_code == status


def test_what_is_not_there_is_a_problem(client: httpx.Client) -> None:
    for path in ("/v1/rounds/nothing", "/v1/sessions/nothing/rounds", "/nowhere"):
        reply = client.get(path)

        assert reply.status_code == 404, path
        assert reply.headers["content-type"] == "application/problem+json"
        assert reply.json()["status"] == 404


@pytest.mark.slow
def test_what_is_given_is_what_the_description_says_and_nothing_else(told: httpx.Client) -> None:
    told.post("/v1/documents", files={"file": ("rules.md", b"# Rules\n\nThe quay is closed in winter.")})
    (record,) = told.get("/v1/ledger", params={"slot": "identity"}).json()["records"]
    (round_,) = told.get("/v1/sessions/first/rounds").json()["rounds"]
    asked: list[tuple[str, str, dict[str, Any] | None]] = [
        ("POST", "/v1/ask", {"question": "Where do I live?"}),
        ("POST", "/v1/search", {"query": "Rome"}),
        ("POST", "/v1/context", {"message": "What should I cook?"}),
        ("POST", "/v1/chat", {"message": "Where do I live?"}),
        ("POST", "/v1/chat", {"message": "Forget that I live in Rome."}),
        ("POST", "/v1/rounds", {"user": "I have a cat."}),
        ("POST", "/v1/forget", {"phrase": "peanuts"}),
        ("POST", f"/v1/ledger/{record['record_id']}/correct", {"value": "Aarhus"}),
        ("POST", "/v1/ledger/undo", {}),
        *(("GET", f"/v1/{name}", None) for name in ("sessions", "ledger", "ledger/events", "ledger/waiting")),
        *(("GET", f"/v1/{name}", None) for name in ("documents", "stats", "models")),
        ("GET", f"/v1/rounds/{round_['round_id']}", None),
        ("GET", "/v1/rounds/nothing", None),
        ("POST", "/v1/ask", {"question": 7}),
    ]
    described = told.get("/openapi.json").json()

    for method, path, body in asked:
        reply = told.request(method, path, json=body)

        assert wrong_in(described, operation_of(described, method.lower(), path), reply) == [], (method, path)


def test_every_operation_of_the_table_is_a_route_with_a_security_scheme(client: httpx.Client) -> None:
    described = client.get("/openapi.json").json()

    named = [
        operation["x-daybook-operation"]["name"]
        for path in described["paths"].values()
        for operation in path.values()
        if "x-daybook-operation" in operation
    ]
    assert sorted(named) == sorted(TOOLS)
    assert "/v1/chat/completions" in described["paths"]
    ask = described["paths"]["/v1/ask"]["post"]
    assert ask["security"] == [{"HTTPBearer": []}]
    assert set(ask["responses"]) == {"200", "4XX", "5XX"}
