"""`/v1/chat/completions` and `/v1/models`, as OpenAI's clients call them: relayed, with memory beside."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response, StreamingResponse

from daybook.conversation.errors import DaybookError
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.completion_turns import RememberedTurn, read_request
from daybook.interfaces.server.problems import (
    NOT_JSON,
    SafeJSONResponse,
    is_json,
    openai_error,
    openai_error_of,
)
from daybook.interfaces.server.request_models import BEARER
from daybook.interfaces.server.streaming import HEADERS, RunningTasks
from daybook.library.results import MemoryContext
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.models.llm.openai_relay import Relayed, RelayFailed, relay

_EVENT_END = re.compile(rb"\r?\n\r?\n")
EVENT_STREAM = "text/event-stream"
_LAST = b"[DONE]"
"""Says that a stream is over."""
_ROUND = "X-Daybook-Round"
"""Names the round that a reply was kept in."""


async def relayed_completion(turn: RememberedTurn, chat: OpenAIChat, tasks: RunningTasks) -> Response:
    """Have the model's server answer, and keep the turn once the reply is whole.

    What the server refuses is refused with its status and in its words, and nothing is kept.
    """
    context = await turn.context()
    request = turn.beside(context)
    try:
        async with AsyncExitStack() as stack:
            relayed = await stack.enter_async_context(relay(chat, request.body))
            if request.is_streamed and EVENT_STREAM in relayed.content_type:
                events = _events(turn, context, relayed, tasks, stack.pop_all())
                return StreamingResponse(events, media_type=relayed.content_type, headers=HEADERS)
            content = b"".join([piece async for piece in relayed.pieces])
    except RelayFailed as error:
        if error.body is not None:
            return SafeJSONResponse(error.body, error.status, dict(error.headers))
        return openai_error(error.status, str(error), headers=error.headers)
    reply = _RelayedReply()
    reply.take(_parsed(content))
    kept = await turn.keep(reply.text, context) if reply.text.strip() else None
    headers = {_ROUND: kept.round_id} if kept else {}
    return Response(content, media_type=relayed.content_type, headers=headers)


async def _events(
    turn: RememberedTurn, context: MemoryContext, relayed: Relayed, tasks: RunningTasks, stack: AsyncExitStack
) -> AsyncIterator[bytes]:
    """Pass a stream through; what says that it is over waits until the turn is committed.

    Where the client leaves before, what the user said is kept all the same, without the reply.
    """
    reply, rest, ending = _RelayedReply(), b"", b""
    try:
        async with stack:
            async for piece in relayed.pieces:
                whole, rest = _whole_events(rest + piece)
                for event in whole:
                    reply.take(_parsed(_data_of(event)))
                    if _data_of(event) == _LAST:
                        ending = event
                    else:
                        yield event
        if reply.text.strip():
            await turn.keep(reply.text, context)
        yield ending + rest
    except DaybookError as error:
        yield b"data: " + bytes(openai_error_of(error).body) + b"\n\n"
    except (asyncio.CancelledError, GeneratorExit):
        if not reply.finish:
            tasks.start(turn.keep("", None))
        raise


@dataclass(slots=True)
class _RelayedReply:
    """The first choice of an answer, as far as it has come."""

    words: list[str] = field(default_factory=list)
    calls_tools: bool = False
    finish: str | None = None

    @property
    def text(self) -> str:
        """The final text for the user; "" if it calls tools, or is not at its end."""
        return "" if self.calls_tools or self.finish is None else "".join(self.words)

    def take(self, answer: object) -> None:
        """Take an answer, or a piece of one."""
        choice = _first_choice(answer)
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, dict):
            self.calls_tools |= bool(said.get("tool_calls") or said.get("function_call"))
            if isinstance(words := said.get("content"), str):
                self.words.append(words)
        finish = choice.get("finish_reason")
        self.finish = finish if isinstance(finish, str) else self.finish


def _first_choice(answer: object) -> dict[str, Any]:
    choices = answer.get("choices") if isinstance(answer, dict) else None
    listed = (choice for choice in choices if isinstance(choice, dict)) if isinstance(choices, list) else ()
    return next((choice for choice in listed if choice.get("index", 0) == 0), {})


def _whole_events(came: bytes) -> tuple[list[bytes], bytes]:
    """Cut server-sent events where they end; what comes behind the last end is returned beside them."""
    ends = [0, *(end.end() for end in _EVENT_END.finditer(came))]
    return [came[start:end] for start, end in pairwise(ends)], came[ends[-1] :]


def _data_of(event: bytes) -> bytes:
    lines = (line for line in event.splitlines() if line.startswith(b"data:"))
    return b"\n".join(line.removeprefix(b"data:").strip() for line in lines)


def _parsed(content: bytes) -> object:
    """Read JSON. Returns None if it is none, which is for the client to find out."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


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
