"""Who looks at the page, and whose memory they look at."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import unquote

from fastapi import Depends, Form, Request

from daybook.interfaces.server.access import COOKIE, CalledBy, Memory, require_own_page
from daybook.interfaces.server.problems import Forbidden
from daybook.settings import DEFAULT_OWNER

OWNER_COOKIE = "daybook_owner"
"""Keeps whose memory is looked at, where several may be."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who looks at a memory."""

    owner: str
    """Whose memory."""
    owners: tuple[str, ...]
    """Whose else they may look at; none where a token opens one memory only."""
    signed_in: bool
    """Whether a token in a cookie let them in."""


async def visitor_of(request: Request, daybook: Memory, caller: CalledBy) -> Visitor:
    """Tell who looks at the page: the token says whose memory it is, or the choice of one on the page.

    Raises:
        Unauthorised: a token is needed, and there is none that opens anything.
        Forbidden: a page elsewhere has it loaded as a picture or a script.
    """
    elsewhere = request.headers.get("sec-fetch-site") == "cross-site"
    if elsewhere and request.headers.get("sec-fetch-mode") != "navigate":
        raise Forbidden("a page elsewhere may link here, and nothing more")
    signed_in = COOKIE in request.cookies
    if caller.owner is not None:
        return Visitor(caller.owner, (), signed_in)
    owners = tuple(await to_thread(daybook.parts.store.owners))
    chosen = unquote(request.cookies.get(OWNER_COOKIE, ""))
    if chosen in owners:
        return Visitor(chosen, owners, signed_in)
    first = DEFAULT_OWNER if DEFAULT_OWNER in owners or not owners else owners[0]
    return Visitor(first, owners, signed_in)


Looking = Annotated[Visitor, Depends(visitor_of)]
"""Who looks, as a parameter of a route."""


def acting(
    request: Request,
    looking: Looking,
    owner: Annotated[str, Form(description="whose page the form stood on")],
) -> Visitor:
    """Tell who sends a form, which has to come from a page of this server and of the same memory.

    Raises:
        Forbidden: it came from elsewhere, or another memory was chosen in the meantime.
    """
    require_own_page(request)
    if owner != looking.owner:
        raise Forbidden(
            f"this form was about {owner!r}, and you look at {looking.owner!r} now: choose again, and resend"
        )
    return looking


Acting = Annotated[Visitor, Depends(acting)]
"""Who sends a form, as a parameter of a route."""
