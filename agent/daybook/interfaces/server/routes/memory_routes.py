"""Questions, searches and chat; what bears on a message; forgetting; the whole memory as a file; its size."""

from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime, tzinfo
from tempfile import SpooledTemporaryFile
from typing import Any, Self

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, model_validator

from daybook.conversation.answer_json import AnswerJson
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.operations import memory_operations
from daybook.interfaces.operations.memory_json import ChatJson, ContextJson, SearchJson
from daybook.interfaces.operations.operation_results import Forgotten
from daybook.interfaces.operations.operation_table import Context, Forget, Recall, Search
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.request_models import (
    BEARER,
    AsOf,
    LastWeek,
    OwnedRequest,
    OwnerNamed,
    OwnerParameter,
    SaidTurn,
    made_from,
    stretch,
    turns_of,
)
from daybook.interfaces.server.streaming import EVENTS, result_or_events
from daybook.library.daybook import Daybook
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import OnStage
from daybook.store import ByPhrase, ByRecord, ByRound, BySession, BySlot, ByTime, Everything, Selector, Stats

router = APIRouter(prefix="/v1", tags=["memory"], dependencies=[BEARER])

JSON_LINES = "application/x-ndjson"
_IN_MEMORY, _PIECE = 4_000_000, 1_000_000
"""Bytes of an export that are held in memory, and that are sent at once."""


class AskRequest(OwnedRequest):
    """A question."""

    question: str = Field(examples=["Where did I park?"])
    asked_at: LastWeek = None
    as_of: AsOf = None
    dialogue: list[SaidTurn] = Field([], description="the running conversation, oldest message first")


class QueryRequest(OwnedRequest):
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


class MessageRequest(OwnedRequest):
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


class ErasureRequest(OwnedRequest):
    """One thing that is to be forgotten."""

    session_id: str | None = None
    round_id: str | None = None
    record_id: str | None = Field(None, description="of the ledger")
    slot: str | None = Field(None, description="a slot, or a family of slots")
    phrase: str | None = Field(None, description="the sentences that hold these words", examples=["Coco"])
    between: tuple[datetime, datetime] | None = Field(
        None, description="what was said from the first moment on and before the second"
    )
    all: bool = Field(False, description="everything of the owner")
    confirmation: str | None = Field(None, description="of the reply to the same request without one")

    @model_validator(mode="after")
    def _names_one_thing(self) -> Self:
        given = (self.session_id, self.round_id, self.record_id, self.slot, self.phrase, self.between)
        if sum(one is not None for one in given) + self.all != 1:
            raise ValueError(
                "name one thing: session_id, round_id, record_id, slot, phrase, between, or all: true"
            )
        return self

    def selector(self, zone: tzinfo) -> Selector:
        """Read what is named; moments without an offset are of a zone. Raises BadInput for no stretch."""
        kinds: Sequence[tuple[Callable[[str], Selector], str | None]] = (
            (BySession, self.session_id), (ByRound, self.round_id), (ByRecord, self.record_id),
            (BySlot, self.slot), (ByPhrase, self.phrase),
        )  # fmt: skip
        named = [kind(text) for kind, text in kinds if text is not None]
        if self.between is not None:
            named.append(ByTime(stretch(*self.between, zone)))
        return named[0] if named else Everything()


@router.post(
    "/ask",
    response_model=AnswerJson,
    response_description="as `daybook ask --json`",
    responses=EVENTS,
    **made_from(Recall),
)
async def ask(request: AskRequest, daybook: Memory, caller: CalledBy, http: Request) -> Response:
    """Answer a question from memory, with quotes.

    With `Accept: text/event-stream` the steps and notes come first, as events "stage" and "note", and then
    the event "answer".
    """
    owner = caller.owner_of(request.owner)

    async def answered(on_stage: OnStage | None) -> Mapping[str, Any]:
        answer = await daybook.aask(
            request.question,
            owner=owner,
            asked_at=request.asked_at,
            as_of=request.as_of,
            dialogue=turns_of(request.dialogue),
            on_stage=on_stage,
        )
        return AnswerJson.of(answer).to_json()

    return await result_or_events(http, answered, last="answer", finishes=False)


@router.post("/search", response_description="as `daybook search --json`", **made_from(Search))
async def search(request: QueryRequest, daybook: Memory, caller: CalledBy) -> SearchJson:
    """Find rounds, best first."""
    found = await daybook.asearch(
        request.query,
        owner=caller.owner_of(request.owner),
        limit=request.limit,
        asked_at=request.asked_at,
        as_of=request.as_of,
    )
    return SearchJson.of(found)


@router.post("/context", response_description="what to put before your model", **made_from(Context))
async def context(request: ContextRequest, daybook: Memory, caller: CalledBy) -> ContextJson:
    """Give what memory holds that bears on a message, for a prompt of your own; nothing is kept.

    `text` is the block. Allergies and diets are in it where the message is about food, health, travel, gifts
    or guests.
    """
    return await memory_operations.context(
        daybook,
        caller.owner_of(request.owner),
        request.message,
        dialogue=turns_of(request.dialogue),
        budget=request.budget,
        asked_at=request.asked_at,
        as_of=request.as_of,
    )


@router.post(
    "/chat", response_model=ChatJson, response_description="the reply, and what was kept", responses=EVENTS
)
async def chat(request: MessageRequest, daybook: Memory, caller: CalledBy, http: Request) -> Response:
    """Reply to a message, and remember the round.

    With `Accept: text/event-stream` the reply comes as events "text", and then the event "turn". A client
    that leaves in between does not stop it: what it said is kept, with the reply.
    """
    owner = caller.owner_of(request.owner)
    dialogue = None if request.dialogue is None else turns_of(request.dialogue)

    async def replied(on_stage: OnStage | None) -> Mapping[str, Any]:
        turn = await daybook.achat(
            request.message,
            owner=owner,
            session_id=request.session_id,
            dialogue=dialogue,
            proposal=request.proposal,
            consent=request.consent,
            on_stage=on_stage,
            asked_at=request.asked_at,
        )
        return ChatJson.of(turn).to_json()

    return await result_or_events(http, replied, last="turn", finishes=True)


@router.post("/forget", **made_from(Forget))
async def forget(request: ErasureRequest, daybook: Memory, caller: CalledBy) -> Forgotten:
    """Say what would be forgotten, word for word; with the `confirmation` of that reply, forget it for good.

    The confirmation fits only while the same would go. It cannot be undone, and no import brings it back.
    """
    owner = caller.owner_of(request.owner)
    selector = request.selector(await daybook.azone(owner=owner))
    return await memory_operations.forget(daybook, owner, selector, confirmation=request.confirmation)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "JSON Lines, as `daybook export` writes them",
            "content": {JSON_LINES: {"schema": {"type": "string"}}},
        }
    },
)
async def export(daybook: Memory, owner: OwnerNamed) -> StreamingResponse:
    """Give everything that is kept of an owner; `daybook import` reads it.

    It is as of one moment. Nobody knows where it goes, so what is forgotten later stays in it.
    """
    if not await daybook.ahas_anything(owner=owner):
        raise UnknownItem(f"nothing is kept for {owner!r}")
    return StreamingResponse(_exported(daybook, owner), media_type=JSON_LINES)


class ZoneRequest(OwnedRequest):
    """Where an owner's days begin."""

    time_zone: str | None = Field(
        None, description="an IANA name; null for the server's own", examples=["Europe/Oslo"]
    )


@router.put("/time-zone")
async def set_time_zone(request: ZoneRequest, daybook: Memory, caller: CalledBy) -> dict[str, str]:
    """Choose the time zone in which an owner's days begin; what was said with an offset keeps it."""
    owner = caller.owner_of(request.owner)
    await daybook.aset_zone(request.time_zone, owner=owner)
    return {"time_zone": str(await daybook.azone(owner=owner))}


@router.get("/stats", response_description="as `daybook stats --json`")
async def stats(daybook: Memory, caller: CalledBy, owner: OwnerParameter = None) -> Stats:
    """Count what is kept of an owner; of everybody where the token opens any owner's and none is named."""
    everybody = caller.owner is None and owner is None
    return await daybook.astats(owner=None if everybody else caller.owner_of(owner))


async def _exported(daybook: Daybook, owner: str) -> AsyncIterator[bytes]:
    """Write it all to a file without a name, and send that: a slow client keeps no transaction open."""
    with SpooledTemporaryFile(max_size=_IN_MEMORY) as file:

        def write() -> None:
            for line in daybook.export_lines(owner=owner):
                file.write(line.encode())
            file.seek(0)

        await to_thread(write)
        while piece := await to_thread(file.read, _PIECE):
            yield piece
