"""Questions, searches, chat, forgetting and counts; and the ledger, with the owner's word on it."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from daybook.conversation.answer_json import AnswerJson
from daybook.interfaces.operations import memory_operations
from daybook.interfaces.operations.ledger_json import HistoryJson, LedgerJson, PostedJson, WaitingJson
from daybook.interfaces.operations.memory_json import ChatJson, ContextJson, SearchJson
from daybook.interfaces.operations.memory_operations import selector_of
from daybook.interfaces.operations.operation_results import Forgotten
from daybook.interfaces.operations.operation_table import Correct, Forget, ListFacts, Recall, Search
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
    turns_of,
)
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.store import Stats

router = APIRouter(prefix="/v1", tags=["memory"], dependencies=[BEARER])


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
    between: tuple[str, str] | None = Field(
        None, description="what was said from the first moment on and before the second"
    )
    all: bool = Field(False, description="everything of the owner")
    confirmation: str | None = Field(None, description="of the reply to the same request without one")


@router.post("/ask", response_description="as `daybook ask --json`", **made_from(Recall))
async def ask(request: AskRequest, daybook: Memory, caller: CalledBy) -> AnswerJson:
    """Answer a question from memory, with quotes."""
    answer = await daybook.aask(
        request.question,
        owner=caller.owner_of(request.owner),
        asked_at=request.asked_at,
        as_of=request.as_of,
        dialogue=turns_of(request.dialogue),
    )
    return AnswerJson.of(answer)


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


@router.post("/context", response_description="what to put before your model")
async def context(request: ContextRequest, daybook: Memory, caller: CalledBy) -> ContextJson:
    """Give what memory holds that bears on a message, for a prompt of your own; nothing is kept.

    `text` is the block. Allergies and diets are in it where the message is about food, health, travel, gifts
    or guests.
    """
    found = await daybook.acontext_for(
        request.message,
        owner=caller.owner_of(request.owner),
        dialogue=turns_of(request.dialogue),
        budget=request.budget,
        asked_at=request.asked_at,
        as_of=request.as_of,
    )
    return ContextJson.of(found)


@router.post("/chat", response_description="the reply, and what was kept")
async def chat(request: MessageRequest, daybook: Memory, caller: CalledBy) -> ChatJson:
    """Reply to a message, and remember the round."""
    turn = await daybook.achat(
        request.message,
        owner=caller.owner_of(request.owner),
        session_id=request.session_id,
        dialogue=None if request.dialogue is None else turns_of(request.dialogue),
        proposal=request.proposal,
        consent=request.consent,
        asked_at=request.asked_at,
    )
    return ChatJson.of(turn)


@router.post("/forget", **made_from(Forget))
async def forget(request: ErasureRequest, daybook: Memory, caller: CalledBy) -> Forgotten:
    """Say what would be forgotten, word for word; with the `confirmation` of that reply, forget it for good.

    The confirmation fits only while the same would go. It cannot be undone, and no import brings it back.
    """
    owner = caller.owner_of(request.owner)
    selector = selector_of(
        session=request.session_id,
        round=request.round_id,
        record=request.record_id,
        slot=request.slot,
        phrase=request.phrase,
        between=request.between,
        everything=request.all,
        zone=await daybook.azone(owner=owner),
    )
    return await memory_operations.forget(daybook, owner, selector, confirmation=request.confirmation)


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


ledger_router = APIRouter(prefix="/v1", tags=["ledger"], dependencies=[BEARER])

SeenAt = Annotated[datetime | None, Query(description="nothing that was said after this moment is seen")]
_DECIDED: dict[str, Any] = {"response_description": "what it changed, as `daybook correct --json`"}


class CorrectionRequest(OwnedRequest):
    """The right value."""

    value: str = Field(examples=["Aarhus"])


class UndoRequest(OwnedRequest):
    """The change to undo."""

    event_id: int | None = Field(
        None, ge=0, lt=2**63, description="all that the last message or action caused by default"
    )


@ledger_router.get("/ledger", response_description="as `daybook ledger --json`", **made_from(ListFacts))
async def ledger(
    daybook: Memory,
    owner: OwnerNamed,
    slot: Annotated[str | None, Query(description="only this slot, or family of slots")] = None,
    as_of: SeenAt = None,
) -> LedgerJson:
    """List what is known about the owner, each with the words that it rests on."""
    records = await daybook.ledger.arecords(owner=owner, as_of=as_of)
    chosen = [record for record in records if slot is None or f"{record.slot}.".startswith(f"{slot}.")]
    return LedgerJson.among(chosen, records)


@ledger_router.get("/ledger/events")
async def events(daybook: Memory, owner: OwnerNamed) -> HistoryJson:
    """List what happened to the ledger, the earliest first: as `daybook ledger --events --json`."""
    return HistoryJson.listing(await daybook.ledger.ahistory(owner=owner))


@ledger_router.get("/ledger/waiting")
async def waiting(daybook: Memory, owner: OwnerNamed) -> WaitingJson:
    """List what waits for the owner's word: as `daybook review --json`."""
    return WaitingJson.listing(await daybook.ledger.awaiting(owner=owner))


@ledger_router.post("/ledger/undo", **_DECIDED)
async def undo(request: UndoRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Take an event back."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.aundo(request.event_id, owner=owner)
    return PostedJson.of(posted)


@ledger_router.post("/ledger/{record_id}/correct", **_DECIDED, **made_from(Correct))
async def correct(
    record_id: str, request: CorrectionRequest, daybook: Memory, caller: CalledBy
) -> PostedJson:
    """Say what is right where a record is wrong; it takes the record's place, and can be undone."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.acorrect(record_id, request.value, owner=owner)
    return PostedJson.of(posted)


@ledger_router.post("/ledger/{record_id}/confirm", **_DECIDED)
async def confirm(record_id: str, request: OwnedRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Say that a record is right; what was not sure enough counts from now on."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.aconfirm(record_id, owner=owner)
    return PostedJson.of(posted)


@ledger_router.post("/ledger/{record_id}/reject", **_DECIDED)
async def reject(record_id: str, request: OwnedRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Say that a record is wrong; it stays in the history."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.areject(record_id, owner=owner)
    return PostedJson.of(posted)
