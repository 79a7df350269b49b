"""What items are found by: the rows of their words and vectors, under each embedder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select

from daybook.embedding.protocol import Embedder
from daybook.english.secrets import masked
from daybook.store.database import Database
from daybook.store.index_table import IndexVersion
from daybook.store.item_texts import item_texts
from daybook.store.item_values import Fields
from daybook.store.keys import SPAN
from daybook.store.row_codec import VECTOR, IndexRow, counted_words
from daybook.store.row_table import StoredRow
from daybook.store.rows import chunked
from daybook.store.schema import item_vectors, items, owners

MOST_WINDOWS = 64
"""Windows of an item that are embedded: some 60,000 characters. Agents keep files as items, and of a long one
its beginning has to do, beside all of its words."""
_FETCH = 4_000
"""Rows that are fetched from the database together: some 10 MB."""


@dataclass(frozen=True, slots=True)
class ItemKeys:
    """What an item is found by; of one that is not indexed, nothing."""

    words: bytes
    keys: int
    """How many vectors there are."""
    vectors: bytes

    def row(self, item_pk: int, row_pk: int) -> StoredRow:
        """Return it as a row of an index, every key of which is of the user's side and of no place in it."""
        spans = np.zeros(self.keys, dtype=SPAN).tobytes()
        return StoredRow(str(item_pk), self.keys, spans, self.words, None, self.vectors, row_pk)

    def checksum(self, item_pk: int) -> int:
        """Return the checksum of the row of an item."""
        return IndexRow(str(item_pk), self.keys, b"", self.words, None, self.vectors).checksum


async def make_keys(
    found: Sequence[tuple[Mapping[str, object], Fields]], embedder: Embedder
) -> list[ItemKeys]:
    """Count the words of items and embed the windows of their texts, with secrets masked.

    Args:
        found: values with the paths of the fields that they are found by.
        embedder: of the windows.

    Raises:
        ModelError: the embedder failed.
    """
    texts = [[masked(text) for text in item_texts(value, fields)] for value, fields in found]
    windows = [
        [text[start:stop] for text in some for start, stop in embedder.windows(text)][:MOST_WINDOWS]
        for some in texts
    ]
    vectors = await embedder.embed([window for some in windows for window in some])
    made, place = [], 0
    for some, of_item in zip(texts, windows, strict=True):
        block = np.ascontiguousarray(vectors[place : place + len(of_item)], dtype=VECTOR)
        words = counted_words({"user": "\n".join(some)})
        made.append(ItemKeys(words.tobytes(), len(of_item), block.tobytes()))
        place += len(of_item)
    return made


class ItemVectors:
    """Reads and writes the rows of one embedder; every write is one transaction."""

    def __init__(self, database: Database, fingerprint: str) -> None:
        self._database, self._fingerprint = database, fingerprint

    def version(self, owner: str) -> tuple[IndexVersion, bool]:
        """Return which rows there are of an owner, and whether items lack theirs.

        Keys of rows ascend and are never given again, so their number and the last one tell which they are.
        """
        of_items = select(func.count()).select_from(items).join(owners).where(owners.c.owner == owner)
        with self._database.reading(owner) as connection:
            there = connection.execute(of_items).scalar_one()
            counted = self._select(owner, func.count(), func.coalesce(func.max(item_vectors.c.row_pk), 0))
            rows, last = connection.execute(counted).one()
        return IndexVersion(0, rows, last), rows < there

    def lacking(self, owner: str) -> list[int]:
        """List the keys of items that have no row."""
        made = self._select(owner, item_vectors.c.item_pk)
        query = (
            select(items.c.item_pk).join(owners).where(owners.c.owner == owner, items.c.item_pk.not_in(made))
        )
        with self._database.reading(owner) as connection:
            return list(connection.execute(query.order_by(items.c.item_pk)).scalars())

    def write(self, owner: str, made: Mapping[int, ItemKeys]) -> None:
        """Write the rows of items that have none; of those that are gone by now nothing is written."""
        with self._database.writing(owner) as connection:
            owner_pk = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar()
            query = select(items.c.item_pk).where(items.c.owner_pk == owner_pk)
            there = set(connection.execute(query).scalars())
            there -= set(connection.execute(self._select(owner, item_vectors.c.item_pk)).scalars())
            if owner_pk is not None:
                self.insert(connection, owner_pk, {pk: keys for pk, keys in made.items() if pk in there})

    def insert(self, connection: Connection, owner_pk: int, made: Mapping[int, ItemKeys]) -> None:
        """Insert the rows of items, within a transaction."""
        rows = [
            {
                "owner_pk": owner_pk,
                "item_pk": item_pk,
                "fingerprint": self._fingerprint,
                "keys": keys.keys,
                "words": keys.words,
                "vectors": keys.vectors,
                "checksum": keys.checksum(item_pk),
            }
            for item_pk, keys in made.items()
        ]
        if rows:
            connection.execute(insert(item_vectors), rows)

    def after(self, owner: str, row_pk: int) -> Iterator[tuple[list[StoredRow], list[int]]]:
        """Read the rows behind a key, some thousand at a time.

        Yields:
            Those that are as they were written, and the keys of the items of the others.
        """
        names = ("row_pk", "item_pk", "keys", "words", "vectors", "checksum")
        query = self._select(owner, *(item_vectors.c[name] for name in names))
        query = query.where(item_vectors.c.row_pk > row_pk).order_by(item_vectors.c.row_pk)
        with self._database.reading(owner) as connection:
            for part in connection.execute(query.execution_options(yield_per=_FETCH)).partitions():
                sound, wrong = [], []
                for row in part:
                    keys = ItemKeys(row.words, row.keys, row.vectors)
                    if _is_intact(keys, row.item_pk, row.checksum):
                        sound.append(keys.row(row.item_pk, row.row_pk))
                    else:
                        wrong.append(row.item_pk)
                yield sound, wrong

    def keys(self, owner: str) -> NDArray[np.int64]:
        """Return the keys of all rows of an owner, ascending."""
        query = self._select(owner, item_vectors.c.row_pk).order_by(item_vectors.c.row_pk)
        with self._database.reading(owner) as connection:
            return np.array(connection.execute(query).scalars().all(), dtype=np.int64)

    def drop(self, owner: str, item_pks: Iterable[int]) -> None:
        """Delete the rows of some items, which lack them then."""
        with self._database.writing(owner) as connection:
            for some in chunked(sorted(item_pks)):
                connection.execute(
                    delete(item_vectors).where(
                        item_vectors.c.fingerprint == self._fingerprint, item_vectors.c.item_pk.in_(some)
                    )
                )

    def drop_others(self, owner: str) -> None:
        """Delete the rows of other embedders."""
        with self._database.writing(owner) as connection:
            owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
            of_owner = delete(item_vectors).where(item_vectors.c.owner_pk == owner_pk)
            connection.execute(of_owner.where(item_vectors.c.fingerprint != self._fingerprint))

    def _select(self, owner: str, *columns: ColumnElement[Any]) -> Select[Any]:
        owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
        query = select(*columns).select_from(item_vectors)
        return query.where(
            item_vectors.c.owner_pk == owner_pk, item_vectors.c.fingerprint == self._fingerprint
        )


def count_vectors(connection: Connection, item_pks: Iterable[int]) -> int:
    """Count the vectors of some items under all embedders, within a transaction."""
    query = select(func.coalesce(func.sum(item_vectors.c["keys"]), 0))
    return sum(
        int(connection.execute(query.where(item_vectors.c.item_pk.in_(some))).scalar_one())
        for some in chunked(sorted(item_pks))
    )


def _is_intact(keys: ItemKeys, item_pk: int, checksum: int) -> bool:
    return (
        isinstance(keys.words, bytes)
        and isinstance(keys.vectors, bytes)
        and keys.checksum(item_pk) == checksum
    )
