"""Keeps the vector index in step with the database: embeds and indexes rounds that are not indexed yet."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from threading import RLock
from typing import TypeVar

from daybook.conversation import Round
from daybook.embedding.protocol import Embedder, ForgetsTexts, Vectors
from daybook.errors import EmbedderMismatch, StoreError
from daybook.settings import Keying
from daybook.store.chroma import Chroma
from daybook.store.collections import collection_name, read_keys
from daybook.store.keys import Key, keys_of, layout_of
from daybook.store.round_queries import RoundQueries
from daybook.store.rounds import RoundTable
from daybook.store.segments import VectorsDamaged
from daybook.store.values import IndexState
from daybook.store.vectors import EXACT_LIMIT, OwnerKeys

LOG = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
T = TypeVar("T")

_BATCH = 128
"""Rounds that are embedded together: some 500 windows, enough to sort by length."""
_OWNERS_IN_MEMORY = 8
"""Owners whose vectors are kept in memory."""
_MOST_RECOVERIES = 2
"""How often an owner's vectors are rebuilt in one process before it gives up."""


class Indexer:
    """Embeds rounds, writes their vectors to Chroma, and marks them as indexed in the database.

    The order makes a crash at any point safe: first the round, then its vectors (again,
    if need be: upserting twice changes nothing), last the mark. `add` of the store and the
    first use of an owner's vectors both call `index_pending`, which does whatever is left.
    """

    def __init__(
        self,
        round_table: RoundTable,
        queries: RoundQueries,
        chroma: Chroma,
        embedder: Embedder,
        keying: Keying,
        *,
        exact_limit: int = EXACT_LIMIT,
    ) -> None:
        self.exact_limit = exact_limit
        self.round_table, self.queries, self.chroma = round_table, queries, chroma
        self.embedder, self.keying, self.layout = embedder, keying, layout_of(keying)
        self.lock = RLock()
        """Held by whoever uses Chroma or `keys_by_owner`."""
        self.keys_by_owner: OrderedDict[str, OwnerKeys] = OrderedDict()
        self._dropped_stale = False
        self._changes: Counter[str] = Counter()
        self._indexed_at: dict[str, int] = {}
        self._recoveries: Counter[str] = Counter()

    def changed(self, owner: str) -> None:
        """Note that the owner may have rounds that are not indexed."""
        self._changes[owner] += 1

    def check_embedder(self, owner: str) -> None:
        """Refuse to mix vectors of two embedders.

        Raises:
            EmbedderMismatch: the owner's vectors were made by another embedder, or of other keys.
        """
        state = self.queries.index_state(owner)
        mine = (self.embedder.fingerprint, self.layout)
        if state.fingerprint and (state.fingerprint, state.layout) != mine:
            raise EmbedderMismatch(
                f"the vectors of {owner!r} were made by {state.fingerprint} with {state.layout} keys, and "
                f"{mine[0]} with {mine[1]} keys is in force: run `daybook reindex`, or go back to the other"
            )

    def claim(self, owner: str) -> None:
        """Make sure that what is about to be stored for the owner can be indexed by this process.

        Raises:
            EmbedderMismatch: as of `check_embedder`.
            StoreBusy: another process has the vector index.
        """
        self.check_embedder(owner)
        with self.lock:
            self.chroma.lock()

    async def index_pending(self, owner: str, progress: Progress | None = None) -> None:
        """Index every round of the owner that is not indexed.

        Args:
            owner: whose rounds.
            progress: called with the rounds indexed and the rounds there were to index.

        Raises:
            EmbedderMismatch, StoreBusy, StoreError: as of `OwnerVectors.near`.
            ModelError: the embedder failed; what is left is done by the next call.
        """
        change = self._changes[owner]
        if self._indexed_at.get(owner) == change:
            return
        await asyncio.to_thread(self._prepare, owner)
        counted = await asyncio.to_thread(self.queries.vector_counts, owner)
        total = sum(count is None for count in counted.values())
        done = 0
        while batch := await asyncio.to_thread(self.queries.unindexed, owner, _BATCH):
            state = await asyncio.to_thread(self.queries.index_state, owner)
            keyed = await asyncio.to_thread(self._keyed, batch)
            pairs = [pair for _, found in keyed for pair in found]
            vectors = await self.embedder.embed([text for _, text in pairs])
            counts = {round_.round_id: len(found) for round_, found in keyed}
            keys = [key for key, _ in pairs]
            if not await self.with_recovery(owner, partial(self._write, owner, state, keys, vectors, counts)):
                await asyncio.to_thread(self._forget_cached, owner, keyed)
            done += len(batch)
            if progress is not None:
                progress(min(done, total), total)
        self._indexed_at[owner] = change

    async def keys_of_owner(self, owner: str) -> OwnerKeys:
        """Return the owner's keys after indexing what is pending; read from Chroma once, then cached."""
        while True:
            await self.index_pending(owner)
            owner_keys = self.keys_by_owner.get(owner)
            if owner_keys is None:
                owner_keys = await self.with_recovery(owner, lambda: self._load(owner))
            if owner_keys is not None:
                return owner_keys

    async def with_recovery(self, owner: str, work: Callable[[], T]) -> T | None:
        """Run work with Chroma in a thread; if the vectors are damaged, mark them to be rebuilt.

        Returns:
            What the work returns; None after damage: call `index_pending` and try again.

        Raises:
            StoreError: they were damaged repeatedly.
        """

        def guarded() -> T | None:
            with self.lock:
                self.open()
                try:
                    return work()
                except VectorsDamaged as damage:
                    self._recover(owner, damage)
                    return None
                finally:
                    self.chroma.tidy_files()

        return await asyncio.to_thread(guarded)

    async def reindex(self, owners: Sequence[str], progress: Progress | None = None) -> None:
        """Rebuild the vectors of those owners with the current embedder."""
        await asyncio.to_thread(self._renew, owners)
        sizes = {owner: len(await asyncio.to_thread(self.queries.vector_counts, owner)) for owner in owners}
        total = sum(sizes.values())
        before = 0
        for owner in owners:
            done = before

            def step(indexed: int, _: int, done: int = done) -> None:
                if progress is not None:
                    progress(done + indexed, total)

            await self.index_pending(owner, step)
            before += sizes[owner]

    def open(self) -> None:
        """Open Chroma, and complete a forgetting or reindexing that a crash interrupted."""
        with self.lock:
            self.chroma.open()
            if not self._dropped_stale:
                self.drop_stale_collections()
                self._dropped_stale = True

    def drop_stale_collections(self) -> None:
        """Drop collections that no owner uses, and vacuum the files if something was forgotten."""
        names = {collection_name(owner, self.queries.index_state(owner)) for owner in self.queries.owners()}
        self.chroma.drop_all_but(names)
        if self.round_table.get_meta("scrub") == "wanted":
            self.chroma.vacuum()
            if self.round_table.database.vacuum():
                self.round_table.put_meta("scrub", "done")

    def close(self) -> None:
        """Close Chroma and release its lock."""
        with self.lock:
            self.keys_by_owner.clear()
            self.chroma.close()

    def _keyed(self, rounds: Sequence[Round]) -> list[tuple[Round, Sequence[tuple[Key, str]]]]:
        return [(round_, keys_of(round_, self.embedder, self.keying)) for round_ in rounds]

    def _prepare(self, owner: str) -> None:
        with self.lock:
            self.check_embedder(owner)
            self.open()
            if not self.queries.index_state(owner).fingerprint:
                self.round_table.renew_index(owner, fingerprint=self.embedder.fingerprint, layout=self.layout)

    def _write(
        self, owner: str, state: IndexState, keys: Sequence[Key], vectors: Vectors, counts: dict[str, int]
    ) -> bool:
        """Write the vectors of whole rounds, unless the owner's index state changed in the meantime."""
        if self.queries.index_state(owner) != state:
            return False
        if keys:
            self.chroma.upsert(collection_name(owner, state), [str(key) for key in keys], vectors)
        self.round_table.mark_indexed(counts)
        held = self.keys_by_owner.pop(owner, None)
        if held is not None and (grown := held.with_added(keys, vectors, most=self.exact_limit)) is not None:
            self.keys_by_owner[owner] = grown
        return True

    def _forget_cached(self, owner: str, keyed: Sequence[tuple[Round, Sequence[tuple[Key, str]]]]) -> None:
        """Erase cached vectors of rounds that were forgotten while they were being embedded."""
        kept = {round_.round_id for round_ in self.queries.rounds(owner, [one.round_id for one, _ in keyed])}
        gone = [text for round_, found in keyed if round_.round_id not in kept for _, text in found]
        if gone and isinstance(self.embedder, ForgetsTexts):
            self.embedder.forget(gone)

    def _load(self, owner: str) -> OwnerKeys | None:
        """Read the owner's keys from Chroma; None if some rounds have to be indexed again."""
        name = collection_name(owner, self.queries.index_state(owner))
        keys, wrong = read_keys(self.chroma, name, self.queries.vector_counts(owner))
        if wrong:
            LOG.warning("%d rounds of %r are indexed again: the vector index lacked them", len(wrong), owner)
            self.round_table.mark_unindexed(wrong)
            self.changed(owner)
            return None
        ids = [str(key) for key in keys]
        matrix = self.chroma.vectors(name, ids) if len(ids) <= self.exact_limit else None
        owner_keys = self.keys_by_owner[owner] = OwnerKeys.of(keys, matrix)
        while len(self.keys_by_owner) > _OWNERS_IN_MEMORY:
            self.keys_by_owner.popitem(last=False)
        return owner_keys

    def _renew(self, owners: Sequence[str]) -> None:
        with self.lock:
            self.chroma.open()
            for owner in owners:
                self.round_table.renew_index(owner, fingerprint=self.embedder.fingerprint, layout=self.layout)
                self.keys_by_owner.pop(owner, None)
                self.changed(owner)
            self.drop_stale_collections()

    def _recover(self, owner: str, damage: VectorsDamaged) -> None:
        self._recoveries[owner] += 1
        if self._recoveries[owner] > _MOST_RECOVERIES:
            raise StoreError(f"the vector index is damaged again and again ({damage}): check the disk")
        LOG.warning("the vectors of %r are damaged and are made anew (%s)", owner, damage)
        state = self.queries.index_state(owner)
        self.round_table.renew_index(owner, fingerprint=state.fingerprint, layout=state.layout)
        self.keys_by_owner.pop(owner, None)
        self.changed(owner)
        self.drop_stale_collections()
