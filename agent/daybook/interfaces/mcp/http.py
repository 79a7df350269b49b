"""Serving over HTTP (streamable HTTP, without sessions), as one path of a larger application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar

from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

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
        round_url: Callable[[str], str] | None = None,
    ) -> None:
        """Make it.

        Args:
            daybook: the memory.
            owner_of: says whose memory a request is about.
            hosts: names under which it may be reached, each with any port. Requests for another name, and
                those from pages of another, are refused: a page elsewhere can have its own name lead to this
                machine. None for any name, where every request needs a token.
            round_url: gives the address of a round; see `memory_server`.
        """
        self._owner_of = owner_of
        server = memory_server(daybook, _OWNER.get, round_url=round_url)
        server.streamable_http_app(stateless_http=True, transport_security=_allowing(hosts))
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


def _allowing(hosts: Sequence[str] | None) -> TransportSecuritySettings:
    if hosts is None:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = [form for host in hosts for form in (host, f"{host}:*")]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in names]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=names, allowed_origins=origins
    )
