"""The ledger: what is known, and the owner's decisions about it."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from daybook.interfaces.operations.ledger_json import HistoryJson, LedgerJson, PostedJson, WaitingJson
from daybook.interfaces.operations.operation_table import Correct, ListFacts
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.request_models import BEARER, OwnedRequest, OwnerNamed, made_from

router = APIRouter(prefix="/v1", tags=["ledger"], dependencies=[BEARER])

SeenAt = Annotated[datetime | None, Query(description="nothing that was said after this moment is seen")]
_DECIDED: dict[str, Any] = {"response_description": "what it changed, as `daybook correct --json`"}


class CorrectionRequest(OwnedRequest):
    """What is right instead."""

    value: str = Field(examples=["Aarhus"])


class UndoRequest(OwnedRequest):
    """What is to be taken back."""

    event_id: int | None = Field(
        None, ge=0, lt=2**63, description="all that the last message or action caused by default"
    )


@router.get("/ledger", response_description="as `daybook ledger --json`", **made_from(ListFacts))
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


@router.get("/ledger/events")
async def events(daybook: Memory, owner: OwnerNamed) -> HistoryJson:
    """List what happened to the ledger, the earliest first: as `daybook ledger --events --json`."""
    return HistoryJson.listing(await daybook.ledger.ahistory(owner=owner))


@router.get("/ledger/waiting")
async def waiting(daybook: Memory, owner: OwnerNamed) -> WaitingJson:
    """List what waits for the owner's word: as `daybook review --json`."""
    return WaitingJson.listing(await daybook.ledger.awaiting(owner=owner))


@router.post("/ledger/undo", **_DECIDED)
async def undo(request: UndoRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Take an event back."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.aundo(request.event_id, owner=owner)
    return PostedJson.of(posted)


@router.post("/ledger/{record_id}/correct", **_DECIDED, **made_from(Correct))
async def correct(
    record_id: str, request: CorrectionRequest, daybook: Memory, caller: CalledBy
) -> PostedJson:
    """Say what is right where a record is wrong; it takes the record's place, and can be undone."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.acorrect(record_id, request.value, owner=owner)
    return PostedJson.of(posted)


@router.post("/ledger/{record_id}/confirm", **_DECIDED)
async def confirm(record_id: str, request: OwnedRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Say that a record is right; what was not sure enough counts from now on."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.aconfirm(record_id, owner=owner)
    return PostedJson.of(posted)


@router.post("/ledger/{record_id}/reject", **_DECIDED)
async def reject(record_id: str, request: OwnedRequest, daybook: Memory, caller: CalledBy) -> PostedJson:
    """Say that a record is wrong; it stays in the history."""
    owner = caller.owner_of(request.owner)
    posted = await daybook.ledger.areject(record_id, owner=owner)
    return PostedJson.of(posted)
