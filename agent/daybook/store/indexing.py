"""The vector index kept in step with the truth: what is kept but not indexed gets indexed."""

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
from daybook.store.chroma import Chroma, VectorsDamaged
from daybook.store.collections import collection_name, read_keys
from daybook.store.keys import Key, keys_of, layout_of
from daybook.store.round_queries import RoundQueries
from daybook.store.rounds import RoundTable
from daybook.store.values import IndexState
from daybook.store.vectors import EXACT_LIMIT, KeyRing

LOG = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
T = TypeVar("T")

_BATCH = 128
"""Rounds that are embedded together: some 500 windows, enough to sort by length."""
_RINGS = 8
"""Owners whose vectors are kept in memory."""
_MENDINGS = 2
"""How often an owner's vectors are made anew in one process before the disk is blamed."""


class Indexer:
    """Makes vectors of rounds, puts them into Chroma and notes in the truth that they are there.

    The order is what makes it safe to be killed anywhere: first the truth, then the vectors (again,
    if need be: putting them in twice changes nothing), last the note. `add` of the store and the
    first need of an owner's vectors both call `settle`, which does whatever is left.
    """

    def __init__(
        self,
        truth: RoundTable,
        reading: RoundQueries,
        chroma: Chroma,
        embedder: Embedder,
        keying: Keying,
        *,
        exact_limit: int = EXACT_LIMIT,
    ) -> None:
        self.exact_limit = exact_limit
        self.truth, self.reading, self.chroma = truth, reading, chroma
        self.embedder, self.keying, self.layout = embedder, keying, layout_of(keying)
        self.lock = RLock()
        """Held by whoever uses Chroma or the rings."""
        self.rings: OrderedDict[str, KeyRing] = OrderedDict()
        self._swept = False
        self._changes: Counter[str] = Counter()
        self._settled: dict[str, int] = {}
        self._mendings: Counter[str] = Counter()

    def changed(self, owner: str) -> None:
        """Say that the owner may have rounds that are not indexed."""
        self._changes[owner] += 1

    def check_embedder(self, owner: str) -> None:
        """Refuse to mix vectors of two embedders.

        Raises:
            EmbedderMismatch: the owner's vectors were made by another embedder, or of other keys.
        """
        state = self.reading.index_state(owner)
        mine = (self.embedder.fingerprint, self.layout)
        if state.fingerprint and (state.fingerprint, state.layout) != mine:
            raise EmbedderMismatch(
                f"the vectors of {owner!r} were made by {state.fingerprint} with {state.layout} keys, and "
                f"{mine[0]} with {mine[1]} keys is in force: run `daybook reindex`, or go back to the other"
            )

    async def settle(self, owner: str, progress: Progress | None = None) -> None:
        """Index every round of the owner that is not indexed.

        Args:
            owner: whose rounds.
            progress: called with the rounds indexed and the rounds there were to index.

        Raises:
            EmbedderMismatch, StoreBusy, StoreError: as of `OwnerVectors.near`.
            ModelError: the embedder failed; what is left is done by the next call.
        """
        change = self._changes[owner]
        if self._settled.get(owner) == change:
            return
        await asyncio.to_thread(self._prepare, owner)
        counted = await asyncio.to_thread(self.reading.vector_counts, owner)
        total = sum(count is None for count in counted.values())
        done = 0
        while batch := await asyncio.to_thread(self.reading.unindexed, owner, _BATCH):
            state = await asyncio.to_thread(self.reading.index_state, owner)
            keyed = await asyncio.to_thread(self._keyed, batch)
            pairs = [pair for _, found in keyed for pair in found]
            vectors = await self.embedder.embed([text for _, text in pairs])
            counts = {round_.round_id: len(found) for round_, found in keyed}
            keys = [key for key, _ in pairs]
            if not await self.soundly(owner, partial(self._write, owner, state, keys, vectors, counts)):
                await asyncio.to_thread(self._unlearn, owner, keyed)
            done += len(batch)
            if progress is not None:
                progress(min(done, total), total)
        self._settled[owner] = change

    async def ring(self, owner: str) -> KeyRing:
        """Give the owner's keys, indexing what is left; read from Chroma once, then kept."""
        while True:
            await self.settle(owner)
            ring = self.rings.get(owner)
            if ring is None:
                ring = await self.soundly(owner, lambda: self._load(owner))
            if ring is not None:
                return ring

    async def soundly(self, owner: str, work: Callable[[], T]) -> T | None:
        """Do work with Chroma in a thread; where the vectors are damaged, have them made anew.

        Returns:
            What the work returns; None where there was damage: settle, and try again.

        Raises:
            StoreError: they were damaged again and again.
        """

        def guarded() -> T | None:
            with self.lock:
                self.open()
                try:
                    return work()
                except VectorsDamaged as damage:
                    self._mend(owner, damage)
                    return None
                finally:
                    self.chroma.tidy()

        return await asyncio.to_thread(guarded)

    async def reindex(self, owners: Sequence[str], progress: Progress | None = None) -> None:
        """Make the vectors of those owners anew, with the embedder in force."""
        await asyncio.to_thread(self._renew, owners)
        sizes = {owner: len(await asyncio.to_thread(self.reading.vector_counts, owner)) for owner in owners}
        total = sum(sizes.values())
        before = 0
        for owner in owners:
            done = before

            def step(indexed: int, _: int, done: int = done) -> None:
                if progress is not None:
                    progress(done + indexed, total)

            await self.settle(owner, step)
            before += sizes[owner]

    def open(self) -> None:
        """Open Chroma, and finish what a crash may have left of forgetting or reindexing."""
        with self.lock:
            self.chroma.open()
            if not self._swept:
                self.sweep()
                self._swept = True

    def sweep(self) -> None:
        """Drop the collections that no owner has, and rewrite the files if something was forgotten."""
        names = {collection_name(owner, self.reading.index_state(owner)) for owner in self.reading.owners()}
        self.chroma.drop_all_but(names)
        if self.truth.noted("scrub") == "wanted":
            self.chroma.scrub()
            if self.truth.database.scrub():
                self.truth.note("scrub", "done")

    def close(self) -> None:
        """Let go of Chroma."""
        with self.lock:
            self.rings.clear()
            self.chroma.close()

    def _keyed(self, rounds: Sequence[Round]) -> list[tuple[Round, Sequence[tuple[Key, str]]]]:
        return [(round_, keys_of(round_, self.embedder, self.keying)) for round_ in rounds]

    def _prepare(self, owner: str) -> None:
        with self.lock:
            self.check_embedder(owner)
            self.open()
            if not self.reading.index_state(owner).fingerprint:
                self.truth.renew_index(owner, fingerprint=self.embedder.fingerprint, layout=self.layout)

    def _write(
        self, owner: str, state: IndexState, keys: Sequence[Key], vectors: Vectors, counts: dict[str, int]
    ) -> bool:
        """Put in the vectors of whole rounds, unless they were forgotten or renewed in the meantime."""
        if self.reading.index_state(owner) != state:
            return False
        if keys:
            self.chroma.upsert(collection_name(owner, state), [str(key) for key in keys], vectors)
        self.truth.mark_indexed(counts)
        ring = self.rings.pop(owner, None)
        if ring is not None and (grown := ring.with_added(keys, vectors, most=self.exact_limit)) is not None:
            self.rings[owner] = grown
        return True

    def _unlearn(self, owner: str, keyed: Sequence[tuple[Round, Sequence[tuple[Key, str]]]]) -> None:
        """Have a cache lose what it learned of rounds that were forgotten while they were embedded."""
        kept = {round_.round_id for round_ in self.reading.rounds(owner, [one.round_id for one, _ in keyed])}
        gone = [text for round_, found in keyed if round_.round_id not in kept for _, text in found]
        if gone and isinstance(self.embedder, ForgetsTexts):
            self.embedder.forget(gone)

    def _load(self, owner: str) -> KeyRing | None:
        """Read the owner's keys; None where some are to be made anew."""
        name = collection_name(owner, self.reading.index_state(owner))
        keys, wrong = read_keys(self.chroma, name, self.reading.vector_counts(owner))
        if wrong:
            LOG.warning("%d rounds of %r are indexed again: the vector index lacked them", len(wrong), owner)
            self.truth.mark_unindexed(wrong)
            self.changed(owner)
            return None
        ids = [str(key) for key in keys]
        matrix = self.chroma.vectors(name, ids) if len(ids) <= self.exact_limit else None
        ring = self.rings[owner] = KeyRing.of(keys, matrix)
        while len(self.rings) > _RINGS:
            self.rings.popitem(last=False)
        return ring

    def _renew(self, owners: Sequence[str]) -> None:
        with self.lock:
            self.chroma.open()
            for owner in owners:
                self.truth.renew_index(owner, fingerprint=self.embedder.fingerprint, layout=self.layout)
                self.rings.pop(owner, None)
                self.changed(owner)
            self.sweep()

    def _mend(self, owner: str, damage: VectorsDamaged) -> None:
        self._mendings[owner] += 1
        if self._mendings[owner] > _MENDINGS:
            raise StoreError(f"the vector index is damaged again and again ({damage}): check the disk")
        LOG.warning("the vectors of %r are damaged and are made anew (%s)", owner, damage)
        state = self.reading.index_state(owner)
        self.truth.renew_index(owner, fingerprint=state.fingerprint, layout=state.layout)
        self.rings.pop(owner, None)
        self.changed(owner)
        self.sweep()
