"""Replies as JSON, and errors as problem details (RFC 9457): one JSON object, `application/problem+json`.

What went wrong inside is logged and never shown: a message of ours is one line without secrets, any other
may hold anything.
"""

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from daybook.conversation.errors import (
    DaybookError,
    DeadlineExceeded,
    LedgerMoved,
    ModelError,
    StoreBusy,
    StoreError,
    UnknownItem,
    UserError,
)

_LOG = logging.getLogger(__name__)
PROBLEM = "application/problem+json"
_RETRY_AFTER = "2"
"""Seconds after which a busy memory may be asked again."""
_OPENAI_PATHS = ("/v1/chat/completions", "/v1/models")
_OPENAI_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
"""How OpenAI names the errors of a status."""


class Unauthorised(UserError):
    """The request has no token that opens anything."""


class Forbidden(UserError):
    """The token does not open what was asked for."""


class Refused(UserError):
    """The request is over a bound of the server; `status` is that of HTTP."""

    def __init__(self, message: str, status: HTTPStatus) -> None:
        super().__init__(message)
        self.status = status


_STATUS: tuple[tuple[type[DaybookError], HTTPStatus], ...] = (
    (Unauthorised, HTTPStatus.UNAUTHORIZED),
    (Forbidden, HTTPStatus.FORBIDDEN),
    (LedgerMoved, HTTPStatus.CONFLICT),
    (StoreBusy, HTTPStatus.SERVICE_UNAVAILABLE),
    (UnknownItem, HTTPStatus.NOT_FOUND),
    (UserError, HTTPStatus.BAD_REQUEST),
    (DeadlineExceeded, HTTPStatus.GATEWAY_TIMEOUT),
    (ModelError, HTTPStatus.BAD_GATEWAY),
    (StoreError, HTTPStatus.SERVICE_UNAVAILABLE),
)
"""The first that an error is one of."""


def _failures(media_type: str, **members: str) -> dict[int | str, dict[str, Any]]:
    properties = {name: {"type": kind} for name, kind in members.items()}
    schema = {"type": "object", "properties": properties, "required": [*members]}
    if media_type == PROBLEM:
        properties["errors"] = {"type": "array"}
    content = {media_type: {"schema": schema}}
    described = {"4XX": "the request is refused", "5XX": "this server cannot do it now"}
    return {status: {"description": text, "content": content} for status, text in described.items()}


PROBLEMS = _failures(PROBLEM, type="string", title="string", status="integer", detail="string")
"""Says in OpenAPI how our own routes fail. FastAPI would promise a 422 of its own, which is never sent."""
OPENAI_ERRORS = _failures("application/json", error="object")
"""The same of the routes for OpenAI's clients."""


class SafeJSONResponse(JSONResponse):
    """JSON in UTF-8, of plain values; half of a surrogate pair, which UTF-8 cannot carry, is escaped."""

    def render(self, content: object) -> bytes:
        """Write the body."""
        return json_bytes(content)


def json_bytes(content: object) -> bytes:
    """Write plain values as JSON without spaces."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


NOT_JSON = Refused("send JSON, with Content-Type: application/json", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
"""A page elsewhere can have a browser send anything here, but nothing that calls itself JSON."""


def is_json(request: HTTPConnection) -> bool:
    """True if a request says that its body is JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def problem(
    status: HTTPStatus,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> JSONResponse:
    """Write a problem; `more` are members beside type, title, status and detail."""
    content = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    return SafeJSONResponse(content | more, status, dict(headers or {}), media_type=PROBLEM)


def headers_of(error: DaybookError) -> dict[str, str]:
    """Give the headers that go with an error: how to log in, when to ask again."""
    headers = {}
    if isinstance(error, Unauthorised):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, StoreBusy):
        headers["Retry-After"] = _RETRY_AFTER
    return headers


def openai_error_of(error: DaybookError) -> JSONResponse:
    """Write an error of ours as OpenAI words its own."""
    return openai_error(status_of(error), str(error), headers=headers_of(error))


def openai_error(
    status: int, message: str, *, code: str | None = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Write `{"error": {…}}`, which OpenAI's clients read."""
    kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else _OPENAI_TYPES.get(status)
    error = {"message": message, "type": kind or "invalid_request_error", "param": None, "code": code}
    return SafeJSONResponse({"error": error}, status, dict(headers or {}))


def status_of(error: DaybookError) -> HTTPStatus:
    """Give the status of HTTP that an error of ours has."""
    if isinstance(error, Refused):
        return error.status
    found = (status for kind, status in _STATUS if isinstance(error, kind))
    return next(found, HTTPStatus.INTERNAL_SERVER_ERROR)


def is_of(connection: HTTPConnection, tag: str) -> bool:
    """True if a request has come to a route with a tag."""
    return tag in getattr(connection.scope.get("route"), "tags", ())


def answer_to(connection: HTTPConnection, error: Exception) -> Response:
    """Answer a request that failed as its client reads errors: OpenAI's, or problem details."""
    if isinstance(error, HTTPException):
        return _no_route(connection.url.path, error)
    if isinstance(error, RequestValidationError):
        return _misfit(connection, error)
    if not isinstance(error, DaybookError):
        return unexpected(error)
    if connection.url.path.startswith(_OPENAI_PATHS):
        return openai_error_of(error)
    return problem(status_of(error), str(error), headers=headers_of(error))


def _no_route(path: str, error: HTTPException) -> Response:
    detail = str(error.detail)
    if detail == HTTPStatus.NOT_FOUND.phrase:
        detail = f"nothing is at {path}"
        if f"/v1{path}".startswith(_OPENAI_PATHS):
            where = f"it is at /v1{path}, so end the client's base_url with /v1"
            return openai_error(HTTPStatus.NOT_FOUND, f"{detail}: {where}")
    if path.startswith(_OPENAI_PATHS):
        return openai_error(error.status_code, detail, headers=error.headers)
    return problem(HTTPStatus(error.status_code), detail, headers=error.headers)


def _misfit(connection: HTTPConnection, error: RequestValidationError) -> Response:
    """Say what of a request does not fit; our own routes list all of it."""
    found, unfit = error.errors(), HTTPStatus.UNPROCESSABLE_ENTITY
    if is_of(connection, "openai"):
        return openai_error(HTTPStatus.BAD_REQUEST, str(found[0]["msg"]))
    if any(fault["loc"] == ("body",) for fault in found) and not is_json(connection):
        return problem(NOT_JSON.status, str(NOT_JSON))
    errors = [{"where": ".".join(map(str, fault["loc"])), "what": fault["msg"]} for fault in found]
    first = f"{errors[0]['where']}: {errors[0]['what']}" if errors else "the request cannot be read"
    return problem(unfit, first, errors=errors)


def unexpected(error: Exception) -> JSONResponse:
    """Write the problem that a fault of Daybook is; what it was goes to the log alone."""
    _LOG.error("a request failed", exc_info=error)
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "a fault in Daybook; its log says more")
