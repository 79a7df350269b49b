"""Permanent deletion from the tables, the vectors, the caches, the exports, and the bytes on disk.

One transaction deletes everything in the database and stores the cleanup tasks outside of it. A crash
before it leaves nothing deleted; after a crash behind it the next opening of the store completes the tasks.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from daybook.embedding.protocol import Embedder, ForgetsTexts
from daybook.errors import StoreError
from daybook.settings import Keying
from daybook.store.collections import collection_name
from daybook.store.forgetting.erasing import CleanupTasks, clear_cleanup, erase, pending_cleanup
from daybook.store.forgetting.exports import Cleaned, clean_exports
from daybook.store.forgetting.planning import ForgetPlan, plan_forgetting
from daybook.store.forgetting.selection import OwnerData
from daybook.store.forgetting.selectors import Selector
from daybook.store.forgetting.verification import is_gone
from daybook.store.indexing import Indexer
from daybook.store.keys import Key, keys_of
from daybook.store.ledger import Ledgers
from daybook.store.pins import Pins
from daybook.store.rounds import RoundTable
from daybook.store.segments import VectorsDamaged
from daybook.store.values import IndexState, Preview, Receipt


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes from one store."""

    indexer: Indexer
    ledgers: Ledgers
    pins: Pins
    data_dir: Path

    def preview(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove.

        Raises:
            UnknownItem, BadInput: as of `forget`.
        """
        plan = plan_forgetting(selector, self._data_of(owner))
        return Preview(plan.removed, plan.texts)

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Delete what a selector names, and verify that it is gone.

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
            finish_cleanup(indexer.round_table, indexer.embedder)
            before = indexer.queries.index_state(owner)
            counts = indexer.queries.vector_counts(owner)
            with indexer.round_table.database.writing() as connection:
                plan = plan_forgetting(selector, self._data_of(owner))  # nobody else can write in between
                tasks = self._cleanup_tasks(plan)
                if plan.is_empty:
                    return Receipt(plan.removed, verified=True)
                erase(connection, indexer.round_table, plan, tasks)
            self.ledgers.changed(owner)
            indexer.keys_by_owner.pop(owner, None)
            indexer.changed(owner)
            self._copy_remaining_vectors(owner, before, counts)
            cached, cleaned = _run_tasks(tasks, indexer.embedder)
            clear_cleanup(indexer.round_table)
            indexer.drop_stale_collections()
            removed = {
                **plan.removed,
                "vectors": sum(counts.get(name) or 0 for name in plan.redactions),
                "cached_vectors": cached,
                "exports": cleaned.files,
                "export_lines": cleaned.lines,
            }
            return Receipt(removed, self._is_verified(owner, tasks, cleaned), cleaned.unreached)

    def _data_of(self, owner: str) -> OwnerData:
        """Read what the owner has.

        Raises:
            StoreError: a round cannot be read, so nobody can say whether it repeats what is to be forgotten.
        """
        rounds = tuple(self.indexer.queries.all_rounds(owner))
        unreadable = self.indexer.queries.vector_counts(owner).keys() - {one.round_id for one in rounds}
        if unreadable:
            raise StoreError(
                f"nothing is forgotten, for rounds cannot be read ({', '.join(sorted(unreadable)[:5])})"
                " and may hold it: put a copy of the database back"
            )
        return OwnerData(owner, rounds, tuple(self.ledgers.events(owner)), tuple(self.pins.of(owner)))

    def _cleanup_tasks(self, plan: ForgetPlan) -> CleanupTasks:
        embedder, layouts = self.indexer.embedder, (Keying.MAX_SIM, Keying.CONCAT)
        keyed = {
            text
            for redaction in plan.redactions.values()
            for keying in layouts
            for _, text in keys_of(redaction.before, embedder, keying)
        }
        exports = tuple(str(path) for path in self.ledgers.exports(plan.owner))
        return CleanupTasks(
            plan.names, plan.texts, plan.phrases, tuple(sorted(keyed | set(plan.texts))), exports
        )

    def _copy_remaining_vectors(self, owner: str, before: IndexState, counts: dict[str, int | None]) -> None:
        """Copy the vectors that stay into the owner's new collection, whole rounds only.

        Chroma keeps a deleted vector in its file, so the old collection goes as a whole. What cannot be
        copied is embedded again at the next need.
        """
        indexer = self.indexer
        staying = set(indexer.queries.vector_counts(owner))
        try:
            old = collection_name(owner, before)
            keys = [Key.parse(text) for text in indexer.chroma.ids(old) or ()]
            found = Counter(key.round_id for key in keys)
            whole = {name: found[name] for name in staying if counts.get(name) == found[name]}
            ids = [str(key) for key in keys if key.round_id in whole]
            if ids:
                new = collection_name(owner, indexer.queries.index_state(owner))
                indexer.chroma.upsert(new, ids, indexer.chroma.vectors(old, ids))
            indexer.round_table.mark_indexed(whole)
        except VectorsDamaged:
            return

    def _is_verified(self, owner: str, tasks: CleanupTasks, cleaned: Cleaned) -> bool:
        cached, again = _run_tasks(tasks, self.indexer.embedder)  # nothing is left the second time
        return (
            not cached
            and not again.lines
            and cleaned.is_clean
            and is_gone(self.indexer, self.ledgers, self.data_dir, owner, tasks)
        )


def finish_cleanup(round_table: RoundTable, embedder: Embedder) -> None:
    """Complete the cleanup tasks that an interrupted forgetting left outside of the database.

    Raises:
        StoreError: a cache could not be erased; it is tried again by the next opening.
    """
    tasks = pending_cleanup(round_table)
    if tasks is not None:
        _run_tasks(tasks, embedder)
        clear_cleanup(round_table)


def _run_tasks(tasks: CleanupTasks, embedder: Embedder) -> tuple[int, Cleaned]:
    cached = embedder.forget(tasks.embedded) if isinstance(embedder, ForgetsTexts) else 0
    return cached, clean_exports(tasks)
