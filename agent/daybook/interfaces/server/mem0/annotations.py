"""What Mem0's clients say of a round beside its words: metadata, agent and app, and later wordings.

It is kept as items in a namespace of their own, under the round's id; forgetting the round takes it along.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from daybook.library.daybook import Daybook
from daybook.store.item_values import ANNOTATIONS, NewItem, StoredItem


@dataclass(frozen=True, slots=True)
class Annotation:
    """Of one round."""

    metadata: Mapping[str, Any] = field(default_factory=dict)
    agent_id: str | None = None
    app_id: str | None = None
    wordings: tuple[str, ...] = ()
    """Ids of the rounds that say it anew, the latest last: what is shown in its place."""
    changed_at: datetime | None = None
    """When it was last written; None where it was not yet."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not (self.metadata or self.agent_id or self.app_id or self.wordings)


NONE = Annotation()


async def read_annotations(daybook: Daybook, owner: str) -> dict[str, Annotation]:
    """Read all annotations of an owner, by the ids of their rounds."""
    table, at = daybook.parts.store.items.table, daybook.parts.clock()

    def read() -> list[StoredItem]:
        return table.of_keys(owner, table.matching(owner, ANNOTATIONS, at=at, wanted={}))

    return {item.key: _annotation(item) for item in await to_thread(read)}


async def annotate(daybook: Daybook, owner: str, annotations: Mapping[str, Annotation]) -> None:
    """Put annotations in the place of those that there are, in one transaction; empty ones leave none."""
    new = [
        NewItem(ANNOTATIONS, round_id, _value(one), fields=())
        for round_id, one in annotations.items()
        if not one.is_empty
    ]
    gone = [(ANNOTATIONS, round_id) for round_id, one in annotations.items() if one.is_empty]
    await daybook.parts.store.items.put(owner, new, gone, at=daybook.parts.clock())


def _value(one: Annotation) -> dict[str, Any]:
    value = {
        "metadata": dict(one.metadata),
        "agent_id": one.agent_id,
        "app_id": one.app_id,
        "wordings": list(one.wordings),
    }
    return {name: part for name, part in value.items() if part}


def _annotation(item: StoredItem) -> Annotation:
    value = item.value
    return Annotation(
        metadata=value.get("metadata", {}),
        agent_id=value.get("agent_id"),
        app_id=value.get("app_id"),
        wordings=tuple(value.get("wordings", ())),
        changed_at=item.updated_at,
    )
