"""How large the body of a request may be, which is decided before any of our code sees it."""

from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.problems import Refused

BODY_LIMIT = 10_000_000
"""Bytes of one request."""


class BodyLimit:
    """An ASGI middleware: refuses with 413 a body that is over the limit. It is read whole first."""

    def __init__(self, app: ASGIApp, refused: Callable[[HTTPConnection, DaybookError], Response]) -> None:
        self._app, self._refused = app, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            body = await _body(connection, receive)
        except Refused as error:
            response = self._refused(connection, error)
            response.headers["Connection"] = "close"  # the rest of the body is not read
            await response(scope, receive, send)
            return
        if body is not None:  # else the client has left
            await self._app(scope, _replayed(body, receive), send)


async def _body(connection: HTTPConnection, receive: Receive) -> bytes | None:
    """Read the body of a request; None where the client left before its end."""
    says = f"the body has more than {BODY_LIMIT:,} bytes"
    too_large = Refused(says, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    announced = connection.headers.get("content-length", "")
    if announced.isdecimal() and (len(announced) > len(str(BODY_LIMIT)) or int(announced) > BODY_LIMIT):
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            raise too_large
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read as the first message, and then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
