"""The owner of a request, by its token and by the owner that it names; and its size limit."""

from asyncio import to_thread
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.problems import Forbidden, Refused, Unauthorised
from daybook.library.daybook import Daybook
from daybook.settings import DEFAULT_OWNER
from daybook.store.access_tokens import PREFIX

COOKIE = "daybook_token"
"""Name of the page's cookie for a token; scripts cannot read it."""
OWNER_HEADER = "x-daybook-owner"
"""Names the owner where the token opens any memory, and the body has no place for it."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request."""

    owner: str | None
    """The owner whose memory the token opens; None for any."""
    default: str | None
    """The owner if the request names nobody; None if it has to name one."""

    def owner_of(self, named: str | None) -> str:
        """Say whose memory a request is about that names an owner, or none.

        Raises:
            Forbidden: the token opens another one's, or any, and the request names none.
        """
        if self.owner is not None:
            if named and named != self.owner:
                raise Forbidden("this token opens another owner's memory than the one that is named")
            return self.owner
        if owner := named or self.default:
            return owner
        raise Forbidden("this token opens any owner's memory: name one")


def memory_of(request: HTTPConnection) -> Daybook:
    """Return the memory that the server was built for."""
    daybook: Daybook = request.app.state.daybook
    return daybook


async def caller_of(request: Request) -> Caller:
    """Tell who makes a request.

    The token stands in `Authorization` or in the page's cookie. Where none is needed, a key of somebody
    else's counts for nothing: OpenAI's clients send one always.

    Raises:
        Unauthorised: there is none where one is needed, or nobody made it, or its time is over.
        Forbidden: a page elsewhere had a browser send the cookie with something that may change memory.
    """
    needs_token: bool = request.app.state.needs_token
    text, daybook = token_in(request), memory_of(request)
    token = await to_thread(daybook.tokens.opened_by, text, at=daybook.now()) if text else None
    if token is not None:
        if _token_in_headers(request) is None and request.method not in _SAFE:
            require_own_page(request)
        return Caller(token.owner, None)
    if text is not None and (needs_token or text.startswith(PREFIX)):
        raise Unauthorised("the token is unknown, was revoked, or its time is over")
    if needs_token or not _is_local(request):
        raise Unauthorised("a token is needed: `daybook token new --owner NAME` makes one")
    return Caller(None, DEFAULT_OWNER)


async def owner_of_header(request: Request) -> str:
    """Say whose memory a request is about that can name an owner in a header alone."""
    return (await caller_of(request)).owner_of(request.headers.get(OWNER_HEADER))


def token_in(request: HTTPConnection) -> str | None:
    """Find the token of a request; None without one."""
    return _token_in_headers(request) or request.cookies.get(COOKIE) or None


def require_own_page(request: Request) -> None:
    """Let a browser's request pass only if it says that a page of this server made it; raise Forbidden else.

    Browsers say so in Sec-Fetch-Site, or, where the server is not reached by TLS, in Origin alone.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin", "")
    if not (site == "same-origin" if site else urlsplit(origin).netloc == request.url.netloc):
        raise Forbidden("this did not come from a page of this server: go back, and send it from there")


def _token_in_headers(request: HTTPConnection) -> str | None:
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    return text.strip() or None if scheme.lower() == "bearer" else None


def is_loopback(host: str) -> bool:
    """True if an address, or the name "localhost", is this machine's own."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_local(request: Request) -> bool:
    """True if a request comes from this machine, and for it: no proxy before, and no name that leads here.

    A page elsewhere can have its own name resolve to 127.0.0.1, and a browser then sends its requests here.
    """
    if any(name in request.headers for name in _FORWARDED) or not is_loopback(request.url.hostname or ""):
        return False
    origin, own = request.headers.get("origin"), f"{request.url.scheme}://{request.url.netloc}"
    return origin in (None, own)


Memory = Annotated[Daybook, Depends(memory_of)]
"""The memory, as a parameter of a route."""
CalledBy = Annotated[Caller, Depends(caller_of)]
"""Who calls, as a parameter of a route."""


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
    """Read the body of a request. Returns None if the client left before its end."""
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
