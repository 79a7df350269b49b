"""How MCP is served: over HTTP as one path of a larger application, or to the program that started this one.

HTTP is streamable HTTP without sessions; a program that started this one is answered on standard output.
"""

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import ContextVar
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from daybook.conversation.errors import DaybookError
from daybook.interfaces.mcp.mcp_server import memory_server
from daybook.library.daybook import Daybook

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine, for itself."""
RequestOwner = Callable[[Request], Awaitable[str]]
"""Says whose memory a request is about, or raises what the application around answers."""

_OWNER: ContextVar[str] = ContextVar("owner of the request at hand")


class McpOverHttp:
    """An ASGI application that answers at whatever path it is put at, while `running()` is entered."""

    def __init__(
        self,
        daybook: Daybook,
        owner_of: RequestOwner,
        *,
        hosts: Sequence[str] | None = LOOPBACK,
    ) -> None:
        """Make it for a memory.

        `hosts` are the names under which it may be reached, each with any port. Requests for another name,
        and those from pages of another, are refused: a page elsewhere can have its own name lead to this
        machine. None is for any name, where every request needs a token.
        """
        names = [form for host in hosts or () for form in (host, f"{host}:*")]
        origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in names]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=hosts is not None, allowed_hosts=names, allowed_origins=origins
        )
        self._owner_of = owner_of
        server = memory_server(daybook, _OWNER.get)
        server.streamable_http_app(stateless_http=True, transport_security=security)
        self._sessions = server.session_manager

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve within the block; it can be entered once."""
        return self._sessions.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["method"] != "POST":  # there are no sessions to listen to, or to end
            await Response(status_code=405, headers={"allow": "POST"})(scope, receive, send)
            return
        outer = _OWNER.set(await self._owner_of(Request(scope)))
        try:
            await self._sessions.handle_request(scope, receive, send)
        finally:
            _OWNER.reset(outer)


def serve_stdio(daybook: Daybook, owner: str) -> None:
    """Serve one owner's memory until the input ends, nobody reads the output any more, or Ctrl-C.

    Meanwhile file descriptor 1 leads to standard error, so that nothing else gets between the messages.
    """
    try:
        asyncio.run(_serve(daybook, owner))
    except* (KeyboardInterrupt, BrokenPipeError, anyio.BrokenResourceError):
        pass  # the last: a message was on its way to a server that Ctrl-C had ended


async def _serve(daybook: Daybook, owner: str) -> None:
    # The SDK's own `run("stdio")` reads in a thread that Ctrl-C cannot end, and takes no other input.
    server = memory_server(daybook, lambda: owner)._lowlevel_server
    lines = cast("anyio.AsyncFile[str]", _lines_of(_own_input()))
    async with stdio_server(stdin=lines) as (read_stream, write_stream):
        warming = asyncio.create_task(_warm(daybook, owner))
        try:
            await server.run(read_stream, write_stream, server.create_initialization_options())
        finally:
            warming.cancel()


async def _warm(daybook: Daybook, owner: str) -> None:
    """Have everything loaded before the first question: those who call wait for some seconds only."""
    with suppress(DaybookError):  # the question itself says it
        await daybook.awarm(owner=owner)


def _own_input() -> int:
    """Take the input away from everything else in this process, and from the processes that it starts."""
    own = os.dup(0)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return own


async def _lines_of(descriptor: int) -> AsyncIterator[str]:
    """Yield the lines that come; a thread that dies with the process waits for them."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server has ended
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        with open(descriptor, "rb") as file:
            for line in file:
                put(_readable(line.decode("utf-8", "replace")))
        put(None)

    threading.Thread(target=read, name="daybook-mcp-input", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


def _readable(line: str) -> str:
    """Replace half surrogate pairs by U+FFFD: the SDK passes over a message that holds one, unanswered."""
    if "\\ud" not in line.lower():
        return line
    with suppress(ValueError):
        plain: Any = json.dumps(json.loads(line), ensure_ascii=False)
        return str(plain).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return line
