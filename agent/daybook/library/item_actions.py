"""Items that agents keep in a memory, under namespaces and keys."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from daybook.graph.parts import Parts
from daybook.retrieve.item_search import FoundItem, search_items
from daybook.store.item_values import Namespace, NewItem, Place, StoredItem


class ItemActions:
    """Documents of agents beside the rounds that were said. Every method names the owner.

    `at` is the moment by which it is decided what has expired; what has is not there. Where `refresh` is
    true, what is read lives as long again.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts, self._table = parts, parts.store.items.table

    async def aget(
        self, place: Place, *, owner: str, at: datetime, refresh: bool = False
    ) -> StoredItem | None:
        """Return the item of a place, None where there is none."""
        item = await to_thread(self._table.get, owner, place, at=at)
        if item is not None and refresh:
            await to_thread(self._table.refresh, owner, [item], at=at)
        return item

    async def aput(
        self, new: Sequence[NewItem], gone: Sequence[Place] = (), *, owner: str, at: datetime
    ) -> None:
        """Put items in the place of those that there are, and delete others, in one transaction.

        Raises:
            ModelError: the embedder failed; nothing is put.
        """
        await self._parts.store.items.put(owner, new, gone, at=at)

    async def asearch(
        self,
        prefix: Namespace,
        query: str | None = None,
        *,
        owner: str,
        at: datetime,
        wanted: Mapping[str, Any] | None = None,
        limit: int,
        offset: int = 0,
        refresh: bool = False,
    ) -> list[FoundItem]:
        """List or rank the items below a namespace that match a filter; arguments as of `search_items`."""
        found = await search_items(
            self._parts.store,
            self._parts.embedder,
            owner=owner,
            prefix=prefix,
            query=query,
            wanted=wanted or {},
            limit=limit,
            offset=offset,
            at=at,
            options=self._parts.settings.options.search,
        )
        if refresh:
            await to_thread(self._table.refresh, owner, [hit.item for hit in found], at=at)
        return found

    async def aall(self, namespace: Namespace, *, owner: str, at: datetime) -> list[StoredItem]:
        """Return every item at or below a namespace."""
        return await to_thread(
            lambda: self._table.of_keys(owner, self._table.matching(owner, namespace, at=at, wanted={}))
        )

    async def anamespaces(self, *, owner: str, at: datetime) -> list[Namespace]:
        """List the namespaces that hold an item."""
        return await to_thread(self._table.namespaces, owner, at=at)

    def sweep(self, owner: str | None, *, at: datetime) -> int:
        """Delete what has expired, of one owner or of all, and return how many items; it blocks."""
        return self._table.sweep(owner, at=at)
