"""Indexes rounds: embeds what an index lacks and writes it to the database, in the order of being said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from daybook.conversation import Round
from daybook.embedding.protocol import Embedder
from daybook.errors import EmbedderMismatch
from daybook.settings import Keying
from daybook.store.index_table import IndexTable
from daybook.store.keys import Key, keys_of, layout_of
from daybook.store.round_queries import RoundQueries
from daybook.store.row_codec import IndexRow, index_row

LOG = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""

_BATCH = 128
"""Rounds that are embedded together: some 500 windows, enough to sort by length."""


class Indexer:
    """Brings the indexes of one embedder and keying up to date.

    The order makes a crash at any point safe: first the round is stored and noted as lacking, in one
    transaction; later its row is written and the note deleted, in another. Any process may do it, and two
    that do it at once do no harm: what one has written the other leaves out.
    """

    def __init__(self, table: IndexTable, queries: RoundQueries, embedder: Embedder, keying: Keying) -> None:
        self.table, self._queries = table, queries
        self.embedder, self.keying, self.layout = embedder, keying, layout_of(keying)

    def index_of(self, owner: str, *, begin: bool = False) -> int | None:
        """Return the key of the owner's index that this embedder and keying answer from; None without one.

        Args:
            owner: whose index.
            begin: whether to begin one for an owner who has rounds and none.

        Raises:
            EmbedderMismatch: what there is was made by another embedder, or of other keys.
        """
        there = self.table.all_of(owner)
        mine = [one for one in there if (one.fingerprint, one.layout) == (self._fingerprint, self.layout)]
        built = [one for one in mine if one.built]
        if built:
            return built[-1].index_pk
        others = [one for one in there if one.built]
        if others:
            raise EmbedderMismatch(
                f"the vectors of {owner!r} were made by {others[-1].fingerprint} with {others[-1].layout} "
                f"keys, and {self._fingerprint} with {self.layout} keys is in force: run `daybook reindex`, "
                "or go back to the other"
            )
        return self.table.begin(owner, self._fingerprint, self.layout, built=True) if begin else None

    async def index_lacking(self, owner: str, index_pk: int, progress: Progress | None = None) -> None:
        """Index every round that an index lacks; those that cannot be read are passed over.

        Args:
            owner: whose index.
            index_pk: its key.
            progress: called with the rounds indexed and the rounds there were to index.

        Raises:
            StoreBusy, StoreError: the index cannot be written.
            ModelError: the embedder failed; what is left is done by the next call.
        """
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
        """Build the owner's index anew beside the one that answers, which it then takes the place of.

        Returns:
            Its key; None where no round of the owner is stored.

        Raises:
            StoreBusy, StoreError, ModelError: as of `index_lacking`; the one that answered goes on.
        """
        index_pk = await asyncio.to_thread(
            self.table.begin, owner, self._fingerprint, self.layout, built=False
        )
        if index_pk is None:
            return None
        await self.index_lacking(owner, index_pk, progress)
        await asyncio.to_thread(self.table.finish, owner, index_pk)
        return index_pk

    def drop_others(self, owner: str) -> None:
        """Delete the owner's indexes of other embedders and layouts."""
        others = [
            one.index_pk
            for one in self.table.all_of(owner)
            if (one.fingerprint, one.layout) != (self._fingerprint, self.layout)
        ]
        self.table.drop(owner, others)

    @property
    def _fingerprint(self) -> str:
        return self.embedder.fingerprint

    async def _rows_of(self, rounds: Sequence[Round]) -> list[IndexRow]:
        """Embed rounds and make their rows."""
        keyed = await asyncio.to_thread(self._keyed, rounds)
        vectors = await self.embedder.embed([text for found in keyed for _, text in found])
        ends = [0]
        for found in keyed:
            ends.append(ends[-1] + len(found))
        return await asyncio.to_thread(
            lambda: [
                index_row(round_, [key for key, _ in found], vectors[start:stop])
                for round_, found, start, stop in zip(rounds, keyed, ends, ends[1:], strict=False)
            ]
        )

    def _keyed(self, rounds: Sequence[Round]) -> list[list[tuple[Key, str]]]:
        return [keys_of(round_, self.embedder, self.keying) for round_ in rounds]
