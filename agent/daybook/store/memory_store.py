"""The store: what was said and kept, and the indexes that find it."""

import logging
from asyncio import CancelledError, to_thread
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, update

from daybook.conversation import Draft, Event, Role, Round, Session, Turn, as_utc, rounds_of
from daybook.conversation.errors import BadInput, DaybookError, StoreBusy, StoreError
from daybook.conversation.language import Analyzer
from daybook.store.access_tokens import AccessTokens
from daybook.store.fact_queue import HeldBack, ModelQueue, queue_for_model
from daybook.store.forgetting.cascade import Forgetting, Preview, Receipt
from daybook.store.forgetting.selectors import Selector
from daybook.store.indexing import Indexer, IndexVersion, Progress
from daybook.store.integrity import Checker, CheckResult
from daybook.store.item_store import Items
from daybook.store.ledger_table import Ledgers, TextVectors, post_events
from daybook.store.owner_index import Limits, OwnerIndexes
from daybook.store.private_files import bytes_in
from daybook.store.round_queries import RoundQueries
from daybook.store.round_table import RoundTable, ensure_owner
from daybook.store.search_index import ApproximateIndex, SearchIndex
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import owners

LOG = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Added:
    """The result of `add`: of `rounds`, `added` are new and `skipped` were stored already or forgotten."""

    owner: str
    sessions: int
    rounds: int
    added: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Stats:
    """How much is stored."""

    owners: int
    sessions: int
    rounds: int
    vectors: int
    bytes: int
    """Size of the whole data directory; of an owner, that of their words and vectors."""
    embedder: str
    """Fingerprint of the embedder that made the vectors."""
    items: int = 0
    """That agents keep beside rounds."""
    documents: int = 0
    passages: int = 0


class Store(RoundQueries):
    """Rounds word for word, with a dense and a lexical index. Every call names the owner it is about.

    It may be used from several threads, event loops and processes at once. Methods that are no
    coroutines read SQL and block: from an event loop they are called in a thread.
    """

    def __init__(
        self,
        data_dir: Path,
        database: Database,
        indexer: Indexer,
        approximate: ApproximateIndex,
        limits: Limits,
    ) -> None:
        super().__init__(database)
        self.data_dir, self._indexer, self._approximate = data_dir, indexer, approximate
        self._limits, self._indexes = limits, OwnerIndexes(indexer, limits)
        self._counted_keys: dict[int, tuple[IndexVersion, int]] = {}
        self._round_table = RoundTable(database)
        self.ledgers, self.model_queue = Ledgers(database), ModelQueue(database)
        self.held_back, self.tokens = HeldBack(database), AccessTokens(database)
        self.text_vectors = TextVectors(database, indexer.embedder, self._round_table.token)
        self.items = Items(database, indexer.embedder, limits.bytes, indexer.analyzer)
        self._forgetting = Forgetting(
            database,
            self._round_table,
            self,
            indexer.table,
            approximate,
            self.ledgers,
            self.items.table,
            data_dir,
            indexer.analyzer,
        )
        self._forgetting.finish()

    @property
    def analyzer(self) -> Analyzer:
        """Divides texts into sentences and words."""
        return self._indexer.analyzer

    async def add(
        self, owner: str, sessions: Iterable[Session], *, progress: Progress | None = None
    ) -> Added:
        """Store sessions, then index them; repeated ids are told apart by their occurrence.

        Each session is committed before the next is taken from `sessions`: from then on it survives a crash.
        Rounds that are stored already, or were forgotten, are skipped. `progress` is called with the rounds
        indexed and the rounds there are to index.

        Raises:
            BadInput: a date of the current session is not within the calendar; nothing of it is kept.
            EmbedderMismatch: the owner's vectors are another embedder's; nothing is kept.
            StoreBusy: others were writing for too long; nothing of the current session is kept.
            StoreError: the current session could not be written; nothing of it is kept.
            ModelError: the embedder failed; what is kept is indexed at the next need.
        """
        cut = ((session, rounds_of(session, owner)) for session in sessions)
        return await self.restore(owner, cut, progress=progress)

    async def restore(
        self,
        owner: str,
        sessions: Iterable[tuple[Session, Sequence[Round]]],
        *,
        progress: Progress | None = None,
    ) -> Added:
        """Store sessions as `add` does, each with the rounds that it was split into before.

        So a session that lost something to forgetting gets its rounds' places back. An error in the middle
        has a note (`__notes__`) that says how much was kept before it.
        """
        await to_thread(self._indexer.index_of, owner)  # refuses another embedder's
        count = offered = added = 0
        try:
            for session, rounds in sessions:
                _check_dates(session, rounds)
                new = await to_thread(self._round_table.add_session, session, owner, rounds)
                count, offered, added = count + 1, offered + len(rounds), added + new
            if count:  # also where nothing is new: what an interruption left unindexed is done now
                index_pk = await self._index(owner, progress)
                await to_thread(self._complete_graph, owner, index_pk)
        except (DaybookError, KeyboardInterrupt, CancelledError) as error:
            if count:
                error.add_note(
                    f"{count} sessions of {owner!r} with {added} new rounds were kept before that, and stay"
                )
            raise
        return Added(owner, count, offered, added, offered - added)

    async def append(
        self,
        owner: str,
        session_id: str,
        turns: Sequence[Turn],
        *,
        said_at: datetime,
        for_model: bool = False,
    ) -> Round:
        """Append a round to a session, begun if it does not exist, and index it; see `commit`.

        Raises:
            ValueError: there is no turn, or two of one side.
        """
        round_ = await self.commit(owner, session_id, turns, said_at=said_at, for_model=for_model)
        await self._index_kept(owner)
        return round_

    async def commit(
        self,
        owner: str,
        session_id: str,
        turns: Sequence[Turn],
        *,
        said_at: datetime,
        for_model: bool = False,
    ) -> Round:
        """Append a round of the user's turn, the reply, or both; whoever reads the index next indexes it.

        Of several sessions of that id the last goes on. With `for_model` a chat model is to read the round
        for facts: see `ModelQueue`.

        Raises:
            ValueError: there is no turn, or two of one side.
            EmbedderMismatch, StoreBusy, StoreError: as of `add`.
        """

        def mark(connection: Connection, round_: Round) -> Round:
            if for_model:
                queue_for_model(connection, [round_.round_id])
            return round_

        return await self._append(owner, session_id, turns, said_at, mark)

    async def append_posted(
        self,
        owner: str,
        session_id: str,
        turn: Turn,
        drafts_of: Callable[[Round], Sequence[Draft]],
        *,
        said_at: datetime,
        after: int,
    ) -> list[Event]:
        """Append a round of one turn together with the events that it causes: both in one transaction.

        `drafts_of` makes the events of the round, which is not read for facts again; `said_at` is the moment
        of posting too, and `after` the `head` of the ledger that the events were decided on.

        Raises:
            LedgerMoved: something was posted after that; neither the round nor the events are kept.
        """

        def post(connection: Connection, round_: Round) -> list[Event]:
            drafts, read = drafts_of(round_), [round_.round_id]
            return post_events(connection, owner, drafts, posted_at=said_at, rounds_read=read, after=after)

        events = await self._append(owner, session_id, [turn], said_at, post)
        await self._index_kept(owner)
        return events

    async def undo_posted(
        self,
        owner: str,
        drafts: Sequence[Draft],
        *,
        posted_at: datetime,
        without: Collection[str],
        again: Sequence[Round],
    ) -> list[Event]:
        """Post the undoing of events together with what it does to the rounds that were typed for them.

        The rounds `without` go with what is undone; those `again` went so, and come back.
        """

        def write() -> list[Event]:
            with self._database.writing(owner) as connection:
                for round_ in again:
                    self._round_table.put_back(connection, round_)
                if without:
                    self._round_table.remove_rounds(connection, owner, without)
                read = [round_.round_id for round_ in again]
                return post_events(connection, owner, drafts, posted_at=posted_at, rounds_read=read)

        return await to_thread(write)

    async def _append(
        self,
        owner: str,
        session_id: str,
        turns: Sequence[Turn],
        said_at: datetime,
        and_then: Callable[[Connection, Round], T],
    ) -> T:
        """Append a round and do what belongs to it, in one transaction."""
        sides = {turn.role: turn for turn in turns}
        if not turns or len(sides) != len(turns):
            raise ValueError("a round is a user's turn, a reply, or both")
        user, reply = sides.get(Role.USER), sides.get(Role.ASSISTANT)

        def write() -> T:
            self._indexer.index_of(owner)  # refuses another embedder's
            with self._database.writing(owner) as connection:
                round_ = self._round_table.append_round(connection, owner, session_id, user, reply, said_at)
                return and_then(connection, round_)

        return await to_thread(write)

    def keep_zone(self, owner: str, name: str | None) -> None:
        """Keep the IANA name of the zone in which an owner's days begin; None for that of the process."""
        with self._database.writing(owner) as connection:
            row = update(owners).where(owners.c.owner_pk == ensure_owner(connection, owner))
            connection.execute(row.values(time_zone=name))

    async def index(self, owner: str) -> SearchIndex:
        """Return what a question searches: every round that any process has stored by now."""
        index = await self._indexes.of(owner)
        return SearchIndex(
            owner,
            index,
            self._indexer.keying,
            self._indexer.table,
            self._approximate,
            renewed=partial(self.index, owner),
        )

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Permanently delete what a selector names and everything that repeats it, then verify that.

        A later import of the same rounds adds nothing.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
            StoreBusy: others were writing too long, or hold the graph of the owner's vectors; nothing is
                forgotten.
            StoreError: a round cannot be read; nothing is forgotten.
        """
        try:
            return await to_thread(self._forgetting.forget, owner, selector)
        finally:
            self._indexes.held.drop(owner)
            self.text_vectors.drop(owner)
            await to_thread(self.items.drop, owner)

    def preview_forget(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove; changes nothing."""
        return self._forgetting.preview(owner, selector)

    def forgotten(self, names: Iterable[str]) -> frozenset[str]:
        """Return which of those ids, of rounds or records, were forgotten."""
        return self._round_table.tombstoned(names)

    async def reindex(self, owner: str | None = None, progress: Progress | None = None) -> None:
        """Make the indexes anew from the rounds, of one owner or of all; the old ones answer until then.

        `progress` is called with the rounds indexed and the rounds there are.
        """
        table = self._indexer.table
        owners = await to_thread(self.owners) if owner is None else [owner]
        sizes = [(await to_thread(self.counts, name))[2] for name in owners]
        before, total = 0, sum(sizes)
        for name, size in zip(owners, sizes, strict=True):

            def step(indexed: int, _: int, done: int = before) -> None:
                if progress is not None:
                    progress(done + indexed, total)

            collections = await to_thread(table.collections, name)
            index_pk = await self._indexer.rebuild(name, step)
            await to_thread(self._indexer.drop_others, name)
            await to_thread(self._complete_graph, name, index_pk)
            if gone := collections - await to_thread(table.collections, name):
                await to_thread(self._approximate.drop, gone)
            before += size
        for name in await to_thread(self.items.table.owners) if owner is None else [owner]:
            await self.items.reindex(name)

    def stats(self, owner: str | None = None) -> Stats:
        """Count what is stored, for one owner or for all."""
        table, (documents, passages) = self._indexer.table, self.items.table.count_documents(owner)
        made_by = ", ".join(table.fingerprints(owner)) or self._indexer.embedder.fingerprint
        return Stats(
            *self.counts(owner),
            table.rows.count_keys(owner),
            bytes_in(self.data_dir) + self._database.size() if owner is None else table.rows.own_bytes(owner),
            made_by,
            self.items.table.count(owner) - documents - passages,
            documents,
            passages,
        )

    def check(self) -> list[CheckResult]:
        """Check the consistency of the store, part by part; changes nothing."""
        return Checker(self._database, self, self._indexer, self._approximate, self.items).check()

    def close(self) -> None:
        """Close the store, and let other processes have its Chroma directory."""
        self._approximate.close()
        self._indexes.held.clear()
        self.items.clear()
        self._database.close()

    async def _index_kept(self, owner: str) -> None:
        """Index what was just kept; where that cannot be written, whoever reads the index next does it."""
        try:
            await self._index(owner)
        except (StoreError, StoreBusy) as error:
            LOG.warning("what was kept of %r is not yet indexed: %s", owner, error)

    async def _index(self, owner: str, progress: Progress | None = None) -> int | None:
        index_pk = await to_thread(lambda: self._indexer.index_of(owner, begin=True))
        if index_pk is not None:  # else all was forgotten in the meantime
            await self._indexer.index_lacking(owner, index_pk, progress)
        return index_pk

    def _complete_graph(self, owner: str, index_pk: int | None) -> None:
        """Add to the graph of an owner's vectors what it lacks, where there are so many that there is one."""
        table = self._indexer.table
        found = None if index_pk is None else table.version(owner, index_pk)
        if found is None:
            return
        version = found[0]
        before, keys = self._counted_keys.get(version.index_pk, (version, 0))
        if keys == 0 or before.revision != version.revision:  # else only what was added is counted
            before, keys = replace(version, last_row=0), 0
        keys += table.rows.count_keys_of(
            owner, version.index_pk, after=before.last_row, last=version.last_row
        )
        self._counted_keys[version.index_pk] = version, keys
        if not self._limits.allow(keys, self._indexer.embedder.dim):
            self._approximate.complete(owner, version)


def _check_dates(session: Session, rounds: Sequence[Round]) -> None:
    said = [turn.said_at for round_ in rounds for turn in round_.turns if turn.said_at]
    try:
        for moment in (session.started_at, *(round_.said_at for round_ in rounds), *said):
            as_utc(moment)
    except ValueError as error:
        raise BadInput(str(error), source=f"session {session.session_id!r}") from None
