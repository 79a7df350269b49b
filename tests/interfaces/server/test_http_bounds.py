"""Requests over the bounds of the server, and requests that no well-meaning program would send."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from daybook.interfaces.server import access
from tests.interfaces.server.http_server import PATIENCE, Served, serving

LIMIT = 30_000
JSON = {"Content-Type": "application/json"}
VERBS = ("/v1/ask", "/v1/search", "/v1/chat", "/v1/context", "/v1/rounds", "/v1/sessions", "/v1/forget")


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(access, "BODY_LIMIT", LIMIT)
    with serving(tmp_path / "data") as running:
        yield running


def raw(served: Served, sent: bytes) -> str:
    """Send bytes as they are, and give what comes back until it is whole or the server closes."""
    parts = urlsplit(served.url)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=PATIENCE) as wire:
        with suppress(BrokenPipeError, ConnectionResetError):  # it has closed already, after its answer
            wire.sendall(sent)
        answer = b""
        with suppress(ConnectionResetError):  # what came before it has been read
            while b"\r\n\r\n" not in answer or b"}" not in answer:
                if not (more := wire.recv(65_536)):
                    break
                answer += more
    return answer.decode()


def head(served: Served, *lines: str) -> bytes:
    host = urlsplit(served.url).netloc
    return "\r\n".join(["POST /v1/ask HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode()


def test_a_body_over_the_limit_is_refused_by_its_announced_length(served: Served) -> None:
    for length in (LIMIT + 1, 10**30):
        answer = raw(served, head(served, f"Content-Length: {length}"))

        assert answer.startswith(("HTTP/1.1 413", "HTTP/1.1 400")), answer
    assert f"more than {LIMIT:,} bytes" in raw(served, head(served, f"Content-Length: {LIMIT + 1}"))


def test_a_body_over_the_limit_is_refused_though_it_announces_no_length(served: Served) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"question": "'
        for _ in range(LIMIT // 1000 + 1):
            yield b"x" * 1000

    reply = httpx.post(f"{served.url}/v1/ask", content=chunks(), timeout=30)

    assert reply.status_code == 413
    assert reply.headers["content-type"] == "application/problem+json"


def test_a_body_that_does_not_call_itself_json_is_told_so(served: Served) -> None:
    for path in ("/v1/ask", "/v1/chat/completions"):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        reply = httpx.post(f"{served.url}{path}", content=b"{}", headers=form, timeout=30)

        assert reply.status_code == 415
        assert "Content-Type: application/json" in reply.text


HOSTILE = {
    "no JSON": b"{'question': x",
    "nothing": b"",
    "a list": b"[]",
    "null": b"null",
    "not UTF-8": b'{"question": "\xff\xfe"}',
    "deep": b'{"question": ' + b"[" * 9_000 + b"]" * 9_000 + b"}",
    "NaN": b'{"query": "x", "limit": NaN}',
    "infinity": b'{"message": "x", "budget": Infinity}',
    "a huge number": b'{"query": "x", "limit": ' + b"9" * 6_000 + b"}",
    "NUL": b'{"question": "\\u0000", "query": "\\u0000", "message": "\\u0000"}',
}
"""Bodies, by what is wrong with them."""


def test_a_hostile_body_is_never_a_fault_of_ours(served: Served) -> None:
    for what in HOSTILE:
        with served.client() as client:
            for path in (*VERBS, "/v1/chat/completions", "/v1/ledger/x/correct", "/v1/ledger/undo"):
                reply = client.post(path, content=HOSTILE[what], headers=JSON)

                assert 400 <= reply.status_code < 500, (path, reply.text[:300])
                assert reply.json()


def test_hostile_words_are_kept_and_come_back_as_they_were(served: Served) -> None:
    for text in ["\x00", "\ud800", "a\udfffb", "\u202e<script>", "𝕏" * 500, "\\", "'; DROP TABLE rounds;--"]:
        escaped = json.dumps({"user": f"I live in Rome. {text}", "assistant": text})
        owner = {"owner": "o" + text}
        with served.client() as client:
            kept = client.post("/v1/rounds", content=escaped, headers=JSON)
            assert kept.status_code == 201, kept.text
            round_ = client.get(f"/v1/rounds/{kept.json()['round_id']}")
            assert json.loads(round_.content)["assistant"] == text
            for path, body in (
                ("/v1/ask", {"question": text}),
                ("/v1/search", {"query": f"Rome {text}"}),
                ("/v1/context", {"message": text}),
                ("/v1/chat", {"message": text}),
                ("/v1/chat", {"message": "yes", "proposal": {text: text, "kind": text}}),
                ("/v1/chat", {"message": "yes", "consent": {text: text}}),
                ("/v1/forget", {"phrase": text}),
                ("/v1/forget", {"session_id": text}),
                ("/v1/ledger/x/correct", {"value": text}),
            ):
                for named in ({}, owner):
                    reply = client.post(path, content=json.dumps(body | named), headers=JSON)
                    assert reply.status_code < 500, (path, reply.text)
            for path in ("/v1/ledger", "/v1/sessions"):
                assert client.get(path).status_code == 200


def test_dates_beyond_the_calendar_and_numbers_beyond_the_database_are_refused(served: Served) -> None:
    with served.client() as client:
        replies = [
            client.post("/v1/ask", json={"question": "x", "asked_at": "0001-01-01T00:00:00Z"}),
            client.post("/v1/ask", json={"question": "x", "as_of": "9999-12-31T23:59:59-12:00"}),
            client.post("/v1/rounds", json={"user": "x", "said_at": "0001-01-01T00:00:00+14:00"}),
            client.post("/v1/ask", json={"question": "x", "asked_at": 1e300}),
            client.post("/v1/ledger/undo", json={"event_id": 2**70}),
            client.post("/v1/ask", json={"question": "x" * 20_001}),
            client.post("/v1/ledger/undo", json={"event_id": 2**60}),
            client.get("/v1/rounds/%00"),
            client.get("/v1/sessions/%00/rounds"),
            client.get("/v1/ledger", params={"as_of": "0001-01-01T00:00:00Z"}),
        ]

    assert [reply.status_code for reply in replies if not 400 <= reply.status_code < 500] == []
