"""Whom the server serves: tokens that are right, wrong, expired, revoked or another owner's, and none."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from daybook.store.access_tokens import PREFIX
from tests.interfaces.server.http_server import Served, serving

ASK = {"question": "Where do I live?"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that takes tokens only."""
    with serving(tmp_path / "data", needs_token=True) as running:
        yield running


@pytest.fixture
def open_to_all(tmp_path: Path) -> Iterator[Served]:
    """A server on loopback that needs no token."""
    with serving(tmp_path / "data") as running:
        yield running


def ask(served: Served, headers: dict[str, str], **named: str) -> httpx.Response:
    return httpx.post(f"{served.url}/v1/ask", json=ASK | named, headers=headers, timeout=60)


def test_each_way_of_handing_in_a_token_opens_its_owners_memory_alone(served: Served) -> None:
    with served.client("ada") as ada, served.client("bob") as bob:
        ada.post("/v1/rounds", json={"user": "I live in Rome."})
        bob.post("/v1/rounds", json={"user": "I live in Lagos."})
    text = served.token("ada")
    ways = (
        {"Authorization": f"Bearer {text}"},
        {"Cookie": f"daybook_token={text}", "Sec-Fetch-Site": "same-origin"},
    )

    answers = [ask(served, headers).json()["answer"] for headers in ways]

    assert all("Rome" in answer and "Lagos" not in answer for answer in answers)


def test_a_token_of_another_owner_is_refused_on_every_verb(served: Served) -> None:
    with served.client("bob") as bob:
        fact = {"attribute": "residence", "value": "Lagos", "quote": "I live in Lagos"}
        bob.post("/v1/rounds", json={"user": "I live in Lagos.", "facts": [fact]})
        (record,) = bob.get("/v1/ledger").json()["records"]
        (session,) = bob.get("/v1/sessions").json()["sessions"]
        (round_,) = bob.get(f"/v1/sessions/{session['session_id']}/rounds").json()["rounds"]
    with served.client("ada") as ada:
        named = [
            ada.post(path, json=body | {"owner": "bob"})
            for path, body in (
                ("/v1/ask", ASK),
                ("/v1/search", {"query": "x"}),
                ("/v1/chat", {"message": "x"}),
                ("/v1/context", {"message": "x"}),
                ("/v1/rounds", {"user": "x"}),
                ("/v1/forget", {"all": True}),
                (f"/v1/ledger/{record['record_id']}/correct", {"value": "Rome"}),
            )
        ]
        named += [
            ada.get(path, params={"owner": "bob"}) for path in ("/v1/ledger", "/v1/sessions", "/v1/stats")
        ]
        unnamed = [
            ada.get(f"/v1/rounds/{round_['round_id']}"),
            ada.post("/v1/forget", json={"round_id": round_["round_id"]}),
            ada.post("/v1/forget", json={"session_id": session["session_id"]}),
            ada.post(f"/v1/ledger/{record['record_id']}/reject", json={}),
        ]

    assert {reply.status_code for reply in named} == {403}
    assert {reply.status_code for reply in unnamed} == {404}
    with served.client("bob") as bob:
        assert bob.get("/v1/stats").json()["rounds"] == 1
        assert [one["value"] for one in bob.get("/v1/ledger").json()["records"]] == ["Lagos"]


@pytest.mark.parametrize("path", ["/v1/ask", "/mcp"])
def test_no_wrong_expired_and_revoked_tokens_are_refused(served: Served, path: str) -> None:
    tokens = served.daybook.tokens
    expired = served.token("ada", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    revoked = served.token("ada")
    tokens.revoke(tokens.list()[-1].name)
    given = [f"Bearer {text}" for text in ("wrong", f"{PREFIX}wrong", expired, revoked)]

    for text in (None, *given, f"Basic {served.token('ada')}"):
        headers = {"Accept": "application/json, text/event-stream"} | (
            {"Authorization": text} if text else {}
        )
        reply = httpx.post(f"{served.url}{path}", json=ASK, headers=headers, timeout=60)

        assert reply.status_code == 401, text
        assert reply.headers["www-authenticate"] == "Bearer"
        assert reply.headers["content-type"] == "application/problem+json"


def test_a_token_for_any_owner_names_one_in_each_request(served: Served) -> None:
    headers = {"Authorization": f"Bearer {served.token(None)}"}
    for owner, city in (("ada", "Rome"), ("bob", "Lagos")):
        body = {"user": f"I live in {city}.", "owner": owner}
        httpx.post(f"{served.url}/v1/rounds", json=body, headers=headers, timeout=60)

    assert "Lagos" in ask(served, headers, owner="bob").json()["answer"]
    assert ask(served, headers).status_code == 403
    assert ask(served, headers, owner=" ").status_code == 422


def test_loopback_serves_this_machine_without_a_token(open_to_all: Served) -> None:
    assert ask(open_to_all, {}).status_code == 200
    assert ask(open_to_all, {"Authorization": "Bearer sk-of-another-service"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"Authorization": f"Bearer {PREFIX}that-nobody-made"},
    ],
)
def test_loopback_needs_a_token_for_what_is_not_of_this_machine(
    open_to_all: Served, headers: dict[str, str]
) -> None:
    assert ask(open_to_all, headers).status_code == 401
    if "Authorization" not in headers:
        token = {"Authorization": f"Bearer {open_to_all.token('ada')}"}
        assert ask(open_to_all, headers | token).status_code == 200


def test_health_needs_no_token(served: Served) -> None:
    with served.client() as nobody:
        assert nobody.get("/health").json()["status"] == "ok"
