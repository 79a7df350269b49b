"""The routes of Mem0's hosted service, as its `MemoryClient` and `AsyncMemoryClient` call them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from daybook.errors import BadInput, UnknownItem
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.mem0 import memories
from daybook.interfaces.server.mem0.adding import Kept, add, turns_of
from daybook.interfaces.server.mem0.errors import Mem0Route
from daybook.interfaces.server.mem0.filters import between, both, same
from daybook.interfaces.server.mem0.memory import history_shape
from daybook.interfaces.server.mem0.moments import end_of, moment_of
from daybook.interfaces.server.mem0.requests import (
    AddRequest,
    BatchDelete,
    BatchUpdate,
    ListRequest,
    SearchRequest,
    UpdateRequest,
    named_in_query,
)
from daybook.interfaces.server.mem0.searching import search
from daybook.interfaces.server.mem0.whose import owner_meant

router = APIRouter(tags=["mem0"], route_class=Mem0Route)

TOP_K = 10
PAGE_SIZE = 100
_HERE = "daybook"
"""What stands for Mem0's organisation and project. As the e-mail of the user it names nobody: the client
reports that to a third party unless MEM0_TELEMETRY is False."""
_REPEATED = "~"
"""Behind the ids of an event that were there already."""


@router.get("/v1/ping/")
async def ping(caller: CalledBy) -> dict[str, Any]:
    """Answer a client that is being made: its token opens something."""
    return {"status": "ok", "org_id": _HERE, "project_id": _HERE, "user_email": _HERE}


@router.post("/v3/memories/add/")
@router.post("/v1/memories/", include_in_schema=False)
async def add_memories(body: AddRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Keep messages word for word, at once: the event has succeeded when this is answered."""
    owner = owner_meant(caller, body.named)
    kept = await add(
        daybook,
        owner,
        turns_of(body.said),
        named=body.named,
        metadata=body.metadata,
        said_at=None if body.timestamp is None else moment_of(body.timestamp),
    )
    new = sum(one.is_new for one in kept)
    return {
        "message": f"{new} kept word for word, {len(kept) - new} there already",
        "status": "SUCCEEDED",
        "event_id": ".".join(one.round.round_id + ("" if one.is_new else _REPEATED) for one in kept),
        "results": [one.shape for one in kept],
    }


@router.get("/v1/event/{event_id}/")
async def event(event_id: str, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Say what became of an `add`: what of it is there now."""
    results = []
    for name in event_id.split("."):
        try:
            found = await memories.find_memory(daybook, caller, name.removesuffix(_REPEATED))
        except UnknownItem:
            continue
        results.append(Kept(found.first, not name.endswith(_REPEATED)))
    if not results:
        raise UnknownItem("of this event nothing is there any more, or there never was one")
    said_at = results[0].round.said_at.isoformat()
    return {
        "id": event_id,
        "event_type": "ADD",
        "status": "SUCCEEDED",
        "results": [one.shape for one in results],
        "created_at": said_at,
        "updated_at": said_at,
    }


@router.post("/v3/memories/search/")
@router.post("/v2/memories/search/", include_in_schema=False)
@router.post("/v1/memories/search/", include_in_schema=False)
async def search_memories(body: SearchRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Find memories, best first."""
    wanted = body.wanted
    found = await search(
        daybook,
        owner_meant(caller, wanted.named),
        body.query,
        wanted=wanted,
        top_k=body.top_k or body.limit or TOP_K,
        threshold=body.threshold,
        asked_at=None if body.reference_date is None else moment_of(body.reference_date),
    )
    return {"results": [_only(one, body.fields) for one in found]}


@router.post("/v3/memories/")
@router.post("/v2/memories/", include_in_schema=False)
async def get_memories(
    request: Request,
    body: ListRequest,
    daybook: Memory,
    caller: CalledBy,
    page: Annotated[int, Query(ge=1)] = 1,
    page_size: Annotated[int, Query(ge=1, le=1_000)] = PAGE_SIZE,
) -> dict[str, Any]:
    """List memories, those last said first, a page at a time."""
    start = None if body.start_date is None else moment_of(body.start_date)
    end = None if body.end_date is None else end_of(body.end_date)
    wanted = both(body.wanted, between(start, end))
    owner = owner_meant(caller, wanted.named)
    first = (page - 1) * page_size
    count, found = await memories.list_page(daybook, owner, wanted, first=first, size=page_size)
    if first and first >= count:
        raise UnknownItem(f"there is no page {page}: {count} memories are on pages of {page_size}")
    shown = await memories.shapes(daybook, owner, found)

    def url_of(number: int) -> str:
        return str(request.url.include_query_params(page=number, page_size=page_size))

    return {
        "count": count,
        "next": url_of(page + 1) if first + page_size < count else None,
        "previous": url_of(page - 1) if page > 1 else None,
        "results": [_only(one, body.fields) for one in shown],
    }


@router.delete("/v1/memories/")
async def delete_memories(request: Request, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget every memory that has the ids of the query string; of a user alone, all that is kept of them."""
    named = named_in_query(request)
    if not named:
        raise BadInput("name what to forget: user_id, agent_id, app_id or run_id")
    owner = owner_meant(caller, named)
    if "user_id" in named and len(named) == 1:
        receipt = await memories.delete_everything(daybook, owner)
    else:
        found = await memories.list_memories(daybook, owner, same(named))
        receipt = await memories.delete(daybook, found)
    return {"message": "Memories deleted successfully!", **receipt}


@router.get("/v1/memories/{memory_id}/")
async def get_memory(memory_id: str, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Give a memory whole."""
    found = await memories.find_memory(daybook, caller, memory_id)
    (shape,) = await memories.shapes(daybook, found.first.owner, [found])
    return shape


@router.put("/v1/memories/{memory_id}/")
async def update_memory(
    memory_id: str, body: UpdateRequest, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Keep a later wording of a memory, or other metadata."""
    found = await memories.find_memory(daybook, caller, memory_id)
    after = await memories.update(daybook, found, text=body.text, metadata=body.metadata)
    (shape,) = await memories.shapes(daybook, after.first.owner, [after])
    return shape | {"text": after.text}


@router.delete("/v1/memories/{memory_id}/")
async def delete_memory(
    request: Request, memory_id: str, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Forget a memory for good, in every wording that it had."""
    named_in_query(request, "delete_linked")
    found = await memories.find_memory(daybook, caller, memory_id)
    return {"message": "Memory deleted successfully!", **await memories.delete(daybook, [found])}


@router.get("/v1/memories/{memory_id}/history/")
async def history(memory_id: str, daybook: Memory, caller: CalledBy) -> list[dict[str, Any]]:
    """List the wordings of a memory, the earliest first."""
    return history_shape(await memories.find_memory(daybook, caller, memory_id))


@router.put("/v1/batch/")
async def update_batch(body: BatchUpdate, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Update several memories; nothing is changed where one of them is not there."""
    found = [await memories.find_memory(daybook, caller, one.memory_id) for one in body.memories]
    for one, change in zip(found, body.memories, strict=True):
        await memories.update(daybook, one, text=change.text, metadata=change.metadata)
    return {"message": f"Successfully updated {len(found)} memories"}


@router.delete("/v1/batch/")
async def delete_batch(body: BatchDelete, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget several memories; nothing is forgotten where one of them is not there."""
    names = dict.fromkeys(one.memory_id for one in body.memories)
    found = {
        one.memory_id: one for name in names for one in [await memories.find_memory(daybook, caller, name)]
    }
    receipt = await memories.delete(daybook, list(found.values()))
    return {"message": f"Successfully deleted {len(found)} memories", **receipt}


def _only(shape: dict[str, Any], fields: list[str] | None) -> dict[str, Any]:
    """Leave out what was not asked for."""
    return shape if not fields else {name: shape[name] for name in ("id", *fields) if name in shape}
