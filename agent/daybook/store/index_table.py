"""The indexes in SQL: which there are, what they hold of each round, and which rounds they lack.

An owner has one index for each embedder and layout of keys that its rounds were indexed by; usually that
is one. While rounds are indexed anew a second one is built beside it, and the first goes on answering.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, literal, select, update

from daybook.store.database import Database
from daybook.store.row_codec import IndexRow
from daybook.store.rows import chunked
from daybook.store.schema import index_rows, indexes, owners, rounds, sessions, to_index

_FETCH = 4_000
"""Rows that are fetched from the database together: some 30 MB."""


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """One index of an owner."""

    index_pk: int
    fingerprint: str
    layout: str
    built: bool


@dataclass(frozen=True, slots=True)
class IndexVersion:
    """What an index held at one moment: equal versions, equal rows."""

    index_pk: int
    revision: int
    """How often rows were taken out."""
    last_row: int
    """The key of its last row; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class StoredRow(IndexRow):
    """A row with its key; those of an index ascend in the order in which they were written."""

    row_pk: int


class IndexTable:
    """Reads and writes the indexes of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def all_of(self, owner: str) -> list[IndexInfo]:
        """List the indexes of an owner, the oldest first."""
        query = select(indexes.c.index_pk, indexes.c.fingerprint, indexes.c.layout, indexes.c.built)
        query = query.join(owners).where(owners.c.owner == owner).order_by(indexes.c.index_pk)
        with self.database.reading(owner) as connection:
            return [IndexInfo(*row) for row in connection.execute(query)]

    def has_rounds(self, owner: str) -> bool:
        """Whether a round of the owner is stored."""
        query = select(exists().where(rounds.c.owner_pk == owners.c.owner_pk)).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            return bool(connection.execute(query).scalar())

    def begin(self, owner: str, fingerprint: str, layout: str, *, built: bool) -> int:
        """Begin an index, which lacks every round of the owner; returns its key.

        One that is there and as complete is taken, for another process may have begun it.

        Args:
            owner: of whom a round is stored.
            fingerprint: of the embedder.
            layout: of the keys.
            built: whether it answers from the beginning, as the only one may.
        """
        with self.database.writing(owner) as connection:
            owner_pk = _owner_pk(connection, owner)
            values = {"owner_pk": owner_pk, "fingerprint": fingerprint, "layout": layout, "built": built}
            alike = (indexes.c[name] == value for name, value in values.items())
            there: int | None = connection.execute(select(indexes.c.index_pk).where(*alike)).scalar()
            if there is not None:
                return there
            key = connection.execute(insert(indexes).values(values).returning(indexes.c.index_pk))
            index_pk: int = key.scalar_one()
            lacking = (
                select(literal(owner_pk), literal(index_pk), rounds.c.round_id)
                .join(sessions, sessions.c.session_pk == rounds.c.session_pk)
                .where(rounds.c.owner_pk == owner_pk)
                .order_by(sessions.c.session_pk, rounds.c.position, rounds.c.round_id)
            )
            connection.execute(insert(to_index).from_select(["owner_pk", "index_pk", "round_id"], lacking))
        return index_pk

    def finish(self, owner: str, index_pk: int) -> None:
        """Let an index answer from now on, in the place of older ones of the same embedder and layout."""
        with self.database.writing(owner) as connection:
            new = select(indexes.c.owner_pk, indexes.c.fingerprint, indexes.c.layout)
            row = connection.execute(new.where(indexes.c.index_pk == index_pk)).first()
            if row is None:
                return
            alike = (
                indexes.c.owner_pk == row[0],
                indexes.c.fingerprint == row[1],
                indexes.c.layout == row[2],
            )
            connection.execute(delete(indexes).where(*alike, indexes.c.index_pk < index_pk))
            connection.execute(update(indexes).where(indexes.c.index_pk == index_pk).values(built=True))

    def drop(self, owner: str, index_pks: Iterable[int]) -> None:
        """Delete indexes with all that they hold."""
        with self.database.writing(owner) as connection:
            connection.execute(delete(indexes).where(indexes.c.index_pk.in_(list(index_pks))))

    def version(self, owner: str, index_pk: int) -> tuple[IndexVersion, bool] | None:
        """Return what an index holds now, and whether it lacks rounds; None where there is no such index."""
        last = select(func.coalesce(func.max(index_rows.c.row_pk), 0)).where(
            index_rows.c.index_pk == index_pk
        )
        lacks = exists().where(to_index.c.index_pk == index_pk)
        query = select(indexes.c.revision, last.scalar_subquery(), lacks)
        with self.database.reading(owner) as connection:
            row = connection.execute(query.where(indexes.c.index_pk == index_pk)).first()
        return None if row is None else (IndexVersion(index_pk, row[0], row[1]), bool(row[2]))

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
        with self.database.reading(owner) as connection:
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
        with self.database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def write(self, owner: str, index_pk: int, rows: Sequence[IndexRow]) -> None:
        """Put rows into an index; of rounds that it lacks by now no longer nothing is written.

        They were indexed by another process in the meantime, or forgotten.
        """
        with self.database.writing(owner) as connection:
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
            key = {"owner_pk": _owner_pk(connection, owner), "index_pk": index_pk}
            connection.execute(insert(index_rows), [key | row.values() for row in added])
            for names in chunked([row.round_id for row in added]):
                connection.execute(
                    delete(to_index).where(to_index.c.index_pk == index_pk, to_index.c.round_id.in_(names))
                )

    def index_again(self, owner: str, index_pk: int, round_ids: Iterable[str]) -> None:
        """Take the rows of rounds out of an index, which lacks them then."""
        names = sorted(set(round_ids))
        with self.database.writing(owner) as connection:
            owner_pk = _owner_pk(connection, owner)
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

    def rows_after(self, owner: str, index_pk: int, row_pk: int) -> Iterator[list[Row[Any]]]:
        """Read the rows behind a key, some hundred at a time, with their checksums: see `intact`."""
        query = _select_rows(index_pk).where(index_rows.c.row_pk > row_pk).order_by(index_rows.c.row_pk)
        with self.database.reading(owner) as connection:
            found = connection.execute(query.execution_options(yield_per=_FETCH))
            for part in found.partitions():
                yield list(part)

    def count_rows(self, owner: str, index_pk: int, *, after: int) -> int:
        """Count the rows behind a key."""
        query = select(func.count()).select_from(index_rows)
        query = query.where(index_rows.c.index_pk == index_pk, index_rows.c.row_pk > after)
        with self.database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def rows_of(self, owner: str, index_pk: int, row_pks: Sequence[int]) -> list[Row[Any]]:
        """Read rows by their keys, ascending."""
        with self.database.reading(owner) as connection:
            found = [
                row
                for some in chunked(row_pks)
                for row in connection.execute(_select_rows(index_pk).where(index_rows.c.row_pk.in_(some)))
            ]
        return sorted(found, key=lambda row: row.row_pk)

    def row_pks(self, owner: str, index_pk: int) -> NDArray[np.int64]:
        """Return the keys of all rows of an index, ascending."""
        query = select(index_rows.c.row_pk).where(index_rows.c.index_pk == index_pk)
        with self.database.reading(owner) as connection:
            found = connection.execute(query.order_by(index_rows.c.row_pk)).scalars().all()
        return np.array(found, dtype=np.int64)

    def collection(self, owner: str, index_pk: int) -> str | None:
        """Return the name of the Chroma collection of an index; None where it was given none."""
        query = select(indexes.c.collection).where(indexes.c.index_pk == index_pk)
        with self.database.reading(owner) as connection:
            return connection.execute(query).scalar()

    def name_collection(self, owner: str, index_pk: int) -> str:
        """Give an index the name of a Chroma collection, unless it has one; returns the name."""
        named = indexes.c.collection.is_(None)
        with self.database.writing(owner) as connection:
            rename = update(indexes).where(indexes.c.index_pk == index_pk, named)
            connection.execute(rename.values(collection=new_collection()))
            query = select(indexes.c.collection).where(indexes.c.index_pk == index_pk)
            return str(connection.execute(query).scalar_one())

    def rename_collection(self, owner: str, index_pk: int) -> None:
        """Give an index another collection, in the place of one that cannot be dropped."""
        with self.database.writing(owner) as connection:
            rename = update(indexes).where(indexes.c.index_pk == index_pk)
            connection.execute(rename.values(collection=new_collection()))

    def collections(self, owner: str | None = None) -> set[str]:
        """Return the names of the Chroma collections of one owner or of all."""
        query = select(indexes.c.collection).where(indexes.c.collection.is_not(None))
        if owner is not None:
            query = query.join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            return {str(name) for name in connection.execute(query).scalars()}

    def missing(self, owner: str, index_pk: int) -> list[str]:
        """List the rounds that an index neither holds nor is noted to lack: its rows were lost."""
        held = exists().where(index_rows.c.round_id == rounds.c.round_id, index_rows.c.index_pk == index_pk)
        noted = exists().where(to_index.c.round_id == rounds.c.round_id, to_index.c.index_pk == index_pk)
        query = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner, ~held, ~noted)
        with self.database.reading(owner) as connection:
            return list(connection.execute(query).scalars())

    def count_left_behind(self) -> int:
        """Count the indexes whose owners have no round, or are not there: the rounds were lost."""
        empty = ~exists().where(rounds.c.owner_pk == indexes.c.owner_pk)
        with self.database.reading(None) as connection:
            return connection.execute(select(func.count()).select_from(indexes).where(empty)).scalar_one()

    def count_keys(self, owner: str | None) -> int:
        """Count the keys, and so the vectors, of one owner or of all."""
        query = select(func.coalesce(func.sum(index_rows.c["keys"]), 0))
        if owner is not None:
            query = query.join(owners, owners.c.owner_pk == index_rows.c.owner_pk)
            query = query.where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
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
        with self.database.reading(owner) as connection:
            return any(
                connection.execute(query.where(index_rows.c.round_id.in_(some))).first() is not None
                for some in chunked(sorted(round_ids))
            )

    def fingerprints(self, owner: str | None) -> list[str]:
        """List the embedders that made vectors, of one owner or of all."""
        query = select(indexes.c.fingerprint).distinct()
        if owner is not None:
            query = query.join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            return sorted(connection.execute(query).scalars())


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


def new_collection() -> str:
    """Make a name for a Chroma collection: a random one, so that it reveals nothing and is nobody else's."""
    return f"daybook-{secrets.token_hex(12)}"


def rename_collections(connection: Connection, owner: str) -> None:
    """Give the owner's collections other names, within the transaction that forgets something.

    Chroma keeps a deleted vector in its files, so a collection that held one is dropped as a whole: it is
    one that no index names any more.
    """
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    query = select(indexes.c.index_pk).where(
        indexes.c.owner_pk == owner_pk, indexes.c.collection.is_not(None)
    )
    for index_pk in connection.execute(query).scalars().all():
        renamed = update(indexes).where(indexes.c.index_pk == index_pk)
        connection.execute(renamed.values(collection=new_collection()))


def note_removed(connection: Connection, owner: str) -> None:
    """Note, within the transaction that deletes rounds or rows, that rows of the owner's indexes are gone."""
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    connection.execute(
        update(indexes).where(indexes.c.owner_pk == owner_pk).values(revision=indexes.c.revision + 1)
    )


def drop_if_empty(connection: Connection, owner: str) -> None:
    """Delete the indexes of an owner of whom no round is left, within a transaction."""
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    none_left = ~exists().where(rounds.c.owner_pk == owner_pk)
    connection.execute(delete(indexes).where(indexes.c.owner_pk == owner_pk, none_left))


def _select_rows(index_pk: int) -> Select[Any]:
    columns = [index_rows.c[name] for name in ("row_pk", "round_id", "keys", "spans", "words", "speakers")]
    columns += [index_rows.c.checksum, index_rows.c.vectors]
    return select(*columns).where(index_rows.c.index_pk == index_pk)


def _owner_pk(connection: Connection, owner: str) -> int:
    owner_pk: int = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar_one()
    return owner_pk
