"""The store: stored rounds, and the indexes that find them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from daybook.conversation import Draft, Event, Round, Session, TimeRange, Turn
from daybook.errors import UnknownItem
from daybook.store.adding import Adding
from daybook.store.approximate import ApproximateIndex
from daybook.store.check import Checker
from daybook.store.database import Database
from daybook.store.files import bytes_in
from daybook.store.forgetting import Forgetting, Selector
from daybook.store.held_back import HeldBack
from daybook.store.indexing import Indexer, Progress
from daybook.store.items import Items
from daybook.store.ledger import Ledgers
from daybook.store.model_queue import ModelQueue
from daybook.store.owner_index import Limits
from daybook.store.owner_indexes import OwnerIndexes
from daybook.store.pins import Pins
from daybook.store.round_queries import RoundQueries
from daybook.store.rounds import RoundTable
from daybook.store.search_index import SearchIndex
from daybook.store.text_vectors import TextVectors
from daybook.store.tokens import AccessTokens
from daybook.store.values import Added, CheckResult, Preview, Receipt, SessionSummary, Stats


class Store:
    """Rounds word for word, with a dense and a lexical index. Every call names the owner it is about.

    It may be used from several threads, event loops and processes at once. What is no coroutine reads SQL
    and blocks: an event loop has it done in a thread.
    """

    def __init__(
        self,
        data_dir: Path,
        database: Database,
        indexer: Indexer,
        approximate: ApproximateIndex,
        limits: Limits,
    ) -> None:
        self.data_dir = data_dir
        self._database, self._indexer, self._approximate = database, indexer, approximate
        self._round_table, self._queries = RoundTable(database), RoundQueries(database)
        self._indexes = OwnerIndexes(indexer, limits)
        self._adding = Adding(self._round_table, indexer, approximate, limits)
        self.pins, self.ledgers, self.model_queue = Pins(database), Ledgers(database), ModelQueue(database)
        self.held_back, self.tokens = HeldBack(database), AccessTokens(database)
        self.text_vectors = TextVectors(database, indexer.embedder, self._round_table.token)
        self.items = Items(database, indexer.embedder, limits.bytes)
        self._forgetting = Forgetting(
            database,
            self._round_table,
            self._queries,
            indexer.table,
            approximate,
            self.ledgers,
            self.pins,
            self.items.table,
            data_dir,
        )
        self._forgetting.finish()

    async def add(
        self, owner: str, sessions: Iterable[Session], *, progress: Progress | None = None
    ) -> Added:
        """Store sessions, then index them: see `Adding.add`."""
        return await self._adding.add(owner, sessions, progress=progress)

    async def restore(
        self,
        owner: str,
        sessions: Iterable[tuple[Session, Sequence[Round]]],
        *,
        progress: Progress | None = None,
    ) -> Added:
        """Store sessions with the rounds that they were split into before: see `Adding.restore`."""
        return await self._adding.restore(owner, sessions, progress=progress)

    async def append(
        self,
        owner: str,
        session_id: str,
        turns: Sequence[Turn],
        *,
        said_at: datetime,
        for_model: bool = False,
    ) -> Round:
        """Append a round to a session, which begins if it does not exist: see `Adding.append`."""
        return await self._adding.append(owner, session_id, turns, said_at=said_at, for_model=for_model)

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
        """Append a round of one turn together with the events that it causes: see `Adding.append_posted`."""
        return await self._adding.append_posted(
            owner, session_id, turn, drafts_of, said_at=said_at, after=after
        )

    @property
    def rounds_added(self) -> int:
        """How many rounds were added since the store was opened, by this process."""
        return self._adding.rounds

    def owners(self) -> list[str]:
        """List the owners of whom a round is stored, by name."""
        return self._queries.owners()

    def rounds(self, owner: str, round_ids: Sequence[str]) -> list[Round]:
        """Return the owner's rounds of those ids, in that order; unknown ids are skipped."""
        return self._queries.rounds(owner, round_ids)

    def owner_of_round(self, round_id: str) -> str | None:
        """Return whose the round of that id is; None where there is none."""
        return self._queries.owner_of(round_id)

    def round_ids(self, owner: str) -> list[str]:
        """Return the ids of the owner's rounds, those last said first; equal moments by their ids."""
        return self._queries.ids_newest_first(owner)

    def all_rounds(self, owner: str) -> Iterator[Round]:
        """Iterate over every round of the owner, sessions in the order in which they were added."""
        return self._queries.all_rounds(owner)

    def rounds_said(self, owner: str, during: TimeRange) -> frozenset[str]:
        """Return the ids of the rounds said in a time range."""
        return self._queries.rounds_said(owner, during)

    def sessions(self, owner: str) -> list[SessionSummary]:
        """List the owner's sessions, the earliest first."""
        return self._queries.sessions(owner)

    def count_unposted(self, owner: str) -> int:
        """Count the rounds whose facts are not posted."""
        return self._queries.count_unposted(owner)

    def first_unposted(self, owner: str, most: int) -> tuple[list[Round], bool]:
        """Return the owner's earliest rounds whose facts are not posted, and whether others wait behind."""
        return self._queries.first_unposted(owner, most)

    def last_round(self, owner: str, session_id: str) -> Round | None:
        """Return the round that the latest session of that id ends with; None where there is none."""
        return self._queries.last_round(owner, session_id)

    def session_rounds(self, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of every session of that id, in order.

        Raises:
            UnknownItem: the owner has no such session.
        """
        found = self._queries.session_rounds(owner, session_id)
        if not found:
            raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
        return found

    async def index(self, owner: str) -> SearchIndex:
        """Return what a question searches: every round that any process has stored by now.

        Raises:
            EmbedderMismatch: the owner's vectors are another embedder's.
            ModelError: the embedder failed, for rounds that are not indexed yet.
            StoreBusy, StoreError: the index cannot be read or written.
        """
        index = await self._indexes.of(owner)
        return SearchIndex(owner, index, self._indexer.keying, self._indexer.table, self._approximate)

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Permanently delete what a selector names and everything that repeats it, then verify that.

        A later import of the same rounds adds nothing.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
            StoreBusy: others were writing for too long, or another process has the graph of the owner's
                vectors; nothing is forgotten.
            StoreError: a round cannot be read; nothing is forgotten.
        """
        try:
            return await self._forgetting.forget(owner, selector)
        finally:
            self._indexes.drop(owner)
            self.text_vectors.drop(owner)
            await to_thread(self.items.drop, owner)

    def would_forget(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove; changes nothing.

        Raises:
            UnknownItem, BadInput: as of `forget`.
        """
        return self._forgetting.preview(owner, selector)

    def forgotten(self, names: Iterable[str]) -> frozenset[str]:
        """Return which of those ids, of rounds or records, were forgotten."""
        return self._round_table.tombstoned(names)

    async def reindex(
        self, owner: str | None = None, progress: Progress | None = None, *, keep: bool = False
    ) -> None:
        """Make the indexes anew from the rounds, of one owner or of all; the old ones answer until then.

        Args:
            owner: whose; everybody's where it is None.
            progress: called with the rounds indexed and the rounds there are.
            keep: whether the indexes of other embedders and keyings stay, for processes that ask by them.
        """
        owners = await to_thread(self.owners) if owner is None else [owner]
        sizes = [(await to_thread(self._queries.counts, name))[2] for name in owners]
        before, total = 0, sum(sizes)
        for name, size in zip(owners, sizes, strict=True):

            def step(indexed: int, _: int, done: int = before) -> None:
                if progress is not None:
                    progress(done + indexed, total)

            before_it = await to_thread(self._indexer.table.collections, name)
            index_pk = await self._indexer.rebuild(name, step)
            if not keep:
                await to_thread(self._indexer.drop_others, name)
            await to_thread(self._adding.complete_graph, name, index_pk)
            if gone := before_it - await to_thread(self._indexer.table.collections, name):
                await to_thread(self._approximate.drop, gone)
            before += size
        for name in await to_thread(self.items.table.owners) if owner is None else [owner]:
            await self.items.reindex(name, keep=keep)

    def stats(self, owner: str | None = None) -> Stats:
        """Count what is stored, for one owner or for all."""
        table, (documents, passages) = self._indexer.table, self.items.table.count_documents(owner)
        made_by = ", ".join(table.fingerprints(owner)) or self._indexer.embedder.fingerprint
        return Stats(
            *self._queries.counts(owner),
            table.rows.count_keys(owner),
            bytes_in(self.data_dir) + self._database.size(),
            made_by,
            self.items.table.count(owner) - documents - passages,
            documents,
            passages,
        )

    def check(self) -> list[CheckResult]:
        """Check the consistency of the store, part by part; changes nothing."""
        return Checker(
            self._database, self._queries, self._indexer.table, self._indexer, self._approximate, self.items
        ).check()

    def close(self) -> None:
        """Close the store, and let other processes have its Chroma directory."""
        self._approximate.close()
        self._indexes.clear()
        self.items.clear()
        self._database.close()
