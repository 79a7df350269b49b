"""Questions and searches."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from daybook.interfaces.rendering.shapes import answer_shape, search_shape
from daybook.interfaces.server.access import CalledBy, Memory

router = APIRouter(prefix="/v1", tags=["memory"])

Owner = Annotated[
    str | None, Field(description="whose memory; needed where the token opens any owner's", min_length=1)
]


class OwnedRequest(BaseModel):
    """What every request of ours may say."""

    model_config = ConfigDict(extra="forbid")

    owner: Owner = None


class AskRequest(OwnedRequest):
    """A question."""

    question: str
    asked_at: datetime | None = Field(None, description='what "last week" is relative to; now by default')
    as_of: datetime | None = Field(None, description="nothing that was said after this moment is seen")


class SearchRequest(OwnedRequest):
    """A search."""

    query: str
    limit: int = Field(10, ge=1, le=200)
    asked_at: datetime | None = None
    as_of: datetime | None = None


@router.post("/ask")
async def ask(request: AskRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Answer a question from memory, with quotes: as `daybook ask --json`."""
    answer = await daybook.aask(
        request.question,
        owner=caller.owner_of(request.owner),
        asked_at=request.asked_at,
        as_of=request.as_of,
    )
    return answer_shape(answer)


@router.post("/search")
async def search(request: SearchRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Find rounds, best first: as `daybook search --json`."""
    found = await daybook.asearch(
        request.query,
        owner=caller.owner_of(request.owner),
        asked_at=request.asked_at,
        as_of=request.as_of,
        limit=request.limit,
    )
    return search_shape(found)
