"""Chat messages: replied to, and remembered."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from daybook.conversation import Turn
from daybook.errors import UnknownItem
from daybook.interfaces.rendering.chat_shapes import chat_shape
from daybook.interfaces.repl.conversation import DIALOGUE_TURNS
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.examples import CHAT
from daybook.interfaces.server.json_response import SafeJSONResponse, documented
from daybook.interfaces.server.requests import (
    BEARER,
    LastWeek,
    OwnedRequest,
    SaidTurn,
    moments,
    turns_of,
)
from daybook.interfaces.server.sse import streamed, wants_events
from daybook.library.daybook import Daybook
from daybook.library.results import OnStage

router = APIRouter(prefix="/v1", tags=["memory"], dependencies=[BEARER])


class ChatRequest(OwnedRequest):
    """A message of a chat."""

    message: str = Field(examples=["I moved to Aarhus last week."])
    session_id: str | None = Field(
        None, min_length=1, description="the session that goes on; that of the day by default"
    )
    dialogue: list[SaidTurn] | None = Field(
        None,
        description=f"the running conversation; the last {DIALOGUE_TURNS} turns of session_id by default",
    )
    asked_at: LastWeek = None
    proposal: dict[str, str] | None = Field(
        None, description="of the reply before, whose forgetting this message may agree to"
    )
    consent: dict[str, str] | None = Field(
        None, description="of the reply before, whose question this message may answer"
    )


@router.post("/chat", responses=documented(CHAT, "the reply, and what was kept"), response_model=None)
async def chat(request: ChatRequest, daybook: Memory, caller: CalledBy, http: Request) -> Response:
    """Reply to a message, and remember the round.

    With `Accept: text/event-stream` the reply comes as events "text", and then the event "turn". A client
    that leaves in between does not stop it: what it said is kept, with the reply.
    """
    owner, when = caller.owner_of(request.owner), moments(asked_at=request.asked_at)
    dialogue = await _dialogue(request, daybook, owner)

    async def replied(on_stage: OnStage | None = None) -> Mapping[str, Any]:
        turn = await daybook.achat(
            request.message,
            owner=owner,
            session_id=request.session_id,
            dialogue=dialogue,
            proposal=request.proposal,
            consent=request.consent,
            on_stage=on_stage,
            **when,
        )
        return chat_shape(turn)

    if wants_events(http):
        return streamed(replied, last="turn", underway=http.app.state.underway, finishes=True)
    return SafeJSONResponse(await replied())


async def _dialogue(request: ChatRequest, daybook: Daybook, owner: str) -> Sequence[Turn]:
    """Give the dialogue of a request, or the last turns of its session."""
    if request.dialogue is not None:
        return turns_of(request.dialogue)
    if request.session_id is None:
        return ()
    try:
        rounds = await to_thread(daybook.parts.store.session_rounds, owner, request.session_id)
    except UnknownItem:
        return ()
    return [turn for round_ in rounds for turn in round_.turns][-DIALOGUE_TURNS:]
