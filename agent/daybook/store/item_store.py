"""The items of owners, found by meaning and by words."""

import logging
import sys
from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select

from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Embedder
from daybook.store.index_rows import StoredRow, is_intact
from daybook.store.indexing import IndexVersion
from daybook.store.item_table import ItemTable, insert_items, places_in, put_items
from daybook.store.item_values import Namespace, NewItem, Place, StoredItem, item_id, item_texts
from daybook.store.keys import SPAN, VECTOR, IndexRow, counted_words, under_language
from daybook.store.owner_index import HeldIndexes, Limits, OwnerIndex
from daybook.store.round_table import ensure_owner
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import change_in, find_owner, item_vectors, items, owned, rows_in
from daybook.text.secrets import masked

LOG = logging.getLogger(__name__)
MAX_WINDOWS = 64
"""Windows of an item that are embedded: some 60,000 characters. Agents keep files as items; of a long file
only the beginning is embedded, while all of its words are indexed."""
_BATCH = 128
"""Items that are embedded together."""
_FETCH = 4_000
"""Rows that are fetched from the database together: some 10 MB."""


class Items:
    """The items of all owners, and the indexes in memory of those last searched.

    Each search compares what is held with what the database says, so what any process has put or deleted
    counts at once.
    """

    def __init__(self, database: Database, embedder: Embedder, memory: int, analyzer: Analyzer) -> None:
        """Hold nothing yet; indexes may take `memory` bytes, and words alone find what exceeds them."""
        self._database, self._embedder, self._limits = database, embedder, Limits(sys.maxsize, memory)
        self._analyzer = analyzer
        self.table = ItemTable(database)
        self.vectors = ItemVectors(database, under_language(embedder.fingerprint, analyzer))
        self._held, self._reading = HeldIndexes(memory), Lock()

    async def put(
        self,
        owner: str,
        new: Sequence[NewItem],
        gone: Sequence[Place] = (),
        *,
        cleared: Sequence[Namespace] = (),
        at: datetime,
    ) -> None:
        """Put items, one a place, and delete others, in one transaction.

        Places in `gone` are emptied, and in the namespaces in `cleared` nothing else is left.

        Raises:
            ModelError: the embedder failed; nothing is put or deleted.
        """
        keys = await _make_keys(new, self._embedder, self._analyzer)

        def write() -> None:
            with self._database.writing(owner) as connection:
                if not new and find_owner(connection, owner) is None:
                    return
                owner_pk = ensure_owner(connection, owner)
                left = [
                    place for namespace in cleared for place in places_in(connection, owner_pk, namespace)
                ]
                item_pks = put_items(connection, owner_pk, new, [*gone, *left], at=at)
                self.vectors.insert(connection, owner_pk, dict(zip(item_pks, keys, strict=True)))

        await to_thread(write)

    async def restore(
        self,
        owner: str,
        kept: Iterable[StoredItem],
        *,
        is_forgotten: Callable[[Iterable[str]], frozenset[str]],
    ) -> int:
        """Put items of elsewhere where none is and none was forgotten; return how many.

        There is at most one of each place; `is_forgotten` gives which of some ids were forgotten.
        """
        names = {item_id(owner, item.namespace, item.key): item for item in kept}
        there, _ = await to_thread(self.table.all_of, owner)
        barred = is_forgotten(names) | {item_id(owner, item.namespace, item.key) for item in there}
        new = [item for name, item in names.items() if name not in barred]
        keys = await _make_keys(new, self._embedder, self._analyzer)

        def write() -> None:
            with self._database.writing(owner) as connection:
                owner_pk = ensure_owner(connection, owner)
                item_pks = insert_items(connection, owner_pk, new)
                self.vectors.insert(connection, owner_pk, dict(zip(item_pks, keys, strict=True)))

        if new:
            await to_thread(write)
        return len(new)

    async def index(self, owner: str) -> OwnerIndex:
        """Return what the owner's items are found by; the keys of items stand for rounds in it, as texts."""
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

    async def reindex(self, owner: str) -> None:
        """Make anew what an owner's items are found by, by this embedder alone."""
        there, _ = await to_thread(self.table.all_of, owner)
        await to_thread(self.vectors.drop, owner, [item.item_pk for item in there])
        await self._make_lacking(owner)
        await to_thread(self.vectors.drop_others, owner)

    def drop(self, owner: str) -> None:
        """Drop what is held of an owner."""
        with self._reading:
            self._held.drop(owner)

    def clear(self) -> None:
        """Drop everything that is held."""
        with self._reading:
            self._held.clear()

    async def _make_lacking(self, owner: str) -> None:
        lacking = await to_thread(self.vectors.lacking, owner)
        for start in range(0, len(lacking), _BATCH):
            some = await to_thread(self.table.of_keys, owner, lacking[start : start + _BATCH])
            keys = await _make_keys(some, self._embedder, self._analyzer)
            made = dict(zip((item.item_pk for item in some), keys, strict=True))
            await to_thread(self.vectors.write, owner, made)

    def _up_to_date(self, owner: str, version: IndexVersion) -> tuple[OwnerIndex, list[int]]:
        with self._reading:
            held = self._held.get(owner) or OwnerIndex.empty(IndexVersion(0, 0, 0), self._analyzer)
            if held.version != version:
                damaged: list[int] = []
                for rows, wrong in self.vectors.after(owner, held.version.last_row):
                    held = held.extended(rows, version, self._limits)
                    damaged += wrong
                if damaged:
                    self._held.drop(owner)
                    return held, damaged
                if len(held.row_pks.rows) != version.revision:
                    held = held.retained(self.vectors.keys(owner), version)
                last = int(held.row_pks.rows[-1]) if len(held.row_pks.rows) else 0
                held = held.at(IndexVersion(0, len(held.row_pks.rows), max(last, version.last_row)))
            self._held.hold(owner, held)
            return held, []


async def _make_keys(
    found: Sequence[NewItem] | Sequence[StoredItem], embedder: Embedder, analyzer: Analyzer
) -> list[IndexRow]:
    """Make a row for each item, not named yet, of its words and the windows of its texts, secrets masked.

    Keys are of the user's side and have no place in it, so no spans are stored.
    """
    texts = [[masked(text) for text in item_texts(item.value, item.fields)] for item in found]
    windows = [
        [text[start:stop] for text in some for start, stop in embedder.windows(text)][:MAX_WINDOWS]
        for some in texts
    ]
    vectors = await embedder.embed([window for some in windows for window in some])
    made, place = [], 0
    for some, of_item in zip(texts, windows, strict=True):
        block = np.ascontiguousarray(vectors[place : place + len(of_item)], dtype=VECTOR)
        words = counted_words({"user": "\n".join(some)}, analyzer)
        made.append(IndexRow("", len(of_item), b"", words.tobytes(), None, block.tobytes()))
        place += len(of_item)
    return made


class ItemVectors:
    """Reads and writes what items are found by under one embedder; every write is one transaction."""

    def __init__(self, database: Database, fingerprint: str) -> None:
        self._database, self._fingerprint = database, fingerprint

    def version(self, owner: str) -> tuple[IndexVersion, bool]:
        """Return which rows an owner has (by number and last key), and whether items lack theirs."""
        of_items = select(func.count()).select_from(items).where(owned(items, owner))
        counted = self._select(owner, func.count(), func.coalesce(func.max(item_vectors.c.row_pk), 0))
        with self._database.reading(owner) as connection:
            there = connection.execute(of_items).scalar_one()
            rows, last = connection.execute(counted).one()
        return IndexVersion(0, rows, last), rows < there

    def lacking(self, owner: str) -> list[int]:
        """List the keys of items that have no row."""
        made = self._select(owner, item_vectors.c.item_pk)
        query = select(items.c.item_pk).where(owned(items, owner), items.c.item_pk.not_in(made))
        return self._database.column(owner, query.order_by(items.c.item_pk))

    def write(self, owner: str, made: Mapping[int, IndexRow]) -> None:
        """Write the rows of items that have none; of those that are gone by now nothing is written."""
        with self._database.writing(owner) as connection:
            owner_pk = find_owner(connection, owner)
            query = select(items.c.item_pk).where(items.c.owner_pk == owner_pk)
            there = set(connection.execute(query).scalars())
            there -= set(connection.execute(self._select(owner, item_vectors.c.item_pk)).scalars())
            if owner_pk is not None:
                self.insert(connection, owner_pk, {pk: keys for pk, keys in made.items() if pk in there})

    def insert(self, connection: Connection, owner_pk: int, made: Mapping[int, IndexRow]) -> None:
        """Insert the rows of items, within a transaction."""
        rows = []
        for item_pk, keys in made.items():
            row = {"owner_pk": owner_pk, "item_pk": item_pk, "fingerprint": self._fingerprint}
            row |= {"keys": keys.keys, "words": keys.words, "vectors": keys.vectors}
            rows.append(row | {"checksum": replace(keys, round_id=str(item_pk)).checksum})
        if rows:
            connection.execute(insert(item_vectors), rows)

    def after(self, owner: str, row_pk: int) -> Iterator[tuple[list[StoredRow], list[int]]]:
        """Read the rows behind a key, some thousand at a time: sound ones, and item keys of the others."""
        names = ("row_pk", "item_pk", "keys", "words", "vectors", "checksum")
        query = self._select(owner, *(item_vectors.c[name] for name in names))
        query = query.where(item_vectors.c.row_pk > row_pk).order_by(item_vectors.c.row_pk)
        with self._database.reading(owner) as connection:
            for part in connection.execute(query.execution_options(yield_per=_FETCH)).partitions():
                sound, wrong = [], []
                for row in part:
                    found = StoredRow(
                        str(row.item_pk), row.keys, b"", row.words, None, row.vectors, row.row_pk
                    )
                    if is_intact(found, row.checksum):
                        sound.append(replace(found, spans=bytes(SPAN.itemsize * row.keys)))
                    else:
                        wrong.append(row.item_pk)
                yield sound, wrong

    def keys(self, owner: str) -> NDArray[np.int64]:
        """Return the keys of all rows of an owner, ascending."""
        query = self._select(owner, item_vectors.c.row_pk).order_by(item_vectors.c.row_pk)
        return np.array(self._database.column(owner, query), dtype=np.int64)

    def drop(self, owner: str, item_pks: Iterable[int]) -> None:
        """Delete the rows of some items, which lack them then."""
        made = delete(item_vectors).where(item_vectors.c.fingerprint == self._fingerprint)
        with self._database.writing(owner) as connection:
            change_in(connection, made, item_vectors.c.item_pk, item_pks)

    def drop_others(self, owner: str) -> None:
        """Delete the rows of other embedders."""
        others = delete(item_vectors).where(item_vectors.c.fingerprint != self._fingerprint)
        with self._database.writing(owner) as connection:
            connection.execute(others.where(owned(item_vectors, owner)))

    def _select(self, owner: str, *columns: ColumnElement[Any]) -> Select[Any]:
        query = select(*columns).select_from(item_vectors).where(owned(item_vectors, owner))
        return query.where(item_vectors.c.fingerprint == self._fingerprint)


def count_vectors(connection: Connection, item_pks: Iterable[int]) -> int:
    """Count the vectors of some items under all embedders, within a transaction."""
    query = select(func.coalesce(func.sum(item_vectors.c["keys"]), 0))
    return sum(int(count) for (count,) in rows_in(connection, query, item_vectors.c.item_pk, item_pks))
