"""Permanent deletion from the tables, the indexes, the exports, and the bytes on disk.

One transaction deletes everything in the database and stores the cleanup tasks outside of it. A crash
before it leaves nothing deleted; after a crash behind it the next opening of the store completes the tasks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import StoreBusy
from daybook.store.approximate import ApproximateIndex
from daybook.store.database import Database
from daybook.store.forgetting.erasing import (
    CleanupTasks,
    clear_cleanup,
    erase,
    needs_scrub,
    note_scrubbed,
    pending_cleanup,
)
from daybook.store.forgetting.exports import Cleaned, clean_exports
from daybook.store.forgetting.of_documents import files_left
from daybook.store.forgetting.owner_data import OwnerData, read_owner
from daybook.store.forgetting.planning import plan_forgetting
from daybook.store.forgetting.selectors import Selector
from daybook.store.forgetting.titles import forget_titles
from daybook.store.forgetting.verification import Verifier
from daybook.store.index_table import IndexTable
from daybook.store.item_table import ItemTable
from daybook.store.item_vectors import count_vectors
from daybook.store.ledger import Ledgers
from daybook.store.pins import Pins
from daybook.store.round_queries import RoundQueries
from daybook.store.rounds import RoundTable
from daybook.store.values import Preview, Receipt

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes from one store."""

    database: Database
    round_table: RoundTable
    queries: RoundQueries
    table: IndexTable
    approximate: ApproximateIndex
    ledgers: Ledgers
    pins: Pins
    items: ItemTable
    data_dir: Path

    def preview(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove.

        Raises:
            UnknownItem, BadInput: as of `forget`.
        """
        plan = plan_forgetting(selector, self._read(owner))
        return Preview(plan.removed, plan.texts)

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Delete what a selector names, and verify that it is gone.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
            StoreBusy: others were writing for too long, or another process has the graph of the owner's
                vectors; nothing is forgotten.
            StoreError: a round cannot be read; nothing is forgotten.
        """
        return await asyncio.to_thread(self._forget, owner, selector)

    def finish(self) -> None:
        """Complete what a crash left undone of a forgetting, unless another process has the graphs."""
        for tasks in pending_cleanup(self.round_table):
            try:
                self._clean(tasks)
            except StoreBusy as busy:
                LOG.warning("what was forgotten is still in the graphs: %s", busy)
        if needs_scrub(self.round_table) and not self.database.is_remote and self.database.vacuum():
            note_scrubbed(self.round_table)

    def _forget(self, owner: str, selector: Selector) -> Receipt:
        with self._approximate_of(owner) as collections:
            with self.database.writing(owner) as connection:
                # Nobody else can write in between.
                plan = plan_forgetting(selector, self._read(owner))
                titles = forget_titles(connection, owner, plan.redactions.keys(), plan.phrases)
                if plan.is_empty and not titles:
                    return Receipt({**plan.removed, **titles}, verified=True)
                vectors = self.table.rows.count_keys_of(connection, plan.redactions)
                vectors += count_vectors(connection, [item.item_pk for item in plan.items])
                exports = tuple(str(path) for path in self.ledgers.exports(owner))
                tasks = CleanupTasks(plan.names, plan.texts, plan.phrases, exports, tuple(collections))
                cached = erase(connection, self.round_table, plan, tasks)
            self.ledgers.changed(owner)
            cleaned = self._clean(tasks)
        removed = {
            **plan.removed,
            **titles,
            "vectors": vectors,
            "cached_vectors": cached,
            "exports": cleaned.files,
            "export_lines": cleaned.lines,
        }
        unreached = (*cleaned.unreached, *files_left(plan.sources))
        if tasks.collections and self.approximate.keeps:
            unreached = (*unreached, self.approximate.keeps)
        return Receipt(removed, self._is_verified(owner, tasks, cleaned), unreached)

    def _read(self, owner: str) -> OwnerData:
        return read_owner(owner, self.queries, self.ledgers, self.pins, self.items)

    @contextmanager
    def _approximate_of(self, owner: str) -> Iterator[set[str]]:
        """Have the owner's collections in Chroma, if there are any, so that they can be dropped."""
        collections = self.table.collections(owner)
        if not collections:
            yield collections
            return
        with self.approximate.held():
            yield collections

    def _clean(self, tasks: CleanupTasks) -> Cleaned:
        cleaned = clean_exports(tasks)
        if tasks.collections:
            self.approximate.drop(set(tasks.collections))
        clear_cleanup(self.round_table, tasks)
        return cleaned

    def _is_verified(self, owner: str, tasks: CleanupTasks, cleaned: Cleaned) -> bool:
        again = clean_exports(tasks)  # nothing is left the second time
        if again.lines or not cleaned.is_clean:
            return False
        verifier = Verifier(self.queries, self.table, self.ledgers, self.items, owner, tasks)
        if not verifier.is_gone_from_tables():
            return False
        if self.database.is_remote:
            return True
        self.database.checkpoint()
        is_gone = verifier.is_gone_from_files(self.data_dir) or (
            # A page that was split long ago may hold a copy of what was moved out of it then.
            self.database.vacuum() and verifier.is_gone_from_files(self.data_dir)
        )
        if is_gone:
            note_scrubbed(self.round_table)
        return is_gone
