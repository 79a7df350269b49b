"""The rows of the indexes in SQL, and the notes that tell which rounds an index lacks."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, select, update

from daybook.store.keys import IndexRow
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    change_in,
    index_rows,
    indexes,
    key_of_owner,
    owned,
    rounds,
    rows_in,
    to_index,
    turns,
)

_FETCH = 4_000
"""Rows that are fetched from the database together: some 30 MB."""
_COUNTED_KEYS = func.coalesce(func.sum(index_rows.c["keys"]), 0)


@dataclass(frozen=True, slots=True)
class StoredRow(IndexRow):
    """A row with its key; those of an index ascend in the order in which they were written."""

    row_pk: int


class RowTable:
    """Reads and writes the rows of all indexes; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lacking(self, owner: str, index_pk: int, *, after: int, limit: int) -> list[tuple[int, str]]:
        """List (place, round id) of the next `limit` rounds behind the place `after` that an index lacks."""
        query = select(to_index.c.place, to_index.c.round_id)
        query = query.where(to_index.c.index_pk == index_pk, to_index.c.place > after)
        found = self._database.rows(owner, query.order_by(to_index.c.place).limit(limit))
        return [(place, name) for place, name in found]

    def count_lacking(self, owner: str | None, index_pk: int | None = None) -> int:
        """Count the rounds that an index lacks, or that all indexes of an owner, or of everybody, lack."""
        query = select(func.count()).select_from(to_index).where(owned(to_index, owner))
        if index_pk is not None:
            query = query.where(to_index.c.index_pk == index_pk)
        return self._database.count(owner, query)

    def write(self, owner: str, index_pk: int, rows: Sequence[IndexRow]) -> None:
        """Write rows into an index, without those of rounds that another process has indexed or forgotten."""
        names = [row.round_id for row in rows]
        with self._database.writing(owner) as connection:
            query = select(to_index.c.round_id).where(to_index.c.index_pk == index_pk)
            lacked = {name for (name,) in rows_in(connection, query, to_index.c.round_id, names)}
            added = [row for row in rows if row.round_id in lacked]
            if not added:
                return
            key = {"owner_pk": key_of_owner(connection, owner), "index_pk": index_pk}
            connection.execute(insert(index_rows), [key | row.values() for row in added])
            noted = delete(to_index).where(to_index.c.index_pk == index_pk)
            change_in(connection, noted, to_index.c.round_id, lacked)

    def index_again(self, owner: str, index_pk: int, round_ids: Iterable[str]) -> None:
        """Delete the rows of rounds from an index and note that it lacks them; nothing if it was dropped."""
        names = set(round_ids)
        noted = select(to_index.c.round_id).where(to_index.c.index_pk == index_pk)
        there = select(rounds.c.round_id).where(
            rounds.c.round_id.not_in(noted), exists().where(indexes.c.index_pk == index_pk)
        )
        with self._database.writing(owner) as connection:
            of_index = delete(index_rows).where(index_rows.c.index_pk == index_pk)
            change_in(connection, of_index, index_rows.c.round_id, names)
            key = {"owner_pk": key_of_owner(connection, owner), "index_pk": index_pk}
            lacking = [
                key | {"round_id": name} for (name,) in rows_in(connection, there, rounds.c.round_id, names)
            ]
            if lacking:
                connection.execute(insert(to_index), lacking)
            note_removed(connection, owner)

    def after(self, owner: str, index_pk: int, row_pk: int) -> Iterator[list[Row[Any]]]:
        """Read the rows behind a key, some thousand at a time, with their checksums: see `intact`."""
        query = _select_rows(index_pk).where(index_rows.c.row_pk > row_pk).order_by(index_rows.c.row_pk)
        with self._database.reading(owner) as connection:
            found = connection.execute(query.execution_options(yield_per=_FETCH))
            for part in found.partitions():
                yield list(part)

    def count_after(self, owner: str, index_pk: int, *, after: int) -> int:
        """Count the rows behind a key."""
        query = select(func.count()).select_from(index_rows)
        query = query.where(index_rows.c.index_pk == index_pk, index_rows.c.row_pk > after)
        return self._database.count(owner, query)

    def of_keys(self, owner: str, index_pk: int, row_pks: Sequence[int]) -> list[Row[Any]]:
        """Read rows by their keys, ascending."""
        with self._database.reading(owner) as connection:
            found = list(rows_in(connection, _select_rows(index_pk), index_rows.c.row_pk, row_pks))
        return sorted(found, key=lambda row: row.row_pk)

    def keys(self, owner: str, index_pk: int) -> NDArray[np.int64]:
        """Return the keys of all rows of an index, ascending."""
        query = select(index_rows.c.row_pk).where(index_rows.c.index_pk == index_pk)
        return np.array(self._database.column(owner, query.order_by(index_rows.c.row_pk)), dtype=np.int64)

    def missing(self, owner: str, index_pk: int) -> list[str]:
        """List the rounds that an index neither holds nor is noted to lack: its rows were lost."""
        held = exists().where(index_rows.c.round_id == rounds.c.round_id, index_rows.c.index_pk == index_pk)
        noted = exists().where(to_index.c.round_id == rounds.c.round_id, to_index.c.index_pk == index_pk)
        query = select(rounds.c.round_id).where(owned(rounds, owner), ~held, ~noted)
        return self._database.column(owner, query)

    def count_keys(self, owner: str | None) -> int:
        """Count the keys, and so the vectors, of an owner or of all."""
        return int(self._database.count(owner, select(_COUNTED_KEYS).where(owned(index_rows, owner))))

    def count_keys_of(self, owner: str, index_pk: int, *, after: int, last: int) -> int:
        """Count the keys of an index in the rows behind one, up to another."""
        of_rows = (index_rows.c.index_pk == index_pk, index_rows.c.row_pk.between(after + 1, last))
        return int(self._database.count(owner, select(_COUNTED_KEYS).where(*of_rows)))

    def own_bytes(self, owner: str) -> int:
        """Measure an owner's words and vectors, which tells nothing of anybody else's."""
        kept = (turns.c.content, index_rows.c.vectors)
        sizes = (select(func.sum(func.length(column))).where(owned(column.table, owner)) for column in kept)
        return sum(int(self._database.count(owner, size)) for size in sizes)

    def vectors_of(self, connection: Connection, round_ids: Iterable[str]) -> list[tuple[int, bytes]]:
        """Return (how many, their bytes) of the vectors of some rounds in all indexes, in a transaction."""
        query = select(index_rows.c["keys"], index_rows.c.vectors)
        found = rows_in(connection, query, index_rows.c.round_id, round_ids)
        return [(keys, vectors) for keys, vectors in found]

    def has_rows_of(self, owner: str, round_ids: Iterable[str]) -> bool:
        """True if an index of the owner has a row of one of those rounds."""
        query = select(index_rows.c.row_pk).limit(1)
        with self._database.reading(owner) as connection:
            return any(True for _ in rows_in(connection, query, index_rows.c.round_id, round_ids))


def intact(rows: Iterable[Row[Any]]) -> tuple[list[StoredRow], list[str]]:
    """Check rows against their checksums; return the sound ones, and the round ids of the others."""
    sound: list[StoredRow] = []
    wrong: list[str] = []
    for row in rows:
        found = StoredRow(row.round_id, row.keys, row.spans, row.words, row.speakers, row.vectors, row.row_pk)
        if is_intact(found, row.checksum):
            sound.append(found)
        else:
            wrong.append(row.round_id)
    return sound, wrong


def is_intact(row: StoredRow, checksum: int) -> bool:
    """True if a row is as it was written; a damaged one may hold values of any type."""
    is_read = isinstance(row.spans, bytes) and isinstance(row.words, bytes) and isinstance(row.vectors, bytes)
    return is_read and row.checksum == checksum


def note_added(connection: Connection, owner_pk: int, round_ids: Sequence[str]) -> None:
    """Note, within the transaction that stores rounds, that the owner's indexes lack them."""
    found = connection.execute(select(indexes.c.index_pk).where(indexes.c.owner_pk == owner_pk)).scalars()
    lacking = [
        {"owner_pk": owner_pk, "index_pk": index_pk, "round_id": name}
        for index_pk in found.all()
        for name in round_ids
    ]
    if lacking:
        connection.execute(insert(to_index), lacking)


def note_removed(connection: Connection, owner: str) -> None:
    """Note, within the transaction that deletes rounds or rows, that rows of the owner's indexes are gone."""
    raised = update(indexes).values(revision=indexes.c.revision + 1)
    connection.execute(raised.where(owned(indexes, owner)))


def drop_if_empty(connection: Connection, owner: str) -> None:
    """Delete the indexes of an owner of whom no round is left, within a transaction."""
    none_left = ~exists().where(owned(rounds, owner))
    connection.execute(delete(indexes).where(owned(indexes, owner), none_left))


def rename_collections(connection: Connection, owner: str) -> None:
    """Rename the owner's collections, within the transaction that forgets something.

    Chroma keeps deleted vectors in its files, so a collection that held one is dropped as a whole: no index
    names it any more.
    """
    named = (owned(indexes, owner), indexes.c.collection.is_not(None))
    for index_pk in connection.execute(select(indexes.c.index_pk).where(*named)).scalars().all():
        renamed = update(indexes).where(indexes.c.index_pk == index_pk)
        connection.execute(renamed.values(collection=new_collection()))


def new_collection() -> str:
    """Make a name for a Chroma collection: a random one, so that it reveals nothing and is nobody else's."""
    return f"daybook-{secrets.token_hex(12)}"


def _select_rows(index_pk: int) -> Select[Any]:
    names = ("row_pk", "round_id", "keys", "spans", "words", "speakers", "checksum", "vectors")
    return select(*(index_rows.c[name] for name in names)).where(index_rows.c.index_pk == index_pk)
