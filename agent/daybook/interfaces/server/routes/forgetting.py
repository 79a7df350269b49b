"""Forgetting in two steps, the whole memory as a file, and how much there is."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import Annotated, Self

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, field_validator, model_validator

from daybook.conversation import TimeRange
from daybook.errors import BadInput, UnknownItem
from daybook.interfaces.operations import Forgotten
from daybook.interfaces.operations import forget as forget_in_two_steps
from daybook.interfaces.rendering.shapes import stats_shape
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.examples import STATS
from daybook.interfaces.server.json_response import SafeJSONResponse, documented
from daybook.interfaces.server.requests import BEARER, OWNER, OwnedRequest, OwnerNamed, stretch
from daybook.library.archive import archive_lines
from daybook.library.daybook import Daybook
from daybook.store import ByPhrase, ByRecord, ByRound, BySession, BySlot, ByTime, Everything, Selector

router = APIRouter(prefix="/v1", tags=["memory"], dependencies=[BEARER])

JSON_LINES = "application/x-ndjson"
_IN_MEMORY, _PIECE = 4_000_000, 1_000_000
"""Bytes of an export that are held in memory, and that are sent at once."""


class ForgetRequest(OwnedRequest):
    """One thing that is to be forgotten."""

    session_id: str | None = None
    round_id: str | None = None
    record_id: str | None = Field(None, description="of the ledger, or an entry of the diary")
    slot: str | None = Field(None, description="a slot, or a family of slots")
    phrase: str | None = Field(None, description="the sentences that hold these words", examples=["Coco"])
    between: tuple[datetime, datetime] | None = Field(
        None, description="what was said from the first moment on and before the second"
    )
    all: bool = Field(False, description="everything of the owner")
    confirmation: str | None = Field(None, description="of the reply to the same request without one")

    @field_validator("between")
    @classmethod
    def _is_a_stretch(cls, given: tuple[datetime, datetime] | None) -> tuple[datetime, datetime] | None:
        try:
            return stretch(*given) if given else None
        except BadInput as error:
            raise ValueError(str(error)) from None

    @model_validator(mode="after")
    def _names_one_thing(self) -> Self:
        if len(self.selectors) != 1:
            raise ValueError(
                "name one thing: session_id, round_id, record_id, slot, phrase, between, or all: true"
            )
        return self

    @property
    def selectors(self) -> list[Selector]:
        """What is named."""
        named: list[Selector] = [
            kind(text)
            for kind, text in (
                (BySession, self.session_id),
                (ByRound, self.round_id),
                (ByRecord, self.record_id),
                (BySlot, self.slot),
                (ByPhrase, self.phrase),
            )
            if text is not None
        ]
        if self.between is not None:
            named.append(ByTime(TimeRange(*self.between)))
        return [*named, Everything()] if self.all else named


@router.post("/forget")
async def forget(request: ForgetRequest, daybook: Memory, caller: CalledBy) -> Forgotten:
    """Say what would be forgotten, word for word; with the `confirmation` of that reply, forget it for good.

    The confirmation fits only while the same would go. It cannot be undone, and no import brings it back.
    """
    return await forget_in_two_steps(
        daybook,
        caller.owner_of(request.owner),
        request.selectors[0],
        confirmation=request.confirmation,
    )


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {"description": "JSON Lines, as `daybook export` writes them", "content": {JSON_LINES: {}}}
    },
)
async def export(daybook: Memory, owner: OwnerNamed) -> StreamingResponse:
    """Give everything that is kept of an owner; `daybook import` reads it.

    It is as of one moment. Nobody knows where it goes, so what is forgotten later stays in it.
    """
    store = daybook.parts.store
    if owner not in await to_thread(store.owners) and not await to_thread(store.items.table.count, owner):
        raise UnknownItem(f"nothing is kept for {owner!r}")
    return StreamingResponse(_exported(daybook, owner), media_type=JSON_LINES)


@router.get("/stats", responses=documented(STATS, "as `daybook stats --json`"), response_model=None)
async def stats(
    daybook: Memory,
    caller: CalledBy,
    owner: Annotated[str | None, Query(description=OWNER, pattern=r"\S")] = None,
) -> Response:
    """Count what is kept of an owner; of everybody where the token opens any owner's and none is named."""
    everybody = caller.owner is None and owner is None
    counted = await daybook.astats(owner=None if everybody else caller.owner_of(owner))
    return SafeJSONResponse(stats_shape(counted))


async def _exported(daybook: Daybook, owner: str) -> AsyncIterator[bytes]:
    """Write it all to a file without a name, and send that: a slow client keeps no transaction open."""
    with SpooledTemporaryFile(max_size=_IN_MEMORY) as file:

        def write() -> None:
            for line in archive_lines(daybook.parts.store, owner, daybook.parts.clock()):
                file.write(line.encode())
            file.seek(0)

        await to_thread(write)
        while piece := await to_thread(file.read, _PIECE):
            yield piece
