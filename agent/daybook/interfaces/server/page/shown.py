"""Pages as responses: templates that show every text as text, and the headers that hold a browser to it."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from daybook.interfaces.rendering.safe import printable
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.visitor import Looking, Visitor
from daybook.library.waiting import waiting_in
from daybook.remember.policy import policy_from

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every page. It has no script, so none may run. Without the referrer browsers do not name the origin of a
form; that origin shows that the form is ours."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Shows pages to a visitor."""

    visitor: Visitor
    waiting: int
    """How many things wait for the owner's word."""

    def page(self, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
        """Render a template."""
        return rendered(template, status, visitor=self.visitor, waiting=self.waiting, **values)


async def shown_to(daybook: Memory, visitor: Looking) -> Shown:
    """Prepare what stands around every page."""

    def count() -> int:
        store, owner = daybook.parts.store, visitor.owner
        policy = policy_from(store.ledgers.policy(owner))
        return sum(1 for _ in waiting_in(store.ledgers.of(owner), store.held_back.slots(owner), policy))

    return Shown(visitor, await to_thread(count))


ShownTo = Annotated[Shown, Depends(shown_to)]
"""Shows pages, as a parameter of a route."""


def rendered(template: str, status: int, **values: Any) -> HTMLResponse:
    """Render a template that need not know who looks."""
    text = _templates().get_template(template).render(values)
    return HTMLResponse(text, status, dict(HEADERS))


def seen_at(path: str) -> RedirectResponse:
    """Lead from a form that is done to the page that shows what came of it."""
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


def in_url(text: str) -> str:
    """Write a text as a part of a query."""
    return quote(text.encode("utf-8", "replace"), safe="")


@cache
def asset(name: str) -> bytes:
    """Read the style sheet, or the picture of the tab."""
    return files(__package__).joinpath("static", name).read_bytes()


@cache
def _templates() -> Environment:
    """Make the templates: escaped, and what nobody would see of a text is shown by its number."""
    made = Environment(
        loader=PackageLoader(str(__package__)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=lambda value: _only_text(value),
    )
    made.filters["in_url"] = in_url
    made.globals["styled"] = sha256(asset("page.css")).hexdigest()[:12]
    return made


def _only_text(value: object) -> object:
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return printable(value)
    return value
