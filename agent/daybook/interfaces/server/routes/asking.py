"""Questions, searches, and what bears on a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from daybook.errors import BadInput
from daybook.interfaces.rendering.chat_shapes import context_shape
from daybook.interfaces.rendering.shapes import answer_shape, search_shape
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.examples import ANSWER, CONTEXT, FOUND
from daybook.interfaces.server.json_response import SafeJSONResponse, documented
from daybook.interfaces.server.requests import (
    BEARER,
    AsOf,
    LastWeek,
    OwnedRequest,
    SaidTurn,
    moments,
    turns_of,
)
from daybook.interfaces.server.sse import streamed, wants_events
from daybook.library.results import OnStage

router = APIRouter(prefix="/v1", tags=["memory"], dependencies=[BEARER])


class AskRequest(OwnedRequest):
    """A question."""

    question: str = Field(examples=["Where did I park?"])
    asked_at: LastWeek = None
    as_of: AsOf = None
    dialogue: list[SaidTurn] = Field([], description="the running conversation, oldest message first")


class SearchRequest(OwnedRequest):
    """A search."""

    query: str = Field(examples=["parking"])
    limit: int = Field(10, ge=1, le=200)
    asked_at: LastWeek = None
    as_of: AsOf = None


class ContextRequest(OwnedRequest):
    """A message that a model of yours is to reply to."""

    message: str = Field(examples=["What should I cook tonight?"])
    dialogue: list[SaidTurn] = Field([], description="the running conversation, oldest message first")
    budget: int | None = Field(None, gt=0, le=1_000_000, description="tokens that the block may take")
    asked_at: LastWeek = None
    as_of: AsOf = None


@router.post("/ask", responses=documented(ANSWER, "as `daybook ask --json`"), response_model=None)
async def ask(request: AskRequest, daybook: Memory, caller: CalledBy, http: Request) -> Response:
    """Answer a question from memory, with quotes.

    With `Accept: text/event-stream` the steps and notes come first, as events "stage" and "note", and then
    the event "answer".
    """
    owner, when = caller.owner_of(request.owner), moments(asked_at=request.asked_at, as_of=request.as_of)

    async def answered(on_stage: OnStage | None = None) -> Mapping[str, Any]:
        answer = await daybook.aask(
            request.question,
            owner=owner,
            dialogue=turns_of(request.dialogue),
            on_stage=on_stage,
            **when,
        )
        return answer_shape(answer)

    if wants_events(http):
        return streamed(answered, last="answer", underway=http.app.state.underway, finishes=False)
    return SafeJSONResponse(await answered())


@router.post("/search", responses=documented(FOUND, "as `daybook search --json`"), response_model=None)
async def search(request: SearchRequest, daybook: Memory, caller: CalledBy) -> Response:
    """Find rounds, best first."""
    found = await daybook.asearch(
        request.query,
        owner=caller.owner_of(request.owner),
        limit=request.limit,
        **moments(asked_at=request.asked_at, as_of=request.as_of),
    )
    return SafeJSONResponse(search_shape(found))


@router.post("/context", responses=documented(CONTEXT, "what to put before your model"), response_model=None)
async def context(request: ContextRequest, daybook: Memory, caller: CalledBy) -> Response:
    """Give what memory holds that bears on a message, for a prompt of your own; nothing is kept.

    `text` is the block. Constraints (allergies, diets, what is not to be mentioned) are always in it.
    """
    limit = daybook.parts.settings.question_limit
    if len(request.message) > limit:
        raise BadInput(f"more than {limit:,} characters (DAYBOOK_QUESTION_LIMIT)", source="message")
    found = await daybook.acontext_for(
        request.message,
        owner=caller.owner_of(request.owner),
        dialogue=turns_of(request.dialogue),
        budget=request.budget,
        **moments(asked_at=request.asked_at, as_of=request.as_of),
    )
    return SafeJSONResponse(context_shape(found))
