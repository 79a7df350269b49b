"""Errors as pages, for whoever asks for one: one plain sentence, and a way on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from inspect import isawaitable
from typing import Any, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from daybook.errors import DaybookError
from daybook.interfaces.server.access import COOKIE
from daybook.interfaces.server.page.shown import rendered
from daybook.interfaces.server.problems import Unauthorised, status_of, unexpected

Handler: TypeAlias = Callable[[Request, Any], Response | Awaitable[Response]]
_HANDLED = (DaybookError, RequestValidationError, HTTPException, Exception)


def add_error_pages(app: FastAPI) -> None:
    """Have an application answer whoever asks for a page with one; everybody else is answered as before."""
    for kind in _HANDLED:
        app.add_exception_handler(kind, _with_page(app.exception_handlers[kind]))


def _with_page(other: Handler) -> Handler:
    async def handle(request: Request, error: Exception) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return _page_of(request, error)
        answered = other(request, error)
        return await answered if isawaitable(answered) else answered

    return handle


def _page_of(request: Request, error: Exception) -> Response:
    if isinstance(error, Unauthorised):
        return _sign_in(request, error)
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
    return rendered("error.html", int(status), title=status.phrase, says=says)


def _sign_in(request: Request, error: Unauthorised) -> Response:
    """Show the form for a token; one that opens nothing any more is taken out of the browser.

    Behind a link on another site a browser does not send the cookie; when the page asks once more by itself,
    it does.
    """
    status, sent = int(HTTPStatus.UNAUTHORIZED), COOKIE in request.cookies
    if not sent and request.method == "GET" and request.headers.get("sec-fetch-site") == "cross-site":
        return rendered("again.html", status)
    path = request.url.path if request.method == "GET" else "/"
    response = rendered("sign_in.html", status, says=str(error) if sent else "", path=path)
    if sent:
        response.delete_cookie(COOKIE)
    return response
