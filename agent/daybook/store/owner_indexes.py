"""The indexes in memory: read when an owner is asked about, kept in step, and let go when room is needed."""

from __future__ import annotations

import logging
from asyncio import to_thread
from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from daybook.store.index_table import IndexVersion
from daybook.store.indexing import Indexer
from daybook.store.owner_index import Limits, OwnerIndex
from daybook.store.row_table import intact

LOG = logging.getLogger(__name__)


class OwnerIndexes:
    """Holds the indexes of the owners last asked about, within a limit of memory.

    Each question compares what is held with what the database says, so what any process has written counts
    at once. Reading what is new costs by what is new.
    """

    def __init__(self, indexer: Indexer, limits: Limits) -> None:
        """Hold nothing yet.

        Args:
            indexer: makes what an index lacks.
            limits: the keys that one owner may have and the bytes that all of them may take; beyond
                either the vectors of an owner are not held.
        """
        self._indexer, self._table, self._limits = indexer, indexer.table, limits
        self._held: OrderedDict[str, OwnerIndex] = OrderedDict()
        self._lock = Lock()
        self._reading: dict[str, Lock] = {}

    async def of(self, owner: str) -> OwnerIndex:
        """Return the owner's index, with every round that is stored by now.

        Raises:
            EmbedderMismatch: what there is was made by another embedder, or of other keys.
            ModelError: the embedder failed, for rounds that are not indexed yet.
            StoreBusy, StoreError: it cannot be read or written.
        """
        is_tried = False
        while True:
            found = await to_thread(self._version, owner)
            if found is None:
                return OwnerIndex(IndexVersion(0, 0, 0))
            version, lacks = found
            if lacks and not is_tried:
                await self._indexer.index_lacking(owner, version.index_pk)
                is_tried = True  # what is lacking after that cannot be read
                continue
            index = await to_thread(self._up_to_date, owner, version)
            if index is not None:
                return index
            is_tried = False

    def drop(self, owner: str) -> None:
        """Let go of an owner's index."""
        with self._lock:
            self._held.pop(owner, None)

    def clear(self) -> None:
        """Let go of all of them."""
        with self._lock:
            self._held.clear()

    def _version(self, owner: str) -> tuple[IndexVersion, bool] | None:
        """Return what the owner's index holds now, and whether it lacks rounds; None without a round."""
        known = self._held.get(owner)
        found = None if known is None else self._table.version(owner, known.version.index_pk)
        while found is None:
            index_pk = self._indexer.index_of(owner, begin=self._table.has_rounds(owner))
            if index_pk is None:
                return None
            found = self._table.version(owner, index_pk)
        return found

    def _up_to_date(self, owner: str, version: IndexVersion) -> OwnerIndex | None:
        """Bring what is held of an owner to a version; None where damaged rows have to be made anew."""
        with self._lock:
            reading = self._reading.setdefault(owner, Lock())
        with reading:  # two questions at once read it once
            with self._lock:
                held = self._held.get(owner)
                if held is not None and held.version == version:
                    self._held.move_to_end(owner)
                    return held
            if held is None or held.version.index_pk != version.index_pk:
                held = OwnerIndex(IndexVersion(version.index_pk, version.revision, 0))
            index, wrong = self._read(owner, held, version)
            if wrong:
                LOG.warning(
                    "%d rounds of %r are indexed again: their rows were damaged or lost", len(wrong), owner
                )
                self._table.rows.index_again(owner, version.index_pk, wrong)
                self.drop(owner)
                return None
            self._hold(owner, index)
            return index

    def _read(self, owner: str, held: OwnerIndex, version: IndexVersion) -> tuple[OwnerIndex, list[str]]:
        """Take out what is gone and read what is new.

        Returns:
            What is there at the version or later, and the ids of rounds whose rows are damaged.
        """
        is_first = not len(held.rounds)
        wrong = self._table.rows.missing(owner, version.index_pk) if is_first else []
        last = held.version.last_row
        if held.version.revision != version.revision:
            held = held.kept(self._table.rows.keys(owner, version.index_pk), version)
            if held.matrix is None and len(held.spans.rows) <= self._limits.keys:
                held, last = OwnerIndex(version), 0  # there may be room for the vectors now
        for part in self._table.rows.after(owner, version.index_pk, last):
            rows, damaged = intact(part)
            wrong += damaged
            last = part[-1].row_pk
            held = held.extended(rows, version, self._limits)
        return held.at(replace(version, last_row=max(last, version.last_row))), wrong

    def _hold(self, owner: str, index: OwnerIndex) -> None:
        with self._lock:
            self._held[owner] = index
            self._held.move_to_end(owner)
            taken = sum(one.nbytes for one in self._held.values())
            while taken > self._limits.bytes and len(self._held) > 1:
                _, let_go = self._held.popitem(last=False)
                taken -= let_go.nbytes
