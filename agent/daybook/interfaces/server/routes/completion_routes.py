"""`/v1/chat/completions`, `/v1/embeddings` and `/v1/models`, as OpenAI's clients call them."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response
from typing_extensions import TypedDict

from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.completions.completion_turns import RememberedTurn, read_body, read_request
from daybook.interfaces.server.completions.relayed_completions import relayed_completion
from daybook.interfaces.server.problems import (
    NOT_JSON,
    Refused,
    SafeJSONResponse,
    is_json,
    openai_error,
)
from daybook.interfaces.server.request_models import BEARER
from daybook.interfaces.server.streaming import EVENTS
from daybook.library.daybook import Daybook
from daybook.models.llm.openai_chat import OpenAIChat

_FORMATS = ("float", "base64")
_OWNED_BY = "daybook"
_NO_MODEL = (
    "no chat model is behind these completions: set DAYBOOK_CHAT_MODEL, and OPENAI_BASE_URL where its server"
    " is not OpenAI's; POST /v1/ask and /v1/context work without one"
)
_NOT_RELAYED = (
    "these completions are relayed to a server that speaks OpenAI's chat completions, and {name!r} is called"
    " through LangChain: set DAYBOOK_CHAT_MODEL, and OPENAI_BASE_URL, to a model on such a server"
)
_REQUEST = {"model": "daybook", "messages": [{"role": "user", "content": "What should I cook tonight?"}]}
_NO = ("no", "false", "0", "off")
_NO_RESPONSES = (
    "the Responses API is not served here: use chat completions (POST /v1/chat/completions; in OpenAI's"
    " client `client.chat.completions.create`, in LangChain's ChatOpenAI `use_responses_api=False`)"
)


def _json_body(example: Mapping[str, Any]) -> dict[str, Any]:
    """Describe for OpenAPI a body that the route reads by itself."""
    content = {"application/json": {"schema": {"type": "object"}, "example": example}}
    return {"requestBody": {"required": True, "content": content}}


class ModelShape(TypedDict):
    """A model that replies here, as OpenAI describes one."""

    id: str
    object: str
    created: int
    owned_by: str


class ModelsShape(TypedDict):
    """The models that reply here."""

    object: str
    data: list[ModelShape]


router = APIRouter(prefix="/v1", tags=["openai"], dependencies=[BEARER])


@router.post(
    "/chat/completions",
    response_model=dict[str, Any],
    response_description="as the configured model's server answers",
    responses=EVENTS,
    openapi_extra=_json_body(_REQUEST),
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
    X-Daybook-Keep: no, nothing is kept. Where the message tells something sensitive, a reply in words ends
    with a question, once for each kind; a message that only says yes or no to it is not kept. Without a model
    the answer is a 503 that says what to set.
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
    if (answered := await turn.answered_consent()) is not None:
        turn = replace(turn, decided=answered)
    return await relayed_completion(turn, model, state.tasks)


@router.post(
    "/embeddings",
    response_model=dict[str, Any],
    response_description="vectors of the configured embedder, of unit length",
    openapi_extra=_json_body({"model": "daybook", "input": ["What should I cook tonight?"]}),
)
async def embeddings(http: Request, daybook: Memory, _: CalledBy) -> Response:
    """Embed texts with the embedder that memory uses (DAYBOOK_EMBEDDER), whatever `model` says.

    `input` is a text or a list of texts, `encoding_format` float or base64.
    """
    if not is_json(http):
        raise NOT_JSON
    body, embedder = read_body(await http.body()), daybook.embedder
    given, form, dim = body.get("input"), body.get("encoding_format", "float"), body.get("dimensions")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        raise Refused("input: text, or a list of texts, is needed", HTTPStatus.BAD_REQUEST)
    if form not in _FORMATS:
        raise Refused(f"encoding_format: {' and '.join(_FORMATS)} are known", HTTPStatus.BAD_REQUEST)
    if dim not in (None, embedder.dim):
        raise Refused(f"dimensions: this embedder gives {embedder.dim}", HTTPStatus.BAD_REQUEST)
    vectors = (await embedder.embed(texts)).astype("<f4")
    written = (
        b64encode(vector.tobytes()).decode() if form == "base64" else vector.tolist() for vector in vectors
    )
    data = [
        {"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(written)
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}  # each embedder has tokens of its own
    return SafeJSONResponse({"object": "list", "data": data, "model": embedder.fingerprint, "usage": usage})


@router.post("/responses", include_in_schema=False)
async def responses(_: CalledBy) -> Response:
    """Say that OpenAI's Responses API is not here."""
    return openai_error(HTTPStatus.NOT_IMPLEMENTED, _NO_RESPONSES, code="not_implemented")


@router.get("/models", response_model=ModelsShape, response_description="the configured model")
async def models(daybook: Memory, _: CalledBy) -> Response:
    """List the one model that replies here; none where none is configured."""
    found = _model(daybook)
    return SafeJSONResponse({"object": "list", "data": [found] if found else []})


@router.get("/models/{name:path}", response_model=ModelShape)
async def model(name: str, daybook: Memory, _: CalledBy) -> Response:
    """Describe the model that replies here; others are not known, though requests may name them."""
    described = _model(daybook)
    if described is None or name != described["id"]:
        return openai_error(HTTPStatus.NOT_FOUND, f"no model {name!r} here", code="model_not_found")
    return SafeJSONResponse(described)


def _model(daybook: Daybook) -> ModelShape | None:
    """Describe the configured model; None where there is none."""
    found = daybook.reply_model
    return {"id": found.name, "object": "model", "created": 0, "owned_by": _OWNED_BY} if found else None
