"""Errors in the shape that Mem0's clients read: `application/json` with a text under "detail"."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.responses import Response

from daybook.errors import DaybookError
from daybook.interfaces.server.problems import problem, problem_of


class Unsupported(DaybookError):
    """Something that Mem0 does and Daybook does not; its message says what to do instead."""


class Mem0Route(APIRoute):
    """A route whose errors Mem0's clients turn into their own, with our one line as the message.

    They read "detail" in `application/json` alone, where our own routes write `application/problem+json`.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Handle a request, and write every error of ours in that shape."""
        handle = super().get_route_handler()

        async def handle_plainly(request: Request) -> Response:
            try:
                return await handle(request)
            except Unsupported as error:
                return _as_json(problem(HTTPStatus.NOT_IMPLEMENTED, str(error)))
            except DaybookError as error:
                return _as_json(problem_of(error))
            except RequestValidationError as error:
                return _as_json(problem(HTTPStatus.UNPROCESSABLE_ENTITY, _first_of(error)))

        return handle_plainly


def _as_json(response: Response) -> Response:
    response.headers["Content-Type"] = "application/json"
    return response


def _first_of(error: RequestValidationError) -> str:
    first = error.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    if first["type"] == "json_invalid":
        return "the body is no JSON"
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query"))
    return f"{where}: {first['msg']}" if where else str(first["msg"])
