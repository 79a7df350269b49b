"""The indexes in SQL, and what brings them up to date."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, func, insert, literal, select, update

from daybook.conversation import Round
from daybook.conversation.errors import EmbedderMismatch
from daybook.conversation.language import Analyzer
from daybook.models.embedding.embedder import Embedder
from daybook.settings import Keying
from daybook.store.index_rows import RowTable, new_collection
from daybook.store.keys import IndexRow, index_row, keys_of, layout_of, under_language
from daybook.store.round_queries import RoundQueries
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import index_rows, indexes, key_of_owner, owned, rounds, sessions, to_index


@dataclass(frozen=True, slots=True)
class IndexVersion:
    """The version of an index at one moment: equal versions, equal rows."""

    index_pk: int
    revision: int
    """How often rows were taken out."""
    last_row: int
    """The key of its last row; 0 where there is none."""


class IndexGone(Exception):
    """An index was dropped while it was asked: another one took its place, or all of it was forgotten."""


class IndexTable:
    """Reads and writes the indexes of all owners; every write is one transaction.

    An owner has one index for each embedder and layout of keys, usually just one. While rounds are indexed
    anew a second one is built beside it, and the first goes on answering.
    """

    def __init__(self, database: Database) -> None:
        self.database, self.rows = database, RowTable(database)

    def all_of(self, owner: str) -> Sequence[Row[Any]]:
        """List the indexes of an owner, the oldest first."""
        query = select(indexes).where(owned(indexes, owner)).order_by(indexes.c.index_pk)
        return self.database.rows(owner, query)

    def has_rounds(self, owner: str) -> bool:
        """True if a round of the owner is stored."""
        with self.database.reading(owner) as connection:
            return _has_rounds(connection, owner)

    def begin(self, owner: str, fingerprint: str, layout: str, *, built: bool) -> int | None:
        """Begin an index, which lacks every round of the owner.

        An equally complete one that another process began is taken instead. One that is `built` answers at
        once, as the only one may.

        Returns:
            Its key; None if no round of the owner is stored.
        """
        with self.database.writing(owner) as connection:
            if not _has_rounds(connection, owner):
                return None
            owner_pk = key_of_owner(connection, owner)
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
        """Let an index answer, replacing older ones of the same embedder and layout."""
        with self.database.writing(owner) as connection:
            new = select(indexes.c.owner_pk, indexes.c.fingerprint, indexes.c.layout)
            row = connection.execute(new.where(indexes.c.index_pk == index_pk)).first()
            if row is None:
                return
            alike = (column == value for column, value in zip(new.selected_columns, row, strict=True))
            connection.execute(delete(indexes).where(*alike, indexes.c.index_pk < index_pk))
            connection.execute(update(indexes).where(indexes.c.index_pk == index_pk).values(built=True))

    def drop(self, owner: str, index_pks: Iterable[int]) -> None:
        """Delete indexes with all that they hold."""
        with self.database.writing(owner) as connection:
            connection.execute(delete(indexes).where(indexes.c.index_pk.in_(list(index_pks))))

    def version(self, owner: str, index_pk: int) -> tuple[IndexVersion, bool] | None:
        """Return what an index holds now, and whether it lacks rounds, or None if there is no such index."""
        last = select(func.coalesce(func.max(index_rows.c.row_pk), 0)).where(
            index_rows.c.index_pk == index_pk
        )
        lacks = exists().where(to_index.c.index_pk == index_pk)
        query = select(indexes.c.revision, last.scalar_subquery(), lacks)
        rows = partial(self.database.rows, owner, query.where(indexes.c.index_pk == index_pk))
        row = next(iter(self.database.unchanged(("index", index_pk), rows)), None)
        return None if row is None else (IndexVersion(index_pk, row[0], row[1]), bool(row[2]))

    def name_collection(self, owner: str, index_pk: int) -> str:
        """Return the name of an index's Chroma collection, given now unless it has one; raises IndexGone."""
        named = indexes.c.index_pk == index_pk
        with self.database.writing(owner) as connection:
            rename = update(indexes).where(named, indexes.c.collection.is_(None))
            connection.execute(rename.values(collection=new_collection()))
            name = connection.execute(select(indexes.c.collection).where(named)).scalar()
        if name is None:
            raise IndexGone
        return str(name)

    def rename_collection(self, owner: str, index_pk: int) -> None:
        """Give an index another collection, in place of one that cannot be dropped."""
        with self.database.writing(owner) as connection:
            rename = update(indexes).where(indexes.c.index_pk == index_pk)
            connection.execute(rename.values(collection=new_collection()))

    def collections(self, owner: str | None = None) -> set[str]:
        """Return the names of the Chroma collections of one owner or of all."""
        query = select(indexes.c.collection).where(owned(indexes, owner), indexes.c.collection.is_not(None))
        return {str(name) for name in self.database.column(owner, query)}

    def count_left_behind(self) -> int:
        """Count the indexes whose owners have no round, or are not there: the rounds were lost."""
        empty = ~exists().where(rounds.c.owner_pk == indexes.c.owner_pk)
        return self.database.count(None, select(func.count()).select_from(indexes).where(empty))

    def fingerprints(self, owner: str | None) -> list[str]:
        """List the embedders that made vectors, of one owner or of all."""
        query = select(indexes.c.fingerprint).distinct().where(owned(indexes, owner))
        return sorted(self.database.column(owner, query))


def _has_rounds(connection: Connection, owner: str) -> bool:
    return bool(connection.execute(select(exists().where(owned(rounds, owner)))).scalar())


LOG = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""

_BATCH = 128
"""Rounds that are embedded together: some 500 windows, enough to sort by length."""


class Indexer:
    """Brings the indexes of one embedder and keying up to date.

    Any crash is safe: a round is stored and noted as lacking in one transaction; its row is written and the
    note deleted in another. Processes that do this at once leave out what another has written.
    """

    def __init__(
        self,
        table: IndexTable,
        queries: RoundQueries,
        embedder: Embedder,
        keying: Keying,
        analyzer: Analyzer,
    ) -> None:
        self.table, self._queries, self.analyzer = table, queries, analyzer
        self.embedder, self.keying = embedder, keying
        self.layout = under_language(layout_of(keying), analyzer)

    def index_of(self, owner: str, *, begin: bool = False) -> int | None:
        """Return the key of the owner's index that this embedder and keying answer from; None without one.

        With `begin`, one is begun for an owner who has rounds and no index.

        Raises:
            EmbedderMismatch: the existing one was made by another embedder, or of other keys.
        """
        there = self.table.all_of(owner)
        built = [index for index in there if index.built]
        own = [index.index_pk for index in built if self._is_own(index)]
        if own:
            return int(own[-1])
        if built:
            fingerprint = self.embedder.fingerprint
            raise EmbedderMismatch(
                f"the vectors of {owner!r} were made by {built[-1].fingerprint} with {built[-1].layout} "
                f"keys, and {fingerprint} with {self.layout} keys is in force: run `daybook reindex`, "
                "or go back to the other"
            )
        return self._begin(owner, built=True) if begin else None

    async def index_lacking(self, owner: str, index_pk: int, progress: Progress | None = None) -> None:
        """Index what an index lacks, but for unreadable rounds; what a ModelError leaves is done later."""
        total = await asyncio.to_thread(self.table.rows.count_lacking, owner, index_pk) if progress else 0
        done = place = 0
        while lacking := await asyncio.to_thread(
            self.table.rows.lacking, owner, index_pk, after=place, limit=_BATCH
        ):
            place = lacking[-1][0]
            rounds = await asyncio.to_thread(self._queries.rounds, owner, [name for _, name in lacking])
            rows = await self._rows_of(rounds)
            await asyncio.to_thread(self.table.rows.write, owner, index_pk, rows)
            done += len(lacking)
            if progress is not None:
                progress(min(done, total), total)

    async def rebuild(self, owner: str, progress: Progress | None = None) -> int | None:
        """Build the owner's index anew beside the one that answers, then replace that.

        Returns:
            Its key; None if no round of the owner is stored.
        """
        index_pk = await asyncio.to_thread(self._begin, owner, built=False)
        if index_pk is None:
            return None
        await self.index_lacking(owner, index_pk, progress)
        await asyncio.to_thread(self.table.finish, owner, index_pk)
        return index_pk

    def drop_others(self, owner: str) -> None:
        """Delete the owner's indexes of other embedders and layouts."""
        others = [index.index_pk for index in self.table.all_of(owner) if not self._is_own(index)]
        self.table.drop(owner, others)

    def _is_own(self, index: Row[Any]) -> bool:
        return (index.fingerprint, index.layout) == (self.embedder.fingerprint, self.layout)

    def _begin(self, owner: str, *, built: bool) -> int | None:
        return self.table.begin(owner, self.embedder.fingerprint, self.layout, built=built)

    async def _rows_of(self, rounds: Sequence[Round]) -> list[IndexRow]:
        keyed = await asyncio.to_thread(
            lambda: [keys_of(round_, self.embedder, self.keying, self.analyzer) for round_ in rounds]
        )
        vectors = await self.embedder.embed([text for found in keyed for _, text in found])
        ends = [0, *accumulate(map(len, keyed))]
        return await asyncio.to_thread(
            lambda: [
                index_row(round_, [key for key, _ in found], vectors[start:stop], self.analyzer)
                for round_, found, start, stop in zip(rounds, keyed, ends, ends[1:], strict=False)
            ]
        )
