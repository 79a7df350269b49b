"""What the indexes hold of each round in SQL, and which rounds they lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, literal, select

from daybook.store.database import Database
from daybook.store.index_notes import note_removed, owner_key
from daybook.store.row_codec import IndexRow
from daybook.store.rows import chunked
from daybook.store.schema import index_rows, owners, rounds, to_index

_FETCH = 4_000
"""Rows that are fetched from the database together: some 30 MB."""


@dataclass(frozen=True, slots=True)
class StoredRow(IndexRow):
    """A row with its key; those of an index ascend in the order in which they were written."""

    row_pk: int


class RowTable:
    """Reads and writes the rows of all indexes; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lacking(self, owner: str, index_pk: int, *, after: int, limit: int) -> list[tuple[int, str]]:
        """List rounds that an index lacks, in the order in which they are to be indexed.

        Args:
            owner: whose index.
            index_pk: its key.
            after: the place behind which to begin; 0 for the first.
            limit: how many at most.

        Returns:
            (place, round id) pairs.
        """
        query = select(to_index.c.place, to_index.c.round_id)
        query = query.where(to_index.c.index_pk == index_pk, to_index.c.place > after)
        with self._database.reading(owner) as connection:
            found = connection.execute(query.order_by(to_index.c.place).limit(limit))
            return [(place, name) for place, name in found]

    def count_lacking(self, owner: str | None, index_pk: int | None = None) -> int:
        """Count the rounds that an index lacks, or that all indexes of an owner, or of everybody, lack."""
        query = select(func.count()).select_from(to_index)
        if owner is not None:
            query = query.join(owners, owners.c.owner_pk == to_index.c.owner_pk).where(
                owners.c.owner == owner
            )
        if index_pk is not None:
            query = query.where(to_index.c.index_pk == index_pk)
        with self._database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def write(self, owner: str, index_pk: int, rows: Sequence[IndexRow]) -> None:
        """Put rows into an index; of rounds that it lacks by now no longer nothing is written.

        They were indexed by another process in the meantime, or forgotten.
        """
        with self._database.writing(owner) as connection:
            lacked = {
                name
                for names in chunked([row.round_id for row in rows])
                for name in connection.execute(
                    select(to_index.c.round_id).where(
                        to_index.c.index_pk == index_pk, to_index.c.round_id.in_(names)
                    )
                ).scalars()
            }
            added = [row for row in rows if row.round_id in lacked]
            if not added:
                return
            key = {"owner_pk": owner_key(connection, owner), "index_pk": index_pk}
            connection.execute(insert(index_rows), [key | row.values() for row in added])
            for names in chunked([row.round_id for row in added]):
                connection.execute(
                    delete(to_index).where(to_index.c.index_pk == index_pk, to_index.c.round_id.in_(names))
                )

    def index_again(self, owner: str, index_pk: int, round_ids: Iterable[str]) -> None:
        """Take the rows of rounds out of an index, which lacks them then."""
        names = sorted(set(round_ids))
        with self._database.writing(owner) as connection:
            owner_pk = owner_key(connection, owner)
            for some in chunked(names):
                connection.execute(
                    delete(index_rows).where(
                        index_rows.c.index_pk == index_pk, index_rows.c.round_id.in_(some)
                    )
                )
                there = select(to_index.c.round_id).where(to_index.c.index_pk == index_pk)
                lacking = select(literal(owner_pk), literal(index_pk), rounds.c.round_id).where(
                    rounds.c.round_id.in_(some), rounds.c.round_id.not_in(there)
                )
                columns = ["owner_pk", "index_pk", "round_id"]
                connection.execute(insert(to_index).from_select(columns, lacking))
            note_removed(connection, owner)

    def after(self, owner: str, index_pk: int, row_pk: int) -> Iterator[list[Row[Any]]]:
        """Read the rows behind a key, some hundred at a time, with their checksums: see `intact`."""
        query = _select_rows(index_pk).where(index_rows.c.row_pk > row_pk).order_by(index_rows.c.row_pk)
        with self._database.reading(owner) as connection:
            found = connection.execute(query.execution_options(yield_per=_FETCH))
            for part in found.partitions():
                yield list(part)

    def count_after(self, owner: str, index_pk: int, *, after: int) -> int:
        """Count the rows behind a key."""
        query = select(func.count()).select_from(index_rows)
        query = query.where(index_rows.c.index_pk == index_pk, index_rows.c.row_pk > after)
        with self._database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def of_keys(self, owner: str, index_pk: int, row_pks: Sequence[int]) -> list[Row[Any]]:
        """Read rows by their keys, ascending."""
        with self._database.reading(owner) as connection:
            found = [
                row
                for some in chunked(row_pks)
                for row in connection.execute(_select_rows(index_pk).where(index_rows.c.row_pk.in_(some)))
            ]
        return sorted(found, key=lambda row: row.row_pk)

    def keys(self, owner: str, index_pk: int) -> NDArray[np.int64]:
        """Return the keys of all rows of an index, ascending."""
        query = select(index_rows.c.row_pk).where(index_rows.c.index_pk == index_pk)
        with self._database.reading(owner) as connection:
            found = connection.execute(query.order_by(index_rows.c.row_pk)).scalars().all()
        return np.array(found, dtype=np.int64)

    def missing(self, owner: str, index_pk: int) -> list[str]:
        """List the rounds that an index neither holds nor is noted to lack: its rows were lost."""
        held = exists().where(index_rows.c.round_id == rounds.c.round_id, index_rows.c.index_pk == index_pk)
        noted = exists().where(to_index.c.round_id == rounds.c.round_id, to_index.c.index_pk == index_pk)
        query = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner, ~held, ~noted)
        with self._database.reading(owner) as connection:
            return list(connection.execute(query).scalars())

    def count_keys(self, owner: str | None, index_pk: int | None = None) -> int:
        """Count the keys, and so the vectors, of one index, of an owner, or of all."""
        query = select(func.coalesce(func.sum(index_rows.c["keys"]), 0))
        if index_pk is not None:
            query = query.where(index_rows.c.index_pk == index_pk)
        elif owner is not None:
            query = query.join(owners, owners.c.owner_pk == index_rows.c.owner_pk)
            query = query.where(owners.c.owner == owner)
        with self._database.reading(owner) as connection:
            return int(connection.execute(query).scalar_one())

    def count_keys_of(self, connection: Connection, round_ids: Iterable[str]) -> int:
        """Count the keys of some rounds in all indexes, within a transaction."""
        query = select(func.coalesce(func.sum(index_rows.c["keys"]), 0))
        return sum(
            int(connection.execute(query.where(index_rows.c.round_id.in_(some))).scalar_one())
            for some in chunked(sorted(round_ids))
        )

    def has_rows_of(self, owner: str, round_ids: Iterable[str]) -> bool:
        """Whether an index of the owner has a row of one of those rounds."""
        query = select(index_rows.c.row_pk).limit(1)
        with self._database.reading(owner) as connection:
            return any(
                connection.execute(query.where(index_rows.c.round_id.in_(some))).first() is not None
                for some in chunked(sorted(round_ids))
            )


def intact(rows: Iterable[Row[Any]]) -> tuple[list[StoredRow], list[str]]:
    """Check rows against their checksums.

    Returns:
        Those that are as they were written, and the ids of the rounds of the others.
    """
    sound: list[StoredRow] = []
    wrong: list[str] = []
    for row in rows:
        one = StoredRow(row.round_id, row.keys, row.spans, row.words, row.speakers, row.vectors, row.row_pk)
        contents = (row.spans, row.words, row.vectors)
        if all(isinstance(content, bytes) for content in contents) and one.checksum == row.checksum:
            sound.append(one)
        else:
            wrong.append(row.round_id)
    return sound, wrong


def _select_rows(index_pk: int) -> Select[Any]:
    columns = [index_rows.c[name] for name in ("row_pk", "round_id", "keys", "spans", "words", "speakers")]
    columns += [index_rows.c.checksum, index_rows.c.vectors]
    return select(*columns).where(index_rows.c.index_pk == index_pk)
