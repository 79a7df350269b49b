"""MCP over HTTP in a real uvicorn: whose memory it is, by its token; and who is not let in."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from daybook.interfaces.mcp.transports import McpOverHttp
from daybook.interfaces.server.access import OWNER_HEADER
from daybook.interfaces.server.app import build_app, config_of
from daybook.library.daybook import Daybook
from tests.interfaces.mcp_client import call, failure

pytestmark = pytest.mark.slow

CAT = "I adopted a cat named Miso on Sunday."
CALLS = 100
BOTH = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}


@asynccontextmanager
async def served(daybook: Daybook, *, needs_token: bool = True) -> AsyncIterator[str]:
    """Serve a memory at /mcp of a free port, and give its address."""
    app = build_app(daybook, needs_token=needs_token)
    server = uvicorn.Server(config_of(app))
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        await serving
        listening.close()


@asynccontextmanager
async def connected(
    url: str, token: str | None, *, mode: str = "auto", **headers: str
) -> AsyncIterator[Client]:
    given = headers | ({"authorization": f"Bearer {token}"} if token else {})
    async with (
        httpx2.AsyncClient(headers=given, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


def token_for(daybook: Daybook, owner: str | None) -> str:
    return daybook.tokens.make(owner, made_at=datetime.now(UTC), expires_at=None)[0]


@pytest.fixture
async def daybook(tmp_path: Path) -> AsyncIterator[Daybook]:
    async with Daybook.open(tmp_path / "data") as opened:
        yield opened


async def test_every_version_of_the_protocol_is_spoken_to_the_sdks_own_client(
    daybook: Daybook, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(daybook) as url:
        token = token_for(daybook, "ada")
        for place, version in enumerate((*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS)):
            monkeypatch.setattr("mcp.client.session.LATEST_HANDSHAKE_VERSION", version)
            mode = version if version in MODERN_PROTOCOL_VERSIONS else "legacy"
            async with connected(url, token, mode=mode) as client:
                assert client.protocol_version == version
                assert len((await client.list_tools()).tools) == 7
                await call(client, "remember", user_said=f"Locker {place} holds a kite.")
                answer = await call(client, "recall", question=f"What does locker {place} hold?")
                assert f"Locker {place} holds a kite." in answer["answer"]
                assert "recall: question: Field required" in await failure(client, "recall")


async def test_two_owners_calling_at_once_get_nothing_of_each_other(daybook: Daybook) -> None:
    names = ("ada", "bob")
    async with served(daybook) as url:
        tokens = {name: token_for(daybook, name) for name in names}

        async def work(name: str, client: Client, number: int) -> None:
            words = f"{name.title()} keeps kite {number} in locker {number}."
            assert (await call(client, "remember", user_said=words))["stored"]
            found = (await call(client, "search", query="kite"))["results"]
            assert found
            assert all(hit["title"].partition(" · ")[2].startswith(name.title()) for hit in found)

        async with connected(url, tokens["ada"]) as ada, connected(url, tokens["bob"], mode="legacy") as bob:
            await asyncio.gather(
                *(
                    work(name, client, number)
                    for number in range(CALLS // 4)
                    for name, client in zip(names, (ada, bob), strict=True)
                )
            )

    for name in names:
        assert (await daybook.astats(owner=name)).rounds == CALLS // 4


async def greetings(http: httpx2.AsyncClient, url: str, *headers: dict[str, str]) -> list[int]:
    """Statuses of greetings with these headers."""
    return [(await http.post(url, json=GREETING, headers=given)).status_code for given in headers]


async def test_a_token_for_any_owner_needs_a_name_and_one_for_an_owner_takes_no_other(
    daybook: Daybook,
) -> None:
    async with served(daybook) as url, httpx2.AsyncClient(headers=BOTH, timeout=60) as http:
        any_owner, adas = (
            {"authorization": f"Bearer {token_for(daybook, owner)}"} for owner in (None, "ada")
        )
        bob = {OWNER_HEADER: "bob"}
        statuses = await greetings(
            http, url, any_owner, any_owner | bob, adas | {OWNER_HEADER: "ada"}, adas | bob
        )
        async with connected(url, token_for(daybook, None), **bob) as client:
            await call(client, "remember", user_said=CAT)

    assert statuses == [403, 200, 200, 403]
    assert daybook.owners() == ["bob"]


async def test_without_a_token_it_is_the_configured_owners_memory_but_a_wrong_token_is_refused(
    daybook: Daybook,
) -> None:
    async with (
        served(daybook, needs_token=False) as url,
        httpx2.AsyncClient(headers=BOTH, timeout=60) as http,
    ):
        async with connected(url, None) as client:
            await call(client, "remember", user_said=CAT)
        statuses = await greetings(http, url, {"authorization": "Bearer daybook_x"})

    assert daybook.owners() == ["me"]
    assert statuses == [401]


@pytest.fixture
async def url(daybook: Daybook) -> AsyncIterator[str]:
    """The address of a server that wants no token on this machine."""
    async with served(daybook, needs_token=False) as address:
        yield address


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(headers=BOTH, timeout=60) as client:
        yield client


async def test_a_page_elsewhere_cannot_reach_it_by_a_name_or_from_an_origin_of_its_own(
    url: str, http: httpx2.AsyncClient
) -> None:
    statuses = await greetings(
        http,
        url,
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"content-type": "text/plain"},
        {"origin": "http://localhost:3000"},
        {},
    )

    assert statuses == [401, 401, 401, 401, 400, 401, 200]


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28", "1999-01-01", "nonsense"])
async def test_a_body_that_is_no_message_is_refused_and_the_next_is_served(
    url: str, http: httpx2.AsyncClient, version: str
) -> None:
    for body in (b"", b"nonsense", b"[]", b"{}", b"[" * 50_000, b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 1}'):
        wrong = await http.post(url, content=body, headers={"mcp-protocol-version": version})
        assert 400 <= wrong.status_code < 500

    assert await greetings(http, url, {}) == [200]


class Unheard(Exception):
    pass


async def test_what_says_whose_memory_it_is_can_be_the_applications_own_and_so_can_the_refusal(
    daybook: Daybook,
) -> None:
    async def by_path(request: Request) -> str:
        if request.path_params["owner"] == "mallory":
            raise Unheard
        return str(request.path_params["owner"])

    async def refuse(_: Request, __: Exception) -> Response:
        return JSONResponse({"type": "about:blank", "status": 418}, 418)

    endpoint = McpOverHttp(daybook, by_path, hosts=None)
    app = FastAPI(exception_handlers={Unheard: refuse})
    app.router.routes.append(Route("/{owner}/mcp", endpoint))
    async with (
        endpoint.running(),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="https://me.example") as http,
        Client(streamable_http_client("https://me.example/ada/mcp", http_client=http)) as client,
    ):
        kept = await call(client, "remember", user_said=CAT)
        (found,) = (await call(client, "search", query="cat"))["results"]
        refused = await http.post("/mallory/mcp", json=GREETING, headers=BOTH)

    assert found["url"] == f"daybook://rounds/{kept['round_id']}"
    assert daybook.owners() == ["ada"]
    assert (refused.status_code, refused.json()["status"]) == (418, 418)
