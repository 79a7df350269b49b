"""What one client may take of the server: how often it asks, and how large and how slow a body may be.

Both are decided before any of our code sees a request. A body is read whole first, so that whoever sends one
byte a second holds a buffer and nothing else.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.access import opened_token
from daybook.interfaces.server.problems import Refused
from daybook.settings import ServerSettings

BODY_LIMIT, BODY_TIMEOUT = 10_000_000, 30.0
"""Bytes of one request, and the seconds in which its body has to arrive whole."""
_NETWORK_BITS = 64
"""What one household or machine gets of IPv6 addresses: it could use another one for every request."""
_MOST_CLIENTS = 10_000
"""Buckets that are held; beyond them the client that has been quiet for longest begins anew."""


class Bounds:
    """An ASGI middleware: refuses with 429, 413 and 408 what is over the bounds of the settings."""

    def __init__(
        self,
        app: ASGIApp,
        settings: ServerSettings,
        refused: Callable[[HTTPConnection, DaybookError], Response],
    ) -> None:
        self._app, self._settings, self._refused = app, settings, refused
        self._rates = Rates(settings.request_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            await self._count(connection)
            body = await self._body(connection, receive)
        except DaybookError as error:
            response = self._refused(connection, error)
            response.headers["Connection"] = "close"  # the rest of the body is not read
            await response(scope, receive, send)
            return
        if body is not None:  # else the client has left
            await self._app(scope, _replayed(body, receive), send)

    async def _count(self, connection: HTTPConnection) -> None:
        token = await opened_token(connection)
        client = f"token {token.name}" if token else f"address {_address(connection)}"
        wait = self._rates.wait(client, monotonic())
        if wait:
            limit = self._settings.request_rate
            raise Refused(
                f"more than {limit} requests a minute (DAYBOOK_REQUEST_RATE)",
                HTTPStatus.TOO_MANY_REQUESTS,
                retry_after=ceil(wait),
            )

    async def _body(self, connection: HTTPConnection, receive: Receive) -> bytes | None:
        """Read the body of a request; None where the client left before its end."""
        limit, seconds = BODY_LIMIT, BODY_TIMEOUT
        too_large = Refused(
            f"the body has more than {limit:,} bytes",
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        )
        announced = connection.headers.get("content-length", "")
        if announced.isdecimal() and (len(announced) > len(str(limit)) or int(announced) > limit):
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > limit:
                        raise too_large
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise Refused(
                f"the body did not arrive within {seconds:g} seconds",
                HTTPStatus.REQUEST_TIMEOUT,
            ) from None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read as the first message, and then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


def _address(connection: HTTPConnection) -> str:
    """Name the machine, or for IPv6 the network, that a request comes from."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _NETWORK_BITS), strict=False))
    return host


class Rates:
    """Takes requests at a steady rate, and a minute's worth of them at once from who was quiet that long."""

    def __init__(self, per_minute: int) -> None:
        self._most, self._each = float(per_minute), 60.0 / per_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How many each client could make at once, and when that was so, in seconds of a steady clock."""

    def wait(self, client: str, now: float) -> float:
        """Take a request of a client; return 0, or the seconds after which one will be taken."""
        left, at = self._buckets.pop(client, (self._most, now))
        left = min(self._most, left + (now - at) / self._each)
        wait = 0.0 if left >= 1 else (1 - left) * self._each
        self._buckets[client] = (left if wait else left - 1, now)  # the last to ask stands last
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return wait
