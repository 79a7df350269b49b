"""The store: stored rounds, and the indexes that find them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from threading import Lock

from daybook.conversation import Draft, Event, Role, Round, Session, TimeRange, Turn, as_utc, rounds_of
from daybook.embedding import CachedEmbedder
from daybook.embedding.protocol import Embedder
from daybook.errors import BadInput, DaybookError, StoreError, UnknownItem
from daybook.settings import Keying
from daybook.store.check import check
from daybook.store.chroma import Chroma
from daybook.store.database import FILE, Database, sqlite_url
from daybook.store.files import bytes_in, make_private_directory, make_private_file
from daybook.store.forgetting import Forgetting, Selector, finish_cleanup
from daybook.store.indexing import Indexer
from daybook.store.ledger import Ledgers, post_events
from daybook.store.ledger_vectors import LedgerVectors
from daybook.store.lexical import LexicalIndex
from daybook.store.owner_vectors import vectors_of
from daybook.store.pins import Pins
from daybook.store.round_queries import RoundQueries
from daybook.store.rounds import RoundTable
from daybook.store.values import Added, CheckResult, Preview, Receipt, SessionSummary, Stats
from daybook.store.vectors import EXACT_LIMIT, OwnerVectors

Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""

_KEPT = "{sessions} sessions of {owner!r} with {rounds} new rounds were kept before that, and stay"


class Store:
    """Rounds word for word, with a dense and a lexical index. Every call names the owner it is about.

    It may be used from several threads and event loops of one process. What is no coroutine reads SQL and
    blocks: an event loop has it done in a thread.
    """

    def __init__(self, data_dir: Path, database: Database, indexer: Indexer) -> None:
        self.data_dir = data_dir
        self._database, self._indexer = database, indexer
        self._round_table, self._queries = indexer.round_table, indexer.queries
        self.pins = Pins(database)
        self.ledgers = Ledgers(database)
        self._forgetting = Forgetting(indexer, self.ledgers, self.pins, data_dir)
        self._words: dict[str, LexicalIndex] = {}
        self._words_lock = Lock()
        self.ledger_vectors = LedgerVectors(indexer.embedder)

    @classmethod
    def open(
        cls, data_dir: Path, *, embedder: Embedder, keying: Keying, exact_limit: int = EXACT_LIMIT
    ) -> Store:
        """Open the store of a directory; creates it, for its user alone, if it is missing.

        The vector index is opened, and locked for this process, when vectors are first needed. Cleanup
        tasks that an interrupted forgetting left are completed.

        Args:
            data_dir: where it is.
            embedder: of keys and questions.
            keying: which keys a round has.
            exact_limit: keys up to which an owner's rounds are scored exactly; HNSW finds them beyond it.

        Raises:
            StoreError: the directory cannot be written, or the database in it is damaged.
        """
        try:
            make_private_directory(data_dir)
            make_private_file(data_dir / FILE)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(f"{data_dir}: cannot be made a data directory ({reason})") from error
        database = Database(sqlite_url(data_dir / FILE))
        round_table, chroma = RoundTable(database), Chroma(data_dir / "chroma")
        finish_cleanup(round_table, embedder)
        queries = RoundQueries(database)
        indexer = Indexer(round_table, queries, chroma, embedder, keying, exact_limit=exact_limit)
        return cls(data_dir, database, indexer)

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
            StoreBusy: another process has the vector index; nothing is kept.
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
        await to_thread(self._indexer.claim, owner)
        count = offered = added = 0
        try:
            try:
                for session, rounds in sessions:
                    _check_dates(session, rounds)
                    written = await to_thread(self._round_table.add_session, session, owner, rounds)
                    count, offered, added = count + 1, offered + written.offered, added + len(written.added)
            finally:
                self._changed(owner)
            await self._indexer.index_pending(owner, progress)
        except DaybookError as error:
            if count:
                error.add_note(_KEPT.format(sessions=count, rounds=added, owner=owner))
            raise
        return Added(owner, count, offered, added, offered - added)

    async def append(self, owner: str, session_id: str, turns: Sequence[Turn], *, said_at: datetime) -> Round:
        """Append a round to a session; begins the session if it does not exist.

        Args:
            owner: whose it is.
            session_id: the session that goes on; the last of that id where it is repeated.
            turns: the user's turn, the reply, or both.
            said_at: timezone-aware; the moment of the round.

        Raises:
            ValueError: there is no turn, or two of one side.
            EmbedderMismatch, StoreBusy, StoreError, ModelError: as of `add`.
        """
        sides = {turn.role: turn for turn in turns}
        if not turns or len(sides) != len(turns):
            raise ValueError("a round is a user's turn, a reply, or both")
        user, reply = sides.get(Role.USER), sides.get(Role.ASSISTANT)

        def write() -> Round:
            self._indexer.claim(owner)
            with self._database.writing() as connection:
                return self._round_table.append_round(connection, owner, session_id, user, reply, said_at)

        round_ = await to_thread(write)
        self._grown(owner)
        await self._indexer.index_pending(owner)
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
            self._indexer.claim(owner)
            with self._database.writing() as connection:
                round_ = self._round_table.append_round(connection, owner, session_id, turn, None, said_at)
                drafts, read = drafts_of(round_), [round_.round_id]
                return post_events(
                    connection, owner, drafts, posted_at=said_at, rounds_read=read, after=after
                )

        events = await to_thread(write)
        self._grown(owner)
        await self._indexer.index_pending(owner)
        return events

    def owners(self) -> list[str]:
        """List the owners of whom a round is stored, by name."""
        return self._queries.owners()

    def rounds(self, owner: str, round_ids: Sequence[str]) -> list[Round]:
        """Return the owner's rounds of those ids, in that order; unknown ids are skipped."""
        return self._queries.rounds(owner, round_ids)

    def all_rounds(self, owner: str) -> Iterator[Round]:
        """Iterate over every round of the owner, sessions in the order in which they were added."""
        return self._queries.all_rounds(owner)

    def rounds_said(self, owner: str, during: TimeRange) -> frozenset[str]:
        """Return the ids of the rounds said in a time range."""
        return self._queries.rounds_said(owner, during)

    def sessions(self, owner: str) -> list[SessionSummary]:
        """List the owner's sessions, the earliest first."""
        return self._queries.sessions(owner)

    def session_rounds(self, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of every session of that id, in order.

        Raises:
            UnknownItem: the owner has no such session.
        """
        found = self._queries.session_rounds(owner, session_id)
        if not found:
            raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
        return found

    def vectors(self, owner: str) -> OwnerVectors:
        """Return the owner's dense index."""
        return vectors_of(self._indexer, owner)

    def lexical(self, owner: str) -> LexicalIndex:
        """Return the owner's lexical index; rebuilt after the owner's rounds changed."""
        with self._words_lock:
            index = self._words.get(owner)
            if index is None:
                index = self._words[owner] = LexicalIndex(self._queries.all_rounds(owner))
            return index

    async def forget(self, owner: str, selector: Selector) -> Receipt:
        """Permanently delete what a selector names and everything that repeats it, then verify that.

        A later import of the same rounds adds nothing.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
            StoreBusy: another process has the vector index; nothing is forgotten.
            StoreError: a cache could not be erased; it is tried again by the next opening.
        """
        try:
            return await self._forgetting.forget(owner, selector)
        finally:
            self._changed(owner)

    def would_forget(self, owner: str, selector: Selector) -> Preview:
        """Return what `forget` would remove; changes nothing.

        Raises:
            UnknownItem, BadInput: as of `forget`.
        """
        return self._forgetting.preview(owner, selector)

    def forgotten(self, names: Iterable[str]) -> frozenset[str]:
        """Return which of those ids, of rounds or records, were forgotten."""
        return self._round_table.tombstoned(names)

    async def reindex(self, owner: str | None = None, progress: Progress | None = None) -> None:
        """Rebuild the dense and lexical indexes from the rounds, of one owner or of all.

        Args:
            owner: whose; everybody's where it is None.
            progress: called with the rounds indexed and the rounds there are.
        """
        owners = await to_thread(self.owners) if owner is None else [owner]
        with self._words_lock:
            self._words.clear()
        await self._indexer.reindex(owners, progress)

    def stats(self, owner: str | None = None) -> Stats:
        """Count what is stored, for one owner or for all."""
        fingerprints = self._queries.fingerprints(owner) or [self._indexer.embedder.fingerprint]
        return Stats(*self._queries.counts(owner), bytes_in(self.data_dir), ", ".join(fingerprints))

    def check(self) -> list[CheckResult]:
        """Check the consistency of the store, part by part; changes nothing."""
        return check(self._indexer)

    def close(self) -> None:
        """Close the store and release the data directory."""
        self._indexer.close()
        self._database.close()
        if isinstance(self._indexer.embedder, CachedEmbedder):
            self._indexer.embedder.close()

    def _changed(self, owner: str) -> None:
        self.ledgers.changed(owner)
        self.ledger_vectors.drop(owner)
        self._grown(owner)

    def _grown(self, owner: str) -> None:
        self._indexer.changed(owner)
        with self._words_lock:
            self._words.pop(owner, None)


def _check_dates(session: Session, rounds: Sequence[Round]) -> None:
    said = [turn.said_at for round_ in rounds for turn in round_.turns if turn.said_at]
    try:
        for moment in (session.started_at, *(round_.said_at for round_ in rounds), *said):
            as_utc(moment)
    except ValueError as error:
        raise BadInput(str(error), source=f"session {session.session_id!r}") from None
