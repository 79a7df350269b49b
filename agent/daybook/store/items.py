"""Items of owners: documents that agents keep under namespaces and keys, found by meaning and by words."""

from __future__ import annotations

import logging
import sys
from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from threading import Lock

from sqlalchemy import Connection, select

from daybook.embedding.protocol import Embedder
from daybook.store.database import Database
from daybook.store.index_table import IndexVersion
from daybook.store.item_table import ItemTable
from daybook.store.item_values import Namespace, NewItem, Place, StoredItem, item_id
from daybook.store.item_vectors import ItemKeys, ItemVectors, make_keys
from daybook.store.item_writing import insert_items, places_in, put_items
from daybook.store.owner_index import Limits, OwnerIndex
from daybook.store.rounds import ensure_owner, is_known
from daybook.store.schema import items

LOG = logging.getLogger(__name__)
_BATCH = 128
"""Items that are embedded together."""


class Items:
    """The items of all owners, and the indexes in memory of those last searched.

    As with rounds, each search compares what is held with what the database says, so what any process has
    put or deleted counts at once.
    """

    def __init__(self, database: Database, embedder: Embedder, memory: int) -> None:
        """Hold nothing yet.

        Args:
            database: of the store.
            embedder: of what is put.
            memory: bytes that the indexes in memory may take together; where one owner's vectors take more,
                they are not held, and words alone find that owner's items.
        """
        self._database, self._embedder, self._limits = database, embedder, Limits(sys.maxsize, memory)
        self.table, self.vectors = ItemTable(database), ItemVectors(database, embedder.fingerprint)
        self._held: OrderedDict[str, OwnerIndex] = OrderedDict()
        self._reading = Lock()

    async def put(
        self,
        owner: str,
        new: Sequence[NewItem],
        gone: Sequence[Place] = (),
        *,
        cleared: Sequence[Namespace] = (),
        at: datetime,
    ) -> None:
        """Put items and delete others in one transaction, which deletes what has expired as well.

        Args:
            owner: whose.
            new: of each place one at most.
            gone: the places that are to be empty.
            cleared: namespaces in which nothing else is to be left.
            at: the moment of it.

        Raises:
            ModelError: the embedder failed; nothing is put or deleted.
            StoreBusy, StoreError: it cannot be written.
        """
        keys = await make_keys([(item.value, item.fields) for item in new], self._embedder)
        await to_thread(self._put, owner, new, gone, cleared, keys, at)

    async def restore(
        self,
        owner: str,
        kept: Iterable[StoredItem],
        *,
        is_forgotten: Callable[[Iterable[str]], frozenset[str]],
        at: datetime,
    ) -> int:
        """Put items as they were elsewhere, where there is none and none was forgotten.

        Args:
            owner: whose they are from now on.
            kept: of each place one at most.
            is_forgotten: gives which of some ids were forgotten.
            at: the moment of it; what has expired by then is passed over.

        Returns:
            How many were put.

        Raises:
            ModelError, StoreBusy, StoreError: as of `put`.
        """
        names = {item_id(owner, item.namespace, item.key): item for item in kept if item.is_live(at)}
        there, _ = await to_thread(self.table.all_of, owner)
        barred = is_forgotten(names) | {item_id(owner, item.namespace, item.key) for item in there}
        new = [item for name, item in names.items() if name not in barred]
        keys = await make_keys([(item.value, item.fields) for item in new], self._embedder)
        return await to_thread(self._restore, owner, new, keys)

    async def index(self, owner: str) -> OwnerIndex:
        """Return what the owner's items are found by; the keys of items stand for rounds in it, as texts.

        Raises:
            ModelError: the embedder failed, for items that lack what they are found by.
            StoreBusy, StoreError: it cannot be read or written.
        """
        version, lacks = await to_thread(self.vectors.version, owner)
        if lacks:
            await self._make_lacking(owner)
            version, _ = await to_thread(self.vectors.version, owner)
        index, wrong = await to_thread(self._up_to_date, owner, version)
        if wrong:
            LOG.warning("%d items of %r are indexed again: their rows were damaged", len(wrong), owner)
            await to_thread(self.vectors.drop, owner, wrong)
            return await self.index(owner)
        return index

    async def reindex(self, owner: str, *, keep: bool = False) -> None:
        """Make anew what an owner's items are found by.

        Args:
            owner: whose.
            keep: whether what other embedders made stays.
        """
        there, _ = await to_thread(self.table.all_of, owner)
        await to_thread(self.vectors.drop, owner, [item.item_pk for item in there])
        await self._make_lacking(owner)
        if not keep:
            await to_thread(self.vectors.drop_others, owner)

    def drop(self, owner: str) -> None:
        """Let go of what is held of an owner."""
        with self._reading:
            self._held.pop(owner, None)

    def clear(self) -> None:
        """Let go of everything that is held."""
        with self._reading:
            self._held.clear()

    async def _make_lacking(self, owner: str) -> None:
        lacking = await to_thread(self.vectors.lacking, owner)
        for start in range(0, len(lacking), _BATCH):
            some = await to_thread(self.table.of_keys, owner, lacking[start : start + _BATCH])
            keys = await make_keys([(item.value, item.fields) for item in some], self._embedder)
            made = {item.item_pk: one for item, one in zip(some, keys, strict=True)}
            await to_thread(self.vectors.write, owner, made)

    def _put(
        self,
        owner: str,
        new: Sequence[NewItem],
        gone: Sequence[Place],
        cleared: Sequence[Namespace],
        keys: Sequence[ItemKeys],
        at: datetime,
    ) -> None:
        with self._database.writing(owner) as connection:
            if not new and not is_known(connection, owner):
                return
            owner_pk = ensure_owner(connection, owner)
            left = [place for one in cleared for place in places_in(connection, owner_pk, one)]
            item_pks = put_items(connection, owner_pk, new, [*gone, *left], at=at)
            self.vectors.insert(connection, owner_pk, dict(zip(item_pks, keys, strict=True)))

    def _restore(self, owner: str, new: Sequence[StoredItem], keys: Sequence[ItemKeys]) -> int:
        if not new:
            return 0
        with self._database.writing(owner) as connection:
            owner_pk = ensure_owner(connection, owner)
            there = _places(connection, owner_pk)
            fresh = [
                (item, one)
                for item, one in zip(new, keys, strict=True)
                if (".".join(item.namespace), item.key) not in there
            ]
            item_pks = insert_items(connection, owner_pk, [item for item, _ in fresh])
            made = {item_pk: one for item_pk, (_, one) in zip(item_pks, fresh, strict=True)}
            self.vectors.insert(connection, owner_pk, made)
        return len(fresh)

    def _up_to_date(self, owner: str, version: IndexVersion) -> tuple[OwnerIndex, list[int]]:
        """Bring what is held of an owner to a version.

        Returns:
            What is there at the version or later, and the keys of items whose rows are damaged.
        """
        with self._reading:
            held = self._held.get(owner) or OwnerIndex(IndexVersion(0, 0, 0))
            if held.version != version:
                damaged: list[int] = []
                for rows, wrong in self.vectors.after(owner, held.version.last_row):
                    held = held.extended(rows, version, self._limits)
                    damaged += wrong
                if damaged:
                    self._held.pop(owner, None)
                    return held, damaged
                if len(held.row_pks.rows) != version.revision:
                    held = held.kept(self.vectors.keys(owner), version)
                last = int(held.row_pks.rows[-1]) if len(held.row_pks.rows) else 0
                held = held.at(IndexVersion(0, len(held.row_pks.rows), max(last, version.last_row)))
            self._hold(owner, held)
            return held, []

    def _hold(self, owner: str, index: OwnerIndex) -> None:
        self._held[owner] = index
        self._held.move_to_end(owner)
        taken = sum(one.nbytes for one in self._held.values())
        while taken > self._limits.bytes and len(self._held) > 1:
            _, let_go = self._held.popitem(last=False)
            taken -= let_go.nbytes


def _places(connection: Connection, owner_pk: int) -> set[tuple[str, str]]:
    query = select(items.c.namespace, items.c.key).where(items.c.owner_pk == owner_pk)
    return {(namespace, key) for namespace, key in connection.execute(query)}
