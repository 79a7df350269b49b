"""Forgetting for good: out of the tables, the vectors, the caches, the exports, and the bytes on disk.

One transaction is the moment of forgetting. Before it nothing is gone; what is left to do after it is
noted within it, and is done by the next opening of the store if a crash comes between.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from daybook.embedding.protocol import Embedder, ForgetsTexts
from daybook.settings import Keying
from daybook.store.chroma import VectorsDamaged
from daybook.store.collections import collection_name
from daybook.store.forgetting.choosing import Memory
from daybook.store.forgetting.erasing import Duties, duties_done, duties_left, erase
from daybook.store.forgetting.exports import Cleaned, clean_exports
from daybook.store.forgetting.planning import ForgetPlan, plan_forgetting
from daybook.store.forgetting.proof import is_gone
from daybook.store.forgetting.selectors import Selector
from daybook.store.indexing import Indexer
from daybook.store.keys import Key, keys_of
from daybook.store.ledger import Ledgers
from daybook.store.pins import Pins
from daybook.store.rounds import RoundTable
from daybook.store.values import IndexState, Preview, Receipt


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Forgets in one store."""

    indexer: Indexer
    ledgers: Ledgers
    pins: Pins
    data_dir: Path

    def preview(self, owner: str, selector: Selector) -> Preview:
        """Say what `forget` would take away.

        Raises:
            UnknownItem, BadInput: as of `forget`.
        """
        plan = plan_forgetting(selector, self._memory(owner))
        return Preview(plan.removed, plan.texts)

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Forget, and prove it.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
            StoreBusy: another process has the vector index; nothing is forgotten.
            StoreError: a cache could not be erased; it is tried again by the next opening.
        """
        return await asyncio.to_thread(self._forget, owner, selector)

    def _forget(self, owner: str, selector: Selector) -> Receipt:
        indexer = self.indexer
        with indexer.lock:
            indexer.open()
            finish(indexer.truth, indexer.embedder)
            before = indexer.reading.index_state(owner)
            counts = indexer.reading.vector_counts(owner)
            with indexer.truth.database.writing() as connection:
                plan = plan_forgetting(selector, self._memory(owner))  # nobody else can write in between
                duties = self._duties(plan)
                if plan.is_empty:
                    return Receipt(plan.removed, verified=True)
                erase(connection, indexer.truth, plan, duties)
            self.ledgers.changed(owner)
            indexer.rings.pop(owner, None)
            indexer.changed(owner)
            self._carry_over(owner, before, counts)
            cached, cleaned = _do(duties, indexer.embedder)
            duties_done(indexer.truth)
            indexer.sweep()
            removed = {
                **plan.removed,
                "vectors": sum(counts.get(name) or 0 for name in plan.losses),
                "cached_vectors": cached,
                "exports": cleaned.files,
                "export_lines": cleaned.lines,
            }
            return Receipt(removed, self._is_proven(owner, duties, cleaned), cleaned.unreached)

    def _memory(self, owner: str) -> Memory:
        rounds = tuple(self.indexer.reading.all_rounds(owner))
        return Memory(owner, rounds, tuple(self.ledgers.events(owner)), tuple(self.pins.of(owner)))

    def _duties(self, plan: ForgetPlan) -> Duties:
        embedder, layouts = self.indexer.embedder, (Keying.MAX_SIM, Keying.CONCAT)
        keyed = {
            text
            for loss in plan.losses.values()
            for keying in layouts
            for _, text in keys_of(loss.before, embedder, keying)
        }
        exports = tuple(str(path) for path in self.ledgers.exports(plan.owner))
        return Duties(plan.names, plan.texts, plan.phrases, tuple(sorted(keyed | set(plan.texts))), exports)

    def _carry_over(self, owner: str, before: IndexState, counts: dict[str, int | None]) -> None:
        """Copy the vectors that stay into the owner's new collection, whole rounds only.

        Chroma keeps a deleted vector in its file, so the old collection goes as a whole. What cannot be
        copied is embedded again at the next need.
        """
        indexer = self.indexer
        staying = set(indexer.reading.vector_counts(owner))
        try:
            old = collection_name(owner, before)
            keys = [Key.parse(text) for text in indexer.chroma.ids(old) or ()]
            found = Counter(key.round_id for key in keys)
            whole = {name: found[name] for name in staying if counts.get(name) == found[name]}
            ids = [str(key) for key in keys if key.round_id in whole]
            if ids:
                new = collection_name(owner, indexer.reading.index_state(owner))
                indexer.chroma.upsert(new, ids, indexer.chroma.vectors(old, ids))
            indexer.truth.mark_indexed(whole)
        except VectorsDamaged:
            return

    def _is_proven(self, owner: str, duties: Duties, cleaned: Cleaned) -> bool:
        cached, again = _do(duties, self.indexer.embedder)  # a second time there is nothing left to erase
        return (
            not cached
            and not again.lines
            and cleaned.is_clean
            and is_gone(self.indexer, self.ledgers, self.data_dir, owner, duties)
        )


def finish(truth: RoundTable, embedder: Embedder) -> None:
    """Do what a forgetting that was interrupted has left to do outside of the database.

    Raises:
        StoreError: a cache could not be erased; it is tried again by the next opening.
    """
    duties = duties_left(truth)
    if duties is not None:
        _do(duties, embedder)
        duties_done(truth)


def _do(duties: Duties, embedder: Embedder) -> tuple[int, Cleaned]:
    cached = embedder.forget(duties.embedded) if isinstance(embedder, ForgetsTexts) else 0
    return cached, clean_exports(duties)
