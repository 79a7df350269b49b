"""Ledger events in SQL, whose fold is the ledger of an owner, and the vectors of what they say."""

import logging
from asyncio import to_thread
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from threading import Lock
from typing import TypeAlias

import numpy as np
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection, delete, func, insert, select, update

from daybook.conversation import (
    Change,
    Draft,
    Event,
    Ledger,
    Record,
    Reinforce,
    Support,
    Write,
    apply_drafts,
    fold,
)
from daybook.conversation.errors import LedgerMoved, StoreBusy, StoreError
from daybook.conversation.zones import told_at
from daybook.models.embedding.embedder import Embedder, Vectors
from daybook.store.fact_queue import mark_read, note_held_back
from daybook.store.keys import VECTOR
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    change_in,
    checksum,
    find_owner,
    key_of_owner,
    ledger_events,
    owned,
    owners,
    rounds,
    rows_in,
    text_vectors,
    zone_of_owner,
)

_Version: TypeAlias = tuple[int, int, str | None]
"""The id of an owner's last event, how often events were changed in place, and the owner's own zone."""

LOG = logging.getLogger(__name__)


class Ledgers:
    """The ledgers of all owners; every write is one transaction. Owners are those with stored data.

    Moments are told as those of the rounds that they come from: by the offset that these were given with,
    else in the owner's zone of now.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._folded: dict[str, tuple[_Version, Ledger]] = {}
        self._lock = Lock()

    def of(self, owner: str, *, as_of: datetime | None = None) -> Ledger:
        """Return the owner's ledger, current or as of a moment.

        It holds what any process has posted; the same object comes back only while nothing new is posted.
        """
        if as_of is not None:
            return fold(self.events(owner), as_of=as_of)
        return self._database.unchanged(("ledger", owner), partial(self._now, owner))

    def _now(self, owner: str) -> Ledger:
        with self._lock, self._database.reading(owner) as connection:
            version = _version(connection, owner)
            known = self._folded.get(owner)
            if known is None or known[0] != version:
                known = self._folded[owner] = (version, fold(self._events(connection, owner)))
            return known[1]

    def events(self, owner: str, *, last: int | None = None) -> list[Event]:
        """List the owner's events, or the `last` of them, earliest first; unreadable ones are only logged."""
        with self._database.reading(owner) as connection:
            return self._events(connection, owner, last)

    def unreadable(self, owner: str) -> list[int]:
        """List the ids of the owner's events that cannot be read."""
        with self._database.reading(owner) as connection:
            return _parsed_events(connection, owner)[1]

    def head(self, owner: str) -> int:
        """Return the id of the owner's last event; 0 if there is none."""
        with self._database.reading(owner) as connection:
            return _head(connection, owner)

    def post(
        self,
        owner: str,
        drafts: Sequence[Draft],
        *,
        posted_at: datetime,
        rounds_read: Iterable[str] = (),
        by_model: bool = False,
        held_back: Mapping[str, Collection[str]] | None = None,
        after: int | None = None,
    ) -> list[Event]:
        """Append events in their order and mark the rounds that they are of, in one transaction.

        Drafts caused by a forgotten round are not posted; their texts hold no lone surrogates.

        Args:
            owner: whose ledger.
            drafts: what is appended.
            posted_at: timezone-aware.
            rounds_read: ids of the rounds that they are of.
            by_model: whether the chat model has read these, so that they leave its queue.
            held_back: the slots of each round that wait for the owner's consent.
            after: the `head` of the ledger that they were decided on; None if that does not matter.

        Raises:
            LedgerMoved: something was posted after that, or another process has read such a round for the
                model; nothing of this is posted.
        """
        with self._lock:
            known = self._folded.pop(owner, None)
            with self._database.writing(owner) as connection:
                before = _version(connection, owner)
                events = post_events(
                    connection,
                    owner,
                    drafts,
                    posted_at=posted_at,
                    rounds_read=rounds_read,
                    by_model=by_model,
                    held_back=held_back,
                    after=after,
                )
                version = _version(connection, owner)
                posted = [event.draft for event in self._told(connection, owner, events)]
            if known is not None and known[0] == before and all(draft.undoes is None for draft in posted):
                ledger = apply_drafts(known[1], posted)  # far sooner than from all events
                self._folded[owner] = (version, ledger)
        return events

    def _events(self, connection: Connection, owner: str, last: int | None = None) -> list[Event]:
        found, unreadable = _parsed_events(connection, owner, last)
        for key in unreadable:
            LOG.warning("event %d of the ledger cannot be read and is left out", key)
        return self._told(connection, owner, found)

    def _told(self, connection: Connection, owner: str, events: Sequence[Event]) -> list[Event]:
        zone = zone_of_owner(connection, owner, self._database.zone)
        tell = partial(told_at, offset=None, zone=zone)
        names = {name for event in events for name in _rounds_of(event.draft)}
        query = select(rounds.c.round_id).where(rounds.c.utc_offset.is_(None))
        without_offset = {row[0] for row in rows_in(connection, query, rounds.c.round_id, names)}

        def told(change: Change, cause: str) -> Change:
            if isinstance(change, Reinforce):
                change = replace(change, support=support_told(change.support))
            elif isinstance(change, Write):
                change = replace(change, record=record_told(change.record))
            return replace(change, at=tell(change.at)) if cause in without_offset else change

        def record_told(record: Record) -> Record:
            support = tuple(map(support_told, record.support))
            record = replace(record, support=support, imported_at=tell(record.imported_at))
            if support[-1].round_id not in without_offset:
                return record
            ended = record.superseded_at and tell(record.superseded_at)
            return replace(record, said_at=tell(record.said_at), superseded_at=ended)

        def support_told(support: Support) -> Support:
            home = support.round_id in without_offset
            return replace(support, said_at=tell(support.said_at)) if home else support

        return [
            Event(
                event.event_id,
                tell(event.posted_at),
                replace(
                    event.draft,
                    changes=tuple(told(change, event.draft.cause) for change in event.draft.changes),
                ),
            )
            for event in events
        ]

    def changed(self, owner: str) -> None:
        """Drop what is cached of the owner's events."""
        with self._lock:
            self._folded.pop(owner, None)

    def policy(self, owner: str) -> str | None:
        """Return the owner's stored policy; None if there is none."""
        return self._database.value(owner, select(owners.c.policy).where(owners.c.owner == owner))

    def keep_policy(self, owner: str, policy: str) -> None:
        """Store a policy, replacing the previous one."""
        with self._database.writing(owner) as connection:
            connection.execute(update(owners).where(owners.c.owner == owner).values(policy=policy))


def post_events(
    connection: Connection,
    owner: str,
    drafts: Sequence[Draft],
    *,
    posted_at: datetime,
    rounds_read: Iterable[str] = (),
    by_model: bool = False,
    held_back: Mapping[str, Collection[str]] | None = None,
    after: int | None = None,
) -> list[Event]:
    """Append events and mark their rounds, within a transaction; see `Ledgers.post`."""
    if after is not None and _head(connection, owner) != after:
        raise LedgerMoved(f"the ledger of {owner!r} has changed in the meantime; try again")
    read = sorted(rounds_read)
    there = {row[0] for row in rows_in(connection, select(rounds.c.round_id), rounds.c.round_id, read)}
    gone = set(read) - there
    events = []
    for draft in drafts:
        if draft.cause not in gone:
            written = draft_json(draft)
            row = insert(ledger_events).values(owner_pk=key_of_owner(connection, owner), posted_at=posted_at)
            row = row.values(draft=written, checksum=checksum(posted_at, written))
            key = connection.execute(row.returning(ledger_events.c.ledger_event_pk)).scalar_one()
            events.append(Event(key, posted_at, draft))
    if by_model:
        mark_read(connection, read)
    note_held_back(connection, held_back or {})
    return events


@cache
def _drafts() -> TypeAdapter[Draft]:
    return TypeAdapter(Draft)


def _version(connection: Connection, owner: str) -> _Version:
    query = select(owners.c.ledger_rewrites, owners.c.time_zone).where(owners.c.owner == owner)
    rewrites, zone = connection.execute(query).one_or_none() or (0, None)
    return _head(connection, owner), rewrites or 0, zone


def _parsed_events(conn: Connection, owner: str, last: int | None = None) -> tuple[list[Event], list[int]]:
    query = (
        select(*(ledger_events.c[name] for name in ("ledger_event_pk", "posted_at", "draft", "checksum")))
        .where(owned(ledger_events, owner))
        .order_by(ledger_events.c.ledger_event_pk.desc())
        .limit(last)
    )
    found: list[Event] = []
    unreadable: list[int] = []
    for key, posted_at, draft, kept in reversed(conn.execute(query).all()):
        try:
            if posted_at is None or kept != checksum(posted_at, draft):
                unreadable.append(key)
                continue
            found.append(Event(key, posted_at, _drafts().validate_json(draft)))
        except ValidationError:  # it quotes the draft, so it goes no further
            unreadable.append(key)
    return found, unreadable


def _rounds_of(draft: Draft) -> Iterator[str]:
    yield draft.cause
    for change in draft.changes:
        if isinstance(change, Reinforce):
            yield change.support.round_id
        elif isinstance(change, Write):
            yield from change.record.round_ids


def _head(connection: Connection, owner: str) -> int:
    query = select(func.max(ledger_events.c.ledger_event_pk)).where(owned(ledger_events, owner))
    return connection.execute(query).scalar() or 0


def note_rewrite(connection: Connection, owner: str) -> None:
    """Note that events of an owner were changed in place, which the id of the last one does not tell."""
    row = update(owners).where(owners.c.owner == owner)
    connection.execute(row.values(ledger_rewrites=owners.c.ledger_rewrites + 1))


def draft_json(draft: Draft) -> str:
    """Write a draft as it is stored."""
    return _drafts().dump_json(draft).decode()


Token = Callable[[str], str]
"""Makes the keyed hash that a text is kept under."""


class TextVectors:
    """Embeds texts of ledgers once for all processes, and holds those of each ledger until it changes."""

    def __init__(self, database: Database, embedder: Embedder, token: Token) -> None:
        self._database, self._embedder, self._token = database, embedder, token
        self._held: dict[str, tuple[Ledger, Vectors]] = {}

    async def embed(self, owner: str, texts: Sequence[str]) -> Vectors:
        """Embed texts of an owner with stored data: each once, for as long as it is in the ledger."""
        if not texts:
            return await self._embedder.embed(texts)
        known = await to_thread(self._read, owner, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            made = dict(zip(missing, await self._embedder.embed(missing), strict=True))
            with suppress(StoreError, StoreBusy):  # they are made again
                await to_thread(self._keep, owner, made)
            known |= made
        return np.stack([known[text] for text in texts])

    async def of(self, owner: str, ledger: Ledger, texts: Sequence[str]) -> Vectors:
        """Embed the texts of an owner's ledger; returns those held if the ledger is the same object."""
        held = self._held.get(owner)
        if held is None or held[0] is not ledger:
            held = self._held[owner] = (ledger, await self.embed(owner, texts))
        return held[1]

    def drop(self, owner: str) -> None:
        """Drop what is held of an owner."""
        self._held.pop(owner, None)

    def _read(self, owner: str, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._database.reading(owner) as connection:
            return self._known(connection, owner, texts)

    def _known(self, connection: Connection, owner: str, texts: Iterable[str]) -> dict[str, Vectors]:
        tokens = {self._token(text): text for text in texts}
        query = select(text_vectors.c.token, text_vectors.c.vector)
        same_embedder = text_vectors.c.fingerprint == self._embedder.fingerprint
        query = query.where(owned(text_vectors, owner), same_embedder)
        rows = rows_in(connection, query, text_vectors.c.token, tokens)
        return {tokens[token]: np.frombuffer(vector, dtype=VECTOR) for token, vector in rows}

    def _keep(self, owner: str, made: Mapping[str, Vectors]) -> None:
        with self._database.writing(owner) as connection:
            owner_pk = find_owner(connection, owner)
            if owner_pk is None:
                return
            known = self._known(connection, owner, made)  # by another process, in the meantime
            rows = [
                {
                    "owner_pk": owner_pk,
                    "fingerprint": self._embedder.fingerprint,
                    "token": self._token(text),
                    "vector": np.ascontiguousarray(vector, dtype=VECTOR).tobytes(),
                }
                for text, vector in made.items()
                if text not in known
            ]
            if rows:
                connection.execute(insert(text_vectors), rows)


def keep_only(connection: Connection, owner: str, texts: Iterable[str], token: Token) -> int:
    """Delete the vectors of all of an owner's texts but those; returns how many there were."""
    there = connection.execute(select(text_vectors.c.token).where(owned(text_vectors, owner)))
    gone = set(there.scalars()) - {token(text) for text in texts}
    change_in(connection, delete(text_vectors).where(owned(text_vectors, owner)), text_vectors.c.token, gone)
    return len(gone)
