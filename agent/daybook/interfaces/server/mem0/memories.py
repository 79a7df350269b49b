"""What Mem0's routes do to memories, whichever of its two surfaces they are of."""

from __future__ import annotations

from asyncio import to_thread
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from daybook.conversation import Record, Role, Turn
from daybook.errors import BadInput, UnknownItem
from daybook.interfaces.server.access import Caller
from daybook.interfaces.server.mem0.annotations import (
    NONE,
    annotate,
    read_annotations,
)
from daybook.interfaces.server.mem0.filters import Filter
from daybook.interfaces.server.mem0.memory import Memory, memories_of, memory_shape
from daybook.library.daybook import Daybook
from daybook.store import ByRound, Everything
from daybook.store.values import Receipt


async def list_memories(daybook: Daybook, owner: str, wanted: Filter) -> list[Memory]:
    """List the memories for which a filter holds, those last said first; equal moments by their ids."""
    annotations = await read_annotations(daybook, owner)
    rounds = await to_thread(lambda: list(daybook.parts.store.all_rounds(owner)))
    found = [one for one in memories_of(rounds, annotations) if wanted.holds(one.described)]
    return sorted(found, key=lambda one: (one.first.said_at, one.memory_id), reverse=True)


async def list_page(
    daybook: Daybook, owner: str, wanted: Filter, *, first: int, size: int
) -> tuple[int, list[Memory]]:
    """List some of what `list_memories` lists, from a place on.

    Returns:
        How many there are in all, and those.
    """
    if not wanted.is_all_of(owner):
        found = await list_memories(daybook, owner, wanted)
        return len(found), found[first : first + size]
    store, annotations = daybook.parts.store, await read_annotations(daybook, owner)
    reworded = {name for one in annotations.values() for name in one.wordings}
    names = [name for name in await to_thread(store.round_ids, owner) if name not in reworded]
    shown = names[first : first + size]
    wordings = [later for name in shown for later in annotations.get(name, NONE).wordings]
    rounds = await to_thread(store.rounds, owner, [*shown, *wordings])
    return len(names), memories_of(rounds, annotations)


async def find_memory(daybook: Daybook, caller: Caller, memory_id: str) -> Memory:
    """Find a memory by its id, or by that of a round which says it anew.

    Raises:
        UnknownItem: there is none of that id that the token opens.
    """
    store = daybook.parts.store
    owner = caller.owner or await to_thread(store.owner_of_round, memory_id)
    if owner is not None:
        annotations = await read_annotations(daybook, owner)
        name = next((name for name, one in annotations.items() if memory_id in one.wordings), memory_id)
        annotation = annotations.get(name, NONE)
        rounds = await to_thread(store.rounds, owner, [name, *annotation.wordings])
        if rounds and rounds[0].round_id == name:
            return Memory(rounds[0], tuple(rounds[1:]), annotation)
    raise UnknownItem(f"there is no memory {memory_id!r:.60}")


async def shapes(daybook: Daybook, owner: str, memories: Iterable[Memory]) -> list[dict[str, Any]]:
    """Write memories of an owner with the facts that rest on them."""
    facts: dict[str, list[Record]] = defaultdict(list)
    for record in await daybook.ledger.arecords(owner=owner):
        for round_id in record.round_ids:
            facts[round_id].append(record)
    return [memory_shape(memory, facts[memory.current.round_id]) for memory in memories]


async def update(
    daybook: Daybook,
    memory: Memory,
    *,
    text: str | None,
    metadata: Mapping[str, Any] | None,
) -> Memory:
    """Have a memory say something else, or change its metadata.

    The round is not rewritten: what is said now is kept as a later round of its session, and shown in its
    place. Metadata takes the place of what there was.

    Raises:
        BadInput: there are no words, or another memory says just that.
    """
    owner, now = memory.first.owner, daybook.parts.clock()
    rewordings, annotation = memory.rewordings, memory.annotation
    if text is not None and text != memory.text:
        if not text.strip():
            raise BadInput("a memory needs words; DELETE forgets it", source="text")
        role = Role.USER if memory.current.user else Role.ASSISTANT
        session_id = memory.first.session_id
        kept = await daybook.aappend([Turn(role, text)], owner=owner, session_id=session_id, said_at=now)
        if not kept.is_new:
            raise BadInput(f"memory {kept.round.round_id} says just that already", source="text")
        rewordings = (*rewordings, kept.round)
    annotation = replace(
        annotation,
        metadata=annotation.metadata if metadata is None else metadata,
        wordings=tuple(round_.round_id for round_ in rewordings),
        changed_at=now,
    )
    await annotate(daybook, owner, {memory.memory_id: annotation})
    return Memory(memory.first, rewordings, annotation)


async def delete(daybook: Daybook, memories: Sequence[Memory]) -> dict[str, Any]:
    """Forget memories for good, with every round that has said them.

    Returns:
        How much of what was removed, and whether a search of everything that is kept found nothing left.
    """
    receipts = []
    for memory in memories:
        owner = memory.first.owner
        for round_ in memory.rounds:
            receipts.append(await daybook.aforget(ByRound(round_.round_id), owner=owner))
    return _receipt_shape(receipts)


async def delete_everything(daybook: Daybook, owner: str) -> dict[str, Any]:
    """Forget all that is kept of an owner, for good; returns what `delete` does."""
    return _receipt_shape([await daybook.aforget(Everything(), owner=owner)])


def _receipt_shape(receipts: Sequence[Receipt]) -> dict[str, Any]:
    removed: dict[str, int] = defaultdict(int)
    for receipt in receipts:
        for name, count in receipt.removed.items():
            removed[name] += count
    return {"removed": dict(removed), "verified": all(receipt.verified for receipt in receipts)}
