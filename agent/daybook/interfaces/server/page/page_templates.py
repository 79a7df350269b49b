"""Pages as responses: templates that show every text as text, headers that hold a browser to it, and errors.

Also what the pages have in common: lists a page at a time, and the style sheet.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from daybook.conversation import below_title, shown_page
from daybook.conversation.errors import DaybookError
from daybook.interfaces.rendering.ledger_output import label_of, state_of, subject_of
from daybook.interfaces.rendering.safe import printable
from daybook.interfaces.server.access import COOKIE
from daybook.interfaces.server.problems import (
    Unauthorised,
    answer_to,
    headers_of,
    is_of,
    status_of,
    unexpected,
)
from daybook.interfaces.server.streaming import HEADERS as STREAMED
from daybook.text.english import written_date

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
_ASSET_HEADERS = {
    "X-Content-Type-Options": HEADERS["X-Content-Type-Options"],
    "Cache-Control": "public, max-age=86400",
}
_PLACE = Markup("<!--\x00-->")
"""Where a page goes on while it is sent; no text can hold it, since control characters are shown by name."""
T = TypeVar("T")

router = APIRouter()


@router.get("/page.css")
async def style() -> Response:
    """Give the style sheet; its address holds its digest, so it may be kept."""
    return Response(_asset("page.css"), media_type="text/css", headers=_ASSET_HEADERS)


@router.get("/favicon.svg")
async def picture() -> Response:
    """Give the picture of the tab."""
    return Response(_asset("favicon.svg"), media_type="image/svg+xml", headers=_ASSET_HEADERS)


def rendered(template: str, status: int, **values: Any) -> HTMLResponse:
    """Render a template."""
    text = _templates().get_template(template).render(values)
    return HTMLResponse(text, status, dict(HEADERS))


def streamed(template: str, pieces: AsyncIterator[str], **values: Any) -> StreamingResponse:
    """Render a template whose place `streamed` is filled piece by piece; an error there is said there."""
    text = _templates().get_template(template).render({**values, "streamed": _PLACE})
    before, _, after = text.partition(_PLACE)

    async def sent() -> AsyncIterator[str]:
        yield before
        try:
            async for piece in pieces:
                yield piece
        except Exception as error:
            yield fragment("failure", says=_read_error(error)[1])
        yield after

    return StreamingResponse(sent(), media_type="text/html", headers={**HEADERS, **STREAMED})


def fragment(macro: str, *values: Any, **named: Any) -> str:
    """Render a macro of what is streamed into a page."""
    made = getattr(_templates().get_template("streamed.html").module, macro)
    return str(made(*values, **named))


def seen_at(path: str) -> RedirectResponse:
    """Lead from a form that is done to the page that shows what came of it."""
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A stretch of a list, and the ways to the others."""

    items: Sequence[T]
    number: int
    """From 1."""
    pages: int
    query: Mapping[str, str]
    """Further parameters in the address of each page."""

    def way_to(self, number: int) -> str:
        """Give the query of another page."""
        return "?" + urlencode({**self.query, "page": str(number)}, errors="replace")


def page_of(found: Sequence[T], number: int, size: int, **query: str) -> Page[T]:
    """Take a page of `size` items out of a list; a number beyond the last is the last."""
    pages = max(1, -(-len(found) // size))
    number = min(max(number, 1), pages)
    return Page(found[(number - 1) * size : number * size], number, pages, query)


def answer(connection: HTTPConnection, error: Exception) -> Response:
    """Answer a request that failed: whoever asks for a page with one, everybody else as `answer_to` does."""
    wants_page = "text/html" in connection.headers.get("accept", "")
    if wants_page and not is_of(connection, "openai"):
        return _error_page(connection, error)
    return answer_to(connection, error)


def _error_page(connection: HTTPConnection, error: Exception) -> Response:
    """Say in a sentence what is wrong, and show a way on: to the page that asked for it, if any."""
    if isinstance(error, Unauthorised) and isinstance(connection, Request):
        return _sign_in_page(connection, error)
    status, says = _read_error(error)
    came = urlsplit(connection.headers.get("referer", ""))
    back = came.path if came.netloc == connection.url.netloc else ""
    response = rendered("error.html", int(status), title=status.phrase, says=says, back=back)
    if isinstance(error, DaybookError):
        response.headers.update(headers_of(error))
    return response


def _read_error(error: Exception) -> tuple[HTTPStatus, str]:
    """Give the status of an error, and the sentence for it; a fault goes to the log."""
    status, says = HTTPStatus.INTERNAL_SERVER_ERROR, "This is a fault in Daybook; its log says more."
    if isinstance(error, DaybookError):
        status, says = status_of(error), str(error)
    elif isinstance(error, RequestValidationError):
        first = error.errors()[0]
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        says = f"{first['loc'][-1]}: {first['msg']}"
    elif isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        says = "There is no such page." if status is HTTPStatus.NOT_FOUND else str(error.detail)
    else:
        unexpected(error)
    return status, says


def _sign_in_page(request: Request, error: Unauthorised) -> Response:
    """Show the form for a token; one that opens nothing any more is taken out of the browser."""
    sent = COOKIE in request.cookies
    path = request.url.path if request.method == "GET" else "/"
    response = rendered(
        "sign_in.html", int(HTTPStatus.UNAUTHORIZED), says=str(error) if sent else "", path=path
    )
    if sent:
        response.delete_cookie(COOKIE)
    return response


@cache
def _asset(name: str) -> bytes:
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
        finalize=_only_text,
    )
    made.filters["in_url"] = lambda text: quote(text.encode("utf-8", "replace"), safe="")
    made.filters |= {
        "below_title": below_title,
        "day": written_date,
        "day_and_time": lambda moment: f"{written_date(moment)}, {moment:%H:%M}",
        "shown_page": shown_page,
        "megabytes": lambda count: f"{count / 1e6:,.0f} MB" if count >= 1e6 else f"{count:,} bytes",
    }
    made.filters |= {"label": label_of, "state": state_of, "subject": subject_of}
    made.globals["styled"] = sha256(_asset("page.css")).hexdigest()[:12]
    return made


def _only_text(value: object) -> object:
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return printable(value)
    return value
