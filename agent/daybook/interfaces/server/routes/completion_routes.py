"""`/v1/chat/completions` and `/v1/models`, as OpenAI's clients call them."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response

from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.completions.completion_turns import RememberedTurn, read_request
from daybook.interfaces.server.completions.relayed_completions import EVENT_STREAM, relayed_completion
from daybook.interfaces.server.problems import (
    NOT_JSON,
    SafeJSONResponse,
    is_json,
    openai_error,
)
from daybook.interfaces.server.request_models import BEARER
from daybook.models.llm.openai_chat import OpenAIChat

_NO_MODEL = (
    "no chat model is behind these completions: set DAYBOOK_CHAT_MODEL, and OPENAI_BASE_URL where its server"
    " is not OpenAI's; POST /v1/ask and /v1/context work without one"
)
_NOT_RELAYED = (
    "these completions are relayed to a server that speaks OpenAI's chat completions, and {name!r} is called"
    " through LangChain: set DAYBOOK_CHAT_MODEL, and OPENAI_BASE_URL, to a model on such a server"
)
_EXAMPLE = {"model": "daybook", "messages": [{"role": "user", "content": "What should I cook tonight?"}]}
_CONTENT = {"application/json": {"schema": {"type": "object"}, "example": _EXAMPLE}}
_REQUEST = {"requestBody": {"required": True, "content": _CONTENT}}
"""Describes for OpenAPI a body that the route reads by itself."""
_EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {EVENT_STREAM: {"schema": {"type": "string"}}}}}
_NO = ("no", "false", "0", "off")


router = APIRouter(prefix="/v1", tags=["openai"], dependencies=[BEARER])


@router.post(
    "/chat/completions",
    response_model=dict[str, Any],
    response_description="as the configured model's server answers",
    responses=_EVENTS,
    openapi_extra=_REQUEST,
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
    token opens any; X-Daybook-Session names the conversation; with X-Daybook-Keep: no, nothing is kept.
    Without a model the answer is a 503 that says what to set.
    """
    if not is_json(http):
        raise NOT_JSON
    request = read_request(await http.body(), session)
    model = daybook.reply_model
    if not isinstance(model, OpenAIChat):
        says = _NOT_RELAYED.format(name=model.name) if model else _NO_MODEL
        return openai_error(HTTPStatus.SERVICE_UNAVAILABLE, says, code="no_model")
    owner, state = caller.owner_of(request.user), http.app.state
    at = await daybook.amoment(owner=owner)
    turn = RememberedTurn(
        daybook=daybook,
        owner=owner,
        request=request,
        session_id=request.session_id(at),
        said_at=at,
        may_keep=keep.strip().lower() not in _NO,
        locks=state.locks,
        tasks=state.tasks,
    )
    return await relayed_completion(turn, model, state.tasks)


@router.get("/models", response_model=dict[str, Any], response_description="the configured model")
async def models(daybook: Memory, _: CalledBy) -> Response:
    """List the one model that replies here; none where none is configured."""
    found = [daybook.reply_model] if daybook.reply_model else []
    listed = [{"id": it.name, "object": "model", "created": 0, "owned_by": "daybook"} for it in found]
    return SafeJSONResponse({"object": "list", "data": listed})
