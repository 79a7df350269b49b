"""Signing in with a token, signing out, and choosing whose memory is looked at."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from daybook.errors import UnknownItem
from daybook.interfaces.server.access import COOKIE, Memory, require_own_page
from daybook.interfaces.server.page.shown import rendered, seen_at
from daybook.interfaces.server.page.visitor import OWNER_COOKIE, Looking

router = APIRouter()
_A_YEAR = 365 * 24 * 60 * 60
_LONGEST = 200
"""Characters of a token that are looked at."""


@router.get("/sign-in")
async def form() -> Response:
    """Ask for a token."""
    return rendered("sign_in.html", 200, says="", path="/")


@router.post("/sign-in", dependencies=[Depends(require_own_page)])
async def sign_in(
    request: Request,
    daybook: Memory,
    token: Annotated[str, Form()],
    path: Annotated[str, Form()] = "/",
) -> Response:
    """Put a token that opens something into a cookie that no script and no other site can use."""
    text = token.strip()[:_LONGEST]
    opened = await to_thread(daybook.parts.store.tokens.opened_by, text, at=daybook.parts.clock())
    if opened is None:
        says = "The token is unknown, was revoked, or its time is over."
        return rendered("sign_in.html", 401, says=says, path=_here(path))
    response = seen_at(_here(path))
    _set_cookie(request, response, COOKIE, text)
    return response


@router.post("/sign-out", dependencies=[Depends(require_own_page)])
async def sign_out() -> Response:
    """Take the token out of the browser."""
    response = seen_at("/sign-in")
    response.delete_cookie(COOKIE)
    response.delete_cookie(OWNER_COOKIE)
    return response


@router.post("/owner", dependencies=[Depends(require_own_page)])
async def choose(request: Request, looking: Looking, chosen: Annotated[str, Form()]) -> Response:
    """Look at another memory.

    Raises:
        UnknownItem: nothing is kept for them, or it is not for this visitor.
    """
    if chosen not in looking.owners:
        raise UnknownItem(f"nothing is kept for {chosen!r}")
    response = seen_at("/")
    _set_cookie(request, response, OWNER_COOKIE, quote(chosen, safe=""))
    return response


def _set_cookie(request: Request, response: RedirectResponse, name: str, value: str) -> None:
    secure = "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))
    response.set_cookie(name, value, max_age=_A_YEAR, httponly=True, samesite="strict", secure=secure)


def _here(path: str) -> str:
    """Give a path of this server; "/" for what might lead elsewhere."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"
