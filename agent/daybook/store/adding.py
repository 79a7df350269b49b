"""Adds rounds: each session, or each round of a chat, in one transaction, and then to the owner's index."""

from __future__ import annotations

from asyncio import CancelledError, to_thread
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from threading import Lock

from daybook.conversation import Draft, Event, Role, Round, Session, Turn, as_utc, rounds_of
from daybook.errors import BadInput, DaybookError
from daybook.store.approximate import ApproximateIndex
from daybook.store.indexing import Indexer, Progress
from daybook.store.ledger import post_events
from daybook.store.model_queue import want
from daybook.store.owner_index import Limits
from daybook.store.rounds import RoundTable
from daybook.store.values import Added

_KEPT = "{sessions} sessions of {owner!r} with {rounds} new rounds were kept before that, and stay"


class Adding:
    """What a store is added to by."""

    def __init__(
        self,
        round_table: RoundTable,
        indexer: Indexer,
        approximate: ApproximateIndex,
        limits: Limits,
    ) -> None:
        self._round_table, self._indexer = round_table, indexer
        self._approximate, self._limits = approximate, limits
        self._counting, self.rounds = Lock(), 0
        """Rounds that were added since this was made."""

    async def add(
        self, owner: str, sessions: Iterable[Session], *, progress: Progress | None = None
    ) -> Added:
        """Store sessions, then index them.

        Each session is committed in one transaction before the next is taken from `sessions`: from
        then on it is acknowledged and survives a crash. Rounds that are stored already, or were
        forgotten, are skipped.

        Args:
            owner: whose they are.
            sessions: any number, repeated ids told apart by their occurrence.
            progress: called with the rounds indexed and the rounds there are to index.

        Raises:
            BadInput: a date of the session at hand is not within the calendar, and nothing of it is kept.
            EmbedderMismatch: the owner's vectors are another embedder's; nothing is kept.
            StoreBusy: others were writing for too long, and nothing of the session at hand is kept.
            StoreError: the session at hand could not be written, and nothing of it is kept.
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

        So a session of which something was forgotten gets back the places that its rounds had. An error
        in the middle has a note (`__notes__`) that says how much was kept before it.
        """
        await to_thread(self._indexer.index_of, owner)  # refuses another embedder's
        count = offered = added = 0
        try:
            for session, rounds in sessions:
                _check_dates(session, rounds)
                written = await to_thread(self._round_table.add_session, session, owner, rounds)
                count, offered, added = count + 1, offered + written.offered, added + len(written.added)
                self._count(len(written.added))
            if count:  # also where nothing is new: what an interruption left unindexed is done now
                index_pk = await self._index(owner, progress)
                await to_thread(self.complete_graph, owner, index_pk)
        except (DaybookError, KeyboardInterrupt, CancelledError) as error:
            if count:
                error.add_note(_KEPT.format(sessions=count, rounds=added, owner=owner))
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
        """Append a round to a session; begins the session if it does not exist.

        Args:
            owner: whose it is.
            session_id: the session that goes on; the last of that id where it is repeated.
            turns: the user's turn, the reply, or both.
            said_at: timezone-aware; the moment of the round.
            for_model: whether a chat model is to read it for facts; see `ModelQueue`.

        Raises:
            ValueError: there is no turn, or two of one side.
            EmbedderMismatch, StoreBusy, StoreError, ModelError: as of `add`.
        """
        sides = {turn.role: turn for turn in turns}
        if not turns or len(sides) != len(turns):
            raise ValueError("a round is a user's turn, a reply, or both")
        user, reply = sides.get(Role.USER), sides.get(Role.ASSISTANT)

        def write() -> Round:
            self._indexer.index_of(owner)  # refuses another embedder's
            with self._round_table.database.writing(owner) as connection:
                round_ = self._round_table.append_round(connection, owner, session_id, user, reply, said_at)
                if for_model:
                    want(connection, [round_.round_id])
                return round_

        round_ = await to_thread(write)
        self._count(1)
        await self._index(owner)
        return round_

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

        Args:
            owner: whose it is.
            session_id: the session that goes on, or begins.
            turn: the user's.
            drafts_of: makes the events of the round; it is not read for facts again.
            said_at: timezone-aware; the moment of the round, and of posting.
            after: the `head` of the ledger that the events were decided on.

        Raises:
            LedgerMoved: something was posted after that; neither the round nor the events are kept.
            EmbedderMismatch, StoreBusy, StoreError, ModelError: as of `add`.
        """

        def write() -> list[Event]:
            self._indexer.index_of(owner)  # refuses another embedder's
            with self._round_table.database.writing(owner) as connection:
                round_ = self._round_table.append_round(connection, owner, session_id, turn, None, said_at)
                drafts, read = drafts_of(round_), [round_.round_id]
                return post_events(
                    connection, owner, drafts, posted_at=said_at, rounds_read=read, after=after
                )

        events = await to_thread(write)
        self._count(1)
        await self._index(owner)
        return events

    def complete_graph(self, owner: str, index_pk: int | None) -> None:
        """Add to the graph of an owner's vectors what it lacks, where there are so many that there is one."""
        table = self._indexer.table
        found = None if index_pk is None else table.version(owner, index_pk)
        keys = table.rows.count_keys(owner, index_pk)
        if found is not None and not self._limits.allow(keys, self._indexer.embedder.dim):
            self._approximate.complete(owner, found[0])

    def _count(self, rounds: int) -> None:
        with self._counting:
            self.rounds += rounds

    async def _index(self, owner: str, progress: Progress | None = None) -> int | None:
        index_pk = await to_thread(lambda: self._indexer.index_of(owner, begin=True))
        if index_pk is not None:  # else all was forgotten in the meantime
            await self._indexer.index_lacking(owner, index_pk, progress)
        return index_pk


def _check_dates(session: Session, rounds: Sequence[Round]) -> None:
    said = [turn.said_at for round_ in rounds for turn in round_.turns if turn.said_at]
    try:
        for moment in (session.started_at, *(round_.said_at for round_ in rounds), *said):
            as_utc(moment)
    except ValueError as error:
        raise BadInput(str(error), source=f"session {session.session_id!r}") from None
