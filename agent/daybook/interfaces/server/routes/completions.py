"""`/v1/chat/completions` and `/v1/models`, as OpenAI's clients call them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute

from daybook.errors import DaybookError
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.completions.making import made_here
from daybook.interfaces.server.completions.memory import RememberedTurn
from daybook.interfaces.server.completions.request import read_request
from daybook.interfaces.server.completions.speaking import BY_RULES, by_model, by_rules
from daybook.interfaces.server.examples import COMPLETION, COMPLETION_REQUEST, MODELS
from daybook.interfaces.server.json_response import SafeJSONResponse, documented
from daybook.interfaces.server.problems import (
    NOT_JSON,
    is_json,
    openai_error,
    openai_error_of,
)
from daybook.interfaces.server.requests import BEARER
from daybook.library.daybook import Daybook
from daybook.settings import ModelRole

_NO = ("no", "false", "0", "off")


class _OpenAIRoute(APIRoute):
    """Words every error as OpenAI does."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler of the route."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                response: Response = await handle(request)
            except DaybookError as error:
                return openai_error_of(error)
            except RequestValidationError as error:
                return openai_error(HTTPStatus.BAD_REQUEST, str(error.errors()[0]["msg"]))
            return response

        return handled


router = APIRouter(prefix="/v1", tags=["openai"], dependencies=[BEARER], route_class=_OpenAIRoute)


@router.post(
    "/chat/completions",
    responses=documented(COMPLETION, "as the configured model's server answers"),
    response_model=None,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}, "example": COMPLETION_REQUEST}},
        }
    },
)
async def complete(
    http: Request,
    daybook: Memory,
    caller: CalledBy,
    session: Annotated[str | None, Header(alias="X-Daybook-Session")] = None,
    keep: Annotated[str, Header(alias="X-Daybook-Keep")] = "yes",
) -> Response:
    """Complete a chat with the configured model, which is shown what memory holds that bears on it.

    That stands before the words of the last user message, on its way to the model and nowhere else. The turn
    is kept once the reply is whole: no calls of tools, and the same message once. Every field passes through
    but `model`, which is the configured one whatever the request says. `user` names the owner where the
    token opens any; `metadata.session_id` or X-Daybook-Session name the conversation; with
    X-Daybook-Keep: no, nothing is kept.
    """
    if not is_json(http):
        raise NOT_JSON
    request = read_request(await http.body(), session)
    at = daybook.parts.clock()
    state = http.app.state
    turn = RememberedTurn(
        daybook=daybook,
        owner=caller.owner_of(request.user),
        request=request,
        session_id=request.session_id(at),
        said_at=at,
        may_keep=keep.strip().lower() not in _NO,
        gates=state.gates,
    )
    model = daybook.parts.models.of(ModelRole.REPLY)
    if model is None:
        return await made_here(turn, by_rules(turn), BY_RULES, state.underway)
    from daybook.interfaces.server.completions.passing import passed_through
    from daybook.llm.openai.relay import openai_model

    if chat := openai_model(model):
        return await passed_through(turn, chat, state.underway)
    return await made_here(turn, await by_model(turn, model), model.name, state.underway)


@router.get("/models", responses=documented(MODELS, "the configured model"), response_model=None)
async def models(daybook: Memory, _: CalledBy) -> Response:
    """List the one model that replies here."""
    return SafeJSONResponse({"object": "list", "data": [_model(daybook)]})


@router.get("/models/{name:path}", response_model=None)
async def model(name: str, daybook: Memory, _: CalledBy) -> Response:
    """Describe the model that replies here; others are not known, though requests may name them."""
    described = _model(daybook)
    if name != described["id"]:
        return openai_error(HTTPStatus.NOT_FOUND, f"no model {name!r} here", code="model_not_found")
    return SafeJSONResponse(described)


def _model(daybook: Daybook) -> dict[str, object]:
    """Describe the configured model, or that there is none and rules reply."""
    found = daybook.parts.models.of(ModelRole.REPLY)
    return {"id": found.name if found else BY_RULES, "object": "model", "created": 0, "owned_by": "daybook"}
