"""The routes of Mem0's open-source server."""

from typing import Any

from fastapi import APIRouter, Request

from daybook.conversation.errors import BadInput
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.mem0 import hosted_routes as hosted, memory_calls
from daybook.interfaces.server.mem0.mem0_filters import owner_meant, same
from daybook.interfaces.server.mem0.mem0_requests import (
    AddRequest,
    LooseSearchRequest,
    UpdateRequest,
    named_in_query,
)
from daybook.interfaces.server.problems import Forbidden, Unsupported

router = APIRouter(tags=["mem0"])


@router.post("/memories")
async def add(body: AddRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Keep messages word for word."""
    return {"results": (await hosted.add_memories(body, daybook, caller))["results"]}


@router.get("/memories")
async def get_all(request: Request, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """List every memory that has the ids of the query string, those last said first."""
    named = named_in_query(request, "top_k", "limit")
    owner = owner_meant(caller, named)
    found = await memory_calls.list_memories(daybook, owner, same(named))
    return {"results": await memory_calls.shapes(daybook, owner, found[: _limit(request)])}


_FORGET_ALL = "Forget every memory that has the ids of the query string."
router.delete("/memories", name="delete_all", description=_FORGET_ALL)(hosted.delete_memories)
router.get("/memories/{memory_id}", name="get")(hosted.get_memory)


@router.put("/memories/{memory_id}")
async def update(memory_id: str, body: UpdateRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Keep a later wording of a memory, or other metadata."""
    await hosted.update_memory(memory_id, body, daybook, caller)
    return {"message": "Memory updated successfully!"}


router.delete("/memories/{memory_id}", name="delete")(hosted.delete_memory)
router.get("/memories/{memory_id}/history", name="history")(hosted.history)


@router.post("/search")
async def search(body: LooseSearchRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Find memories, best first."""
    return await hosted.search_memories(body, daybook, caller)


@router.post("/reset")
async def reset(daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget everything of everybody; only for a token that opens any memory."""
    if caller.owner is not None:
        raise Forbidden("this token opens one owner's memory, and a reset forgets everybody's")
    for owner in await hosted.owners_opened(daybook, caller):
        await memory_calls.delete_everything(daybook, owner)
    return {"message": "All memories reset"}


@router.post("/configure")
@router.get("/configure", include_in_schema=False)
async def configure() -> None:
    """Refuse: a server is configured where it runs."""
    raise Unsupported("Daybook is configured by its settings where it runs, not by its clients")


def _limit(request: Request) -> int | None:
    text = request.query_params.get("top_k") or request.query_params.get("limit")
    if text is None:
        return None
    if not text.isdecimal() or not int(text):
        raise BadInput(f"{text!r:.30} is no number from 1 on", source="top_k")
    return int(text)
