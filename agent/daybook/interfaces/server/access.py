"""Whose memory a request is about, by its token and by the owner that it names."""

from asyncio import to_thread
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from daybook.interfaces.server.problems import Forbidden, Unauthorised
from daybook.library.daybook import Daybook
from daybook.settings import DEFAULT_OWNER
from daybook.store.access_tokens import PREFIX

COOKIE = "daybook_token"
"""What the page keeps a token in; scripts cannot read it."""
OWNER_HEADER = "x-daybook-owner"
"""Names the owner where the token opens any memory, and the body has no place for it."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request."""

    owner: str | None
    """Whose memory the token opens; None for any."""
    default: str | None
    """Whose memory it is where the request names nobody; None where it has to."""

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
