"""Those of whom there are memories, as Mem0's hosted client lists and deletes them."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any, Literal

from fastapi import APIRouter

from daybook.errors import UnknownItem
from daybook.interfaces.server.access import CalledBy, Caller, Memory
from daybook.interfaces.server.mem0 import memories
from daybook.interfaces.server.mem0.annotations import read_annotations
from daybook.interfaces.server.mem0.errors import Mem0Route
from daybook.interfaces.server.mem0.filters import same
from daybook.interfaces.server.mem0.whose import Entity, entity_of, owner_meant
from daybook.library.daybook import Daybook

router = APIRouter(tags=["mem0"], route_class=Mem0Route)


@router.get("/v1/entities/")
async def entities(daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """List those whose memory the token opens, and of whom something is kept."""
    owners = await owners_opened(daybook, caller)
    results = [shape for owner in owners if (shape := await _entity_shape(daybook, owner))]
    return {"count": len(results), "next": None, "previous": None, "results": results}


@router.delete("/v2/entities/{kind}/{name:path}/")
async def delete_entity(
    kind: Literal["user", "agent", "app", "run"], name: str, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Forget all that is kept of a user; of an agent, app or run, all memories of it that the token opens."""
    named = {f"{kind}_id": name}
    owner = owner_meant(caller, named)
    found = await memories.list_memories(daybook, owner, same(named))
    if not found:
        raise UnknownItem(f"there is no {kind} {name!r:.60}")
    if entity_of(owner) == Entity(kind, name):
        receipt = await memories.delete_everything(daybook, owner)
    else:
        receipt = await memories.delete(daybook, found)
    return {"message": "Entity deleted successfully!", **receipt}


async def owners_opened(daybook: Daybook, caller: Caller) -> list[str]:
    """List the owners whose memory a caller's token opens."""
    return await to_thread(daybook.parts.store.owners) if caller.owner is None else [caller.owner]


async def _entity_shape(daybook: Daybook, owner: str) -> dict[str, Any] | None:
    """Describe an owner; None where nothing is kept of them."""
    sessions = await daybook.asessions(owner=owner)
    if not sessions:
        return None
    rewordings = sum(len(one.wordings) for one in (await read_annotations(daybook, owner)).values())
    entity = entity_of(owner)
    begun = [session.started_at.isoformat() for session in sessions]
    return {
        "id": owner,
        "name": entity.name,
        "type": entity.kind,
        "total_memories": sum(session.rounds for session in sessions) - rewordings,
        "created_at": min(begun),
        "updated_at": max(begun),
        "owner": owner,
        "organization": "daybook",
        "metadata": {},
    }
