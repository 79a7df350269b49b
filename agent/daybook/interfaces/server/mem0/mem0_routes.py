"""The routes of Mem0's hosted service, as its `MemoryClient` calls them, and of its open-source server.

What Mem0 calls a memory is a round here: kept word for word, under the round's id, and never reworded. So a
program that speaks to Mem0 speaks to Daybook once its host and key are changed.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from daybook.conversation.errors import BadInput, UnknownItem
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.mem0 import memory_calls
from daybook.interfaces.server.mem0.mem0_filters import (
    Mem0Entity,
    between,
    both,
    end_of,
    entity_of,
    moment_of,
    owner_meant,
    same,
)
from daybook.interfaces.server.mem0.mem0_requests import (
    AddRequest,
    BatchDelete,
    BatchUpdate,
    ListRequest,
    LooseSearchRequest,
    Mem0SearchRequest,
    UpdateRequest,
    named_in_query,
)
from daybook.interfaces.server.mem0.memories import added_shape, history_shape, read_annotations
from daybook.interfaces.server.problems import Forbidden, Unsupported
from daybook.library.results import Appended

router = APIRouter(tags=["mem0"])

_TOP_K = 10
_PAGE_SIZE = 100
_HERE = "daybook"
"""What stands for Mem0's organisation and project. As the e-mail of the user it names nobody: the client
reports that to a third party unless MEM0_TELEMETRY is False."""
_REPEATED = "~"
"""Behind the ids of an event that were there already."""
_EXPORT = "Daybook makes no exports by a schema: `daybook export` writes everything that is kept, as it is"
_PROFILE = "Daybook writes no profiles: what is known of an owner, with its quotes, is in the ledger"
_PROJECT = "Daybook has no organisations and projects: a data directory is one, and tokens say who opens what"
_UNSUPPORTED = {
    "/v1/exports/": _EXPORT,
    "/v1/exports/get/": _EXPORT,
    "/v1/summary/": "Daybook writes no summaries: POST /v1/ask answers a question with quotes",
    "/v1/events/": "events are not listed; GET /v1/event/{id}/ says what became of one",
    "/v1/feedback/": "Daybook takes no feedback on a memory; update, or delete what is wrong",
    "/v2/entities/{kind}/{name}/profile/": _PROFILE,
    "/v2/profiles/{rest:path}": _PROFILE,
    "/api/v1/orgs/{rest:path}": _PROJECT,
    "/api/v1/webhooks/{rest:path}": "Daybook calls nobody: there are no webhooks",
}
"""What Mem0's client can call beside memories and Daybook does not do, and what does it here."""


@router.get("/v1/ping/")
async def ping(caller: CalledBy) -> dict[str, Any]:
    """Answer a client that is being made: its token opens something."""
    return {"status": "ok", "org_id": _HERE, "project_id": _HERE, "user_email": _HERE}


@router.post("/v3/memories/add/")
@router.post("/v1/memories/", include_in_schema=False)
async def add_memories(body: AddRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Keep messages word for word, at once: the event has succeeded when this is answered."""
    owner = owner_meant(caller, body.named)
    added = await memory_calls.add(
        daybook,
        owner,
        memory_calls.turns_of_messages(body.said),
        named=body.named,
        metadata=body.metadata,
        said_at=None if body.timestamp is None else moment_of(body.timestamp),
    )
    new = sum(result.is_new for result in added)
    return {
        "message": f"{new} kept word for word, {len(added) - new} there already",
        "status": "SUCCEEDED",
        "event_id": ".".join(
            result.round.round_id + ("" if result.is_new else _REPEATED) for result in added
        ),
        "results": list(map(added_shape, added)),
    }


@router.post("/memories", name="add")
async def add_and_list(body: AddRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Keep messages word for word."""
    return {"results": (await add_memories(body, daybook, caller))["results"]}


@router.get("/v1/event/{event_id}/")
async def event(event_id: str, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Say what became of an `add`: what of it is there now."""
    results = []
    for name in event_id.split("."):
        try:
            found = await memory_calls.find_memory(daybook, caller, name.removesuffix(_REPEATED))
        except UnknownItem:
            continue
        results.append(Appended(found.first, not name.endswith(_REPEATED), ()))
    if not results:
        raise UnknownItem("of this event nothing is there any more, or there never was one")
    said_at = results[0].round.said_at.isoformat()
    return {
        "id": event_id,
        "event_type": "ADD",
        "status": "SUCCEEDED",
        "results": list(map(added_shape, results)),
        "created_at": said_at,
        "updated_at": said_at,
    }


@router.post("/v3/memories/search/")
@router.post("/v2/memories/search/", include_in_schema=False)
@router.post("/v1/memories/search/", include_in_schema=False)
async def search_memories(body: Mem0SearchRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Find memories, best first."""
    wanted = body.wanted
    found = await memory_calls.search(
        daybook,
        owner_meant(caller, wanted.named),
        body.query,
        wanted=wanted,
        top_k=body.top_k or body.limit or _TOP_K,
        threshold=body.threshold,
        asked_at=None if body.reference_date is None else moment_of(body.reference_date),
    )
    return {"results": [_only(shape, body.fields) for shape in found]}


@router.post("/search", name="search")
async def search_loosely(body: LooseSearchRequest, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Find memories, best first."""
    return await search_memories(body, daybook, caller)


@router.post("/v3/memories/")
@router.post("/v2/memories/", include_in_schema=False)
async def get_memories(
    request: Request,
    body: ListRequest,
    daybook: Memory,
    caller: CalledBy,
    page: Annotated[int, Query(ge=1)] = 1,
    page_size: Annotated[int, Query(ge=1, le=1_000)] = _PAGE_SIZE,
) -> dict[str, Any]:
    """List memories, those last said first, a page at a time."""
    start = None if body.start_date is None else moment_of(body.start_date)
    end = None if body.end_date is None else end_of(body.end_date)
    wanted = both(body.wanted, between(start, end))
    owner = owner_meant(caller, wanted.named)
    first = (page - 1) * page_size
    count, found = await memory_calls.list_page(daybook, owner, wanted, first=first, size=page_size)
    if first and first >= count:
        raise UnknownItem(f"there is no page {page}: {count} memories are on pages of {page_size}")
    written = await memory_calls.shapes(daybook, owner, found)

    def url_of(number: int) -> str:
        return str(request.url.include_query_params(page=number, page_size=page_size))

    return {
        "count": count,
        "next": url_of(page + 1) if first + page_size < count else None,
        "previous": url_of(page - 1) if page > 1 else None,
        "results": [_only(shape, body.fields) for shape in written],
    }


@router.get("/memories", name="get_all")
async def list_memories(request: Request, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """List every memory that has the ids of the query string, those last said first."""
    named = named_in_query(request, "top_k", "limit")
    most = request.query_params.get("top_k") or request.query_params.get("limit")
    if most is not None and (not most.isdecimal() or not int(most)):
        raise BadInput(f"{most!r:.30} is no number from 1 on", source="top_k")
    owner = owner_meant(caller, named)
    found = await memory_calls.list_memories(daybook, owner, same(named))
    first = found if most is None else found[: int(most)]
    return {"results": await memory_calls.shapes(daybook, owner, first)}


_FORGET_ALL = "Forget every memory that has the ids of the query string."


@router.delete("/v1/memories/")
@router.delete("/memories", name="delete_all", description=_FORGET_ALL)
async def delete_memories(request: Request, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget every memory that has the ids of the query string; of a user alone, all that is kept of them."""
    named = named_in_query(request)
    if not named:
        raise BadInput("name what to forget: user_id, agent_id, app_id or run_id")
    owner = owner_meant(caller, named)
    if "user_id" in named and len(named) == 1:
        receipt = await memory_calls.delete_everything(daybook, owner)
    else:
        found = await memory_calls.list_memories(daybook, owner, same(named))
        receipt = await memory_calls.delete(daybook, found)
    return {"message": "Memories deleted successfully!", **receipt}


@router.get("/v1/memories/{memory_id}/")
@router.get("/memories/{memory_id}", name="get")
async def get_memory(memory_id: str, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Give a memory whole."""
    found = await memory_calls.find_memory(daybook, caller, memory_id)
    (shape,) = await memory_calls.shapes(daybook, found.first.owner, [found])
    return shape


@router.put("/v1/memories/{memory_id}/")
async def update_memory(
    memory_id: str, body: UpdateRequest, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Keep a later wording of a memory, or other metadata."""
    found = await memory_calls.find_memory(daybook, caller, memory_id)
    after = await memory_calls.update(daybook, found, text=body.text, metadata=body.metadata)
    (shape,) = await memory_calls.shapes(daybook, after.first.owner, [after])
    return shape | {"text": after.text}


@router.put("/memories/{memory_id}", name="update")
async def update_and_say_so(
    memory_id: str, body: UpdateRequest, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Keep a later wording of a memory, or other metadata."""
    await update_memory(memory_id, body, daybook, caller)
    return {"message": "Memory updated successfully!"}


@router.delete("/v1/memories/{memory_id}/")
@router.delete("/memories/{memory_id}", name="delete")
async def delete_memory(
    request: Request, memory_id: str, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Forget a memory for good, in every wording that it had."""
    named_in_query(request, "delete_linked")
    found = await memory_calls.find_memory(daybook, caller, memory_id)
    return {"message": "Memory deleted successfully!", **await memory_calls.delete(daybook, [found])}


@router.get("/v1/memories/{memory_id}/history/")
@router.get("/memories/{memory_id}/history", name="history")
async def history(memory_id: str, daybook: Memory, caller: CalledBy) -> list[dict[str, Any]]:
    """List the wordings of a memory, the earliest first."""
    return history_shape(await memory_calls.find_memory(daybook, caller, memory_id))


@router.put("/v1/batch/")
async def update_batch(body: BatchUpdate, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Update several memories; nothing is changed where one of them is not there."""
    found = [await memory_calls.find_memory(daybook, caller, change.memory_id) for change in body.memories]
    for memory, change in zip(found, body.memories, strict=True):
        await memory_calls.update(daybook, memory, text=change.text, metadata=change.metadata)
    return {"message": f"Successfully updated {len(found)} memories"}


@router.delete("/v1/batch/")
async def delete_batch(body: BatchDelete, daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget several memories; nothing is forgotten where one of them is not there."""
    named = [await memory_calls.find_memory(daybook, caller, change.memory_id) for change in body.memories]
    found = {memory.memory_id: memory for memory in named}
    receipt = await memory_calls.delete(daybook, list(found.values()))
    return {"message": f"Successfully deleted {len(found)} memories", **receipt}


@router.get("/v1/entities/")
async def entities(daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """List those whose memory the token opens, and of whom something is kept."""
    results = []
    for owner in await daybook.aowners() if caller.owner is None else [caller.owner]:
        if sessions := await daybook.asessions(owner=owner):
            annotations = await read_annotations(daybook, owner)
            rewordings = sum(len(annotation.wordings) for annotation in annotations.values())
            entity = entity_of(owner)
            begun = [session.started_at.isoformat() for session in sessions]
            results.append(
                {
                    "id": owner,
                    "name": entity.name,
                    "type": entity.kind,
                    "total_memories": sum(session.rounds for session in sessions) - rewordings,
                    "created_at": min(begun),
                    "updated_at": max(begun),
                    "owner": owner,
                    "organization": _HERE,
                    "metadata": {},
                }
            )
    return {"count": len(results), "next": None, "previous": None, "results": results}


@router.delete("/v2/entities/{kind}/{name:path}/")
async def delete_entity(
    kind: Literal["user", "agent", "app", "run"], name: str, daybook: Memory, caller: CalledBy
) -> dict[str, Any]:
    """Forget all that is kept of a user; of an agent, app or run, all memories of it that the token opens."""
    named = {f"{kind}_id": name}
    owner = owner_meant(caller, named)
    found = await memory_calls.list_memories(daybook, owner, same(named))
    if not found:
        raise UnknownItem(f"there is no {kind} {name!r:.60}")
    if entity_of(owner) == Mem0Entity(kind, name):
        receipt = await memory_calls.delete_everything(daybook, owner)
    else:
        receipt = await memory_calls.delete(daybook, found)
    return {"message": "Entity deleted successfully!", **receipt}


@router.post("/reset")
async def reset(daybook: Memory, caller: CalledBy) -> dict[str, Any]:
    """Forget everything of everybody; only for a token that opens any memory."""
    if caller.owner is not None:
        raise Forbidden("this token opens one owner's memory, and a reset forgets everybody's")
    for owner in await daybook.aowners():
        await memory_calls.delete_everything(daybook, owner)
    return {"message": "All memories reset"}


@router.post("/configure")
@router.get("/configure", include_in_schema=False)
async def configure() -> None:
    """Refuse: a server is configured where it runs."""
    raise Unsupported("Daybook is configured by its settings where it runs, not by its clients")


def _only(shape: dict[str, Any], fields: list[str] | None) -> dict[str, Any]:
    """Leave out what was not asked for."""
    return shape if not fields else {name: shape[name] for name in ("id", *fields) if name in shape}


def _refusing(reason: str) -> Callable[[CalledBy], Awaitable[None]]:
    async def refuse(caller: CalledBy) -> None:
        raise Unsupported(reason)

    return refuse


for _path, _reason in _UNSUPPORTED.items():
    router.add_api_route(
        _path, _refusing(_reason), methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False
    )
