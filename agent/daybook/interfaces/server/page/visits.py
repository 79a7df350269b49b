"""A visit: who looks at whose memory, how they sign in, and what is kept between a form and its page."""

from asyncio import to_thread
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from daybook.conversation.errors import UnknownItem
from daybook.interfaces.server.access import COOKIE, CalledBy, Memory, require_own_page
from daybook.interfaces.server.page.page_templates import rendered, seen_at, streamed
from daybook.interfaces.server.problems import Forbidden
from daybook.settings import DEFAULT_OWNER
from daybook.store import Receipt, Selector

_OWNER_COOKIE = "daybook_owner"
"""Keeps whose memory is looked at, where several may be."""
_A_YEAR = 365 * 24 * 60 * 60
_LONGEST_TOKEN = 200
"""Characters of a token that are looked at."""
_MAX_RECENT = 64
T = TypeVar("T")

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who looks at a memory."""

    owner: str
    owners: tuple[str, ...]
    """Other owners that they may look at; empty if a token opens one memory only."""
    signed_in: bool
    """True if a token in a cookie let them in."""
    any_owner: bool = True
    """False where a token opens one memory only."""


async def visitor_of(request: Request, daybook: Memory, caller: CalledBy) -> Visitor:
    """Tell who looks at the page: the token says whose memory it is, or the choice of one on the page.

    Raises:
        Unauthorised: a token is needed, and there is none that opens anything.
        Forbidden: a page elsewhere has it loaded as a picture or a script.
    """
    elsewhere = request.headers.get("sec-fetch-site") == "cross-site"
    if elsewhere and request.headers.get("sec-fetch-mode") != "navigate":  # as a picture or a script
        raise Forbidden("a page elsewhere may link here, and nothing more")
    signed_in = COOKIE in request.cookies
    if caller.owner is not None:
        return Visitor(caller.owner, (), signed_in, any_owner=False)
    owners = tuple(await daybook.aowners())
    chosen = unquote(request.cookies.get(_OWNER_COOKIE, ""))
    first = DEFAULT_OWNER if DEFAULT_OWNER in owners or not owners else owners[0]
    return Visitor(chosen if chosen in owners else first, owners, signed_in)


CurrentVisitor = Annotated[Visitor, Depends(visitor_of)]
"""Who looks, as a parameter of a route."""


def form_sender(
    request: Request,
    visitor: CurrentVisitor,
    owner: Annotated[str, Form(description="whose page the form stood on")],
) -> Visitor:
    """Tell who sends a form; raise Forbidden unless a page of this server and of the same memory does."""
    require_own_page(request)
    if owner != visitor.owner:
        raise Forbidden(
            f"this form was about {owner!r}, and you look at {visitor.owner!r} now: choose again, and resend"
        )
    return visitor


FormSender = Annotated[Visitor, Depends(form_sender)]
"""Who sends a form, as a parameter of a route."""


@dataclass(frozen=True, slots=True)
class PageRenderer:
    """Shows pages to a visitor."""

    visitor: Visitor
    waiting: int
    """How many things wait for the owner's word."""

    def page(self, template: str, **values: Any) -> HTMLResponse:
        """Render a template, with what stands around every page."""
        return rendered(template, 200, visitor=self.visitor, waiting=self.waiting, **values)

    def streamed(self, template: str, pieces: AsyncIterator[str], **values: Any) -> StreamingResponse:
        """Render a template of which one place comes piece by piece."""
        return streamed(template, pieces, visitor=self.visitor, waiting=self.waiting, **values)


async def renderer_for(daybook: Memory, visitor: CurrentVisitor) -> PageRenderer:
    """Prepare what stands around every page."""
    return PageRenderer(visitor, len(await daybook.ledger.awaiting(owner=visitor.owner)))


Renderer = Annotated[PageRenderer, Depends(renderer_for)]
"""Shows pages, as a parameter of a route."""


class RecentValues(Generic[T]):
    """The latest values, each for one owner, so that no address holds what somebody asked or forgot.

    `discard` is called with each value that is let go.
    """

    def __init__(self, discard: Callable[[T], object] = lambda _: None) -> None:
        self._values: OrderedDict[str, tuple[str, T]] = OrderedDict()
        self._discard = discard

    def put(self, owner: str, value: T) -> str:
        """Keep a value; return the key that finds it."""
        key = token_hex(8)
        self._values[key] = (owner, value)
        if len(self._values) > _MAX_RECENT:
            self._let_go(next(iter(self._values)))
        return key

    def find(self, owner: str, key: str) -> T:
        """Return an owner's value; raise UnknownItem where it is not kept any more, or is another's."""
        kept_for, value = self._values.get(key, ("", None))
        if value is None or kept_for != owner:
            raise UnknownItem("this page is not kept any more: ask, or choose, once more")
        return value

    def drop(self, owner: str) -> None:
        """Let go of everything of an owner."""
        for key in [key for key, (kept_for, _) in self._values.items() if kept_for == owner]:
            self._let_go(key)

    def clear(self) -> None:
        """Let go of everything."""
        for key in list(self._values):
            self._let_go(key)

    def _let_go(self, key: str) -> None:
        self._discard(self._values.pop(key)[1])


@dataclass(frozen=True, slots=True)
class RecentForms:
    """Values kept between a form and the page that it leads to, in this process only and never on disk."""

    exchanges: RecentValues[Any] = field(default_factory=RecentValues)
    imports: RecentValues[Any] = field(default_factory=lambda: RecentValues(lambda upload: upload.discard()))
    """Files that wait for a word, or are being imported."""
    selectors: RecentValues[Selector] = field(default_factory=RecentValues)
    """Selectors of pending forgets."""
    receipts: RecentValues[Receipt] = field(default_factory=RecentValues)
    """Counts, without any text."""


def _recent_forms(request: Request) -> RecentForms:
    recent: RecentForms = request.app.state.recent_forms
    return recent


Recent = Annotated[RecentForms, Depends(_recent_forms)]
"""The server's values between forms and pages, as a parameter of a route."""


@router.get("/sign-in")
async def form() -> Response:
    """Ask for a token."""
    return rendered("sign_in.html", 200, says="", path="/")


@router.post("/sign-in", dependencies=[Depends(require_own_page)])
async def sign_in(
    request: Request, daybook: Memory, token: Annotated[str, Form()], path: Annotated[str, Form()] = "/"
) -> Response:
    """Put a token that opens something into a cookie that no script and no other site can use."""
    text = token.strip()[:_LONGEST_TOKEN]
    opened = await to_thread(daybook.tokens.opened_by, text, at=daybook.now())
    if opened is None:
        says = "The token is unknown, was revoked, or its time is over."
        return rendered("sign_in.html", 401, says=says, path=_own_path(path))
    response = seen_at(_own_path(path))
    _set_cookie(request, response, COOKIE, text)
    return response


@router.post("/sign-out", dependencies=[Depends(require_own_page)])
async def sign_out() -> Response:
    """Take the token out of the browser."""
    response = seen_at("/sign-in")
    response.delete_cookie(COOKIE)
    response.delete_cookie(_OWNER_COOKIE)
    return response


@router.post("/owner", dependencies=[Depends(require_own_page)])
async def choose_owner(request: Request, visitor: CurrentVisitor, chosen: Annotated[str, Form()]) -> Response:
    """Look at another memory.

    Raises:
        UnknownItem: nothing is kept for them, or it is not for this visitor.
    """
    if chosen not in visitor.owners:
        raise UnknownItem(f"nothing is kept for {chosen!r}")
    response = seen_at("/")
    _set_cookie(request, response, _OWNER_COOKIE, quote(chosen, safe=""))
    return response


def _set_cookie(request: Request, response: RedirectResponse, name: str, value: str) -> None:
    secure = "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))
    response.set_cookie(name, value, max_age=_A_YEAR, httponly=True, samesite="lax", secure=secure)


def _own_path(path: str) -> str:
    """Return a path of this server; "/" for what might lead elsewhere."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"
