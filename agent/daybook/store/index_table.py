"""The indexes in SQL: which there are, and what state each is in.

An owner has one index for each embedder and layout of keys that its rounds were indexed by; usually that
is one. While rounds are indexed anew a second one is built beside it, and the first goes on answering.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, func, insert, literal, select, update

from daybook.store.database import Database
from daybook.store.index_notes import new_collection, owner_key
from daybook.store.row_table import RowTable
from daybook.store.schema import index_rows, indexes, owners, rounds, sessions, to_index


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


class IndexTable:
    """Reads and writes the indexes of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database, self.rows = database, RowTable(database)

    def all_of(self, owner: str) -> list[IndexInfo]:
        """List the indexes of an owner, the oldest first."""
        query = select(indexes.c.index_pk, indexes.c.fingerprint, indexes.c.layout, indexes.c.built)
        query = query.join(owners).where(owners.c.owner == owner).order_by(indexes.c.index_pk)
        with self.database.reading(owner) as connection:
            return [IndexInfo(*row) for row in connection.execute(query)]

    def has_rounds(self, owner: str) -> bool:
        """Whether a round of the owner is stored."""
        with self.database.reading(owner) as connection:
            return _has_rounds(connection, owner)

    def begin(self, owner: str, fingerprint: str, layout: str, *, built: bool) -> int | None:
        """Begin an index, which lacks every round of the owner.

        One that is there and as complete is taken, for another process may have begun it.

        Args:
            owner: whose.
            fingerprint: of the embedder.
            layout: of the keys.
            built: whether it answers from the beginning, as the only one may.

        Returns:
            Its key; None where no round of the owner is stored.
        """
        with self.database.writing(owner) as connection:
            if not _has_rounds(connection, owner):
                return None
            owner_pk = owner_key(connection, owner)
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

    def count_left_behind(self) -> int:
        """Count the indexes whose owners have no round, or are not there: the rounds were lost."""
        empty = ~exists().where(rounds.c.owner_pk == indexes.c.owner_pk)
        with self.database.reading(None) as connection:
            return connection.execute(select(func.count()).select_from(indexes).where(empty)).scalar_one()

    def fingerprints(self, owner: str | None) -> list[str]:
        """List the embedders that made vectors, of one owner or of all."""
        query = select(indexes.c.fingerprint).distinct()
        if owner is not None:
            query = query.join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            return sorted(connection.execute(query).scalars())


def _has_rounds(connection: Connection, owner: str) -> bool:
    query = select(exists().where(rounds.c.owner_pk == owners.c.owner_pk)).where(owners.c.owner == owner)
    return bool(connection.execute(query).scalar())
