"""The rounds in SQL: the source of truth, from which everything else in the store is derived."""

import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, exists, func, insert, select, update

from daybook.conversation import Round, Session, Turn, round_id
from daybook.conversation.errors import StoreError
from daybook.conversation.zones import offset_of, pinned
from daybook.store.index_rows import note_added, note_removed
from daybook.store.ledger_table import note_rewrite
from daybook.store.round_queries import (
    read_rounds,
    round_checksum,
    select_rounds,
    turn_rows,
)
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    change_in,
    checksum,
    ledger_events,
    owned,
    owners,
    read_meta,
    rounds,
    rows_in,
    sessions,
    tombstones,
    turns,
    write_meta,
)

_READING = (rounds.c.by_model, rounds.c.model_failures, rounds.c.held_back)
"""Columns about the reading of a round for facts."""


class RoundTable:
    """Writes the rounds of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        with database.reading(None) as connection:
            key = read_meta(connection, "tombstone_key")
        if key is None:
            with database.writing(None) as connection:
                key = read_meta(connection, "tombstone_key") or secrets.token_hex(32)
                write_meta(connection, "tombstone_key", key)
        try:
            self._tombstone_key = bytes.fromhex(key)
        except ValueError as error:
            raise StoreError(
                f"{database.name}: the key by which it knows what was forgotten is damaged; "
                "put a copy of the database back"
            ) from error

    def add_session(self, session: Session, owner: str, offered: Sequence[Round]) -> int:
        """Store the new rounds of a session, or missing replies, in one transaction; returns how many."""
        with self.database.writing(owner) as connection:
            fresh, completed = self._new_of(connection, offered)
            query = select(rounds.c.round_id, *_READING)
            notes = list(rows_in(connection, query, rounds.c.round_id, completed))
            change_in(connection, delete(rounds), rounds.c.round_id, completed)
            if completed:
                note_removed(connection, owner)
            if fresh:
                _insert(connection, session, owner, fresh)
            for before, *values in notes:
                noted = dict(zip(_READING, values, strict=True))
                now = update(rounds).where(rounds.c.round_id == completed[before])
                connection.execute(now.values(noted))
            _follow_renamed(connection, owner, completed)
        return len(fresh)

    def append_round(
        self,
        connection: Connection,
        owner: str,
        session_id: str,
        user: Turn | None,
        assistant: Turn | None,
        said_at: datetime,
    ) -> Round:
        """Append a round to the latest session of that id, or begin a new session, within a transaction."""
        occurrence, started_at, position = _last_session(connection, owner, session_id) or (0, said_at, 0)
        name = round_id(owner, session_id, occurrence, position, user, assistant)
        while self._forgotten(connection, [name]):
            position += 1  # said again after it was forgotten, it is said anew
            name = round_id(owner, session_id, occurrence, position, user, assistant)
        round_ = Round(name, owner, session_id, occurrence, position, pinned(said_at), user, assistant)
        _insert(connection, Session(session_id, started_at, (), occurrence), owner, [round_])
        return round_

    def remove_rounds(self, connection: Connection, owner: str, round_ids: Collection[str]) -> None:
        """Remove rounds and what is indexed of them, within a transaction; they may be added again."""
        change_in(connection, delete(rounds), rounds.c.round_id, round_ids)
        drop_empty_sessions(connection, owner)
        note_removed(connection, owner)

    def put_back(self, connection: Connection, round_: Round) -> None:
        """Add a round that was removed at its place again, within a transaction."""
        session = Session(round_.session_id, round_.said_at, (), round_.occurrence)
        _insert(connection, session, round_.owner, [round_])

    def add_tombstones(self, connection: Connection, names: Iterable[str]) -> None:
        """Add a tombstone for each id, within a transaction: rounds of that id are never stored again."""
        tokens = {self.token(name) for name in names}
        tokens -= _present(connection, tombstones.c.token, tokens)
        if tokens:
            connection.execute(insert(tombstones), [{"token": token} for token in sorted(tokens)])

    def tombstoned(self, names: Iterable[str]) -> frozenset[str]:
        """Return which of those ids, of rounds or records, have a tombstone."""
        with self.database.reading(None) as connection:
            return frozenset(self._forgotten(connection, names))

    def token(self, name: str) -> str:
        """Return the keyed hash that stands for an id or a text where it must not be known itself."""
        return hmac.digest(self._tombstone_key, name.encode("utf-8", "surrogatepass"), "sha256").hex()

    def _new_of(self, connection: Connection, offered: Sequence[Round]) -> tuple[list[Round], dict[str, str]]:
        """Choose the new rounds; also return their ids by those of rounds that they complete."""
        halves = {round_.round_id: _id_without_reply(round_) for round_ in offered}
        names = {name for pair in halves.items() for name in pair if name is not None}
        stored = _present(connection, rounds.c.round_id, names)
        barred = self._forgotten(connection, names)
        fresh = [
            round_
            for round_ in offered
            if round_.round_id not in stored and not barred & {round_.round_id, halves[round_.round_id]}
        ]
        completed = {
            half: round_.round_id
            for round_ in fresh
            if (half := halves[round_.round_id]) is not None and half in stored
        }
        return fresh, completed

    def _forgotten(self, connection: Connection, names: Iterable[str]) -> set[str]:
        tokens = {self.token(name): name for name in names}
        return {tokens[token] for token in _present(connection, tombstones.c.token, tokens)}


def drop_empty_sessions(connection: Connection, owner: str) -> None:
    """Delete the sessions of an owner that have no round, within a transaction."""
    is_empty = ~exists().where(rounds.c.session_pk == sessions.c.session_pk)
    connection.execute(delete(sessions).where(owned(sessions, owner), is_empty))


def _id_without_reply(round_: Round) -> str | None:
    if round_.user is None or round_.assistant is None:
        return None
    return round_id(round_.owner, round_.session_id, round_.occurrence, round_.position, round_.user, None)


def _present(connection: Connection, column: Column[str], names: Iterable[str]) -> set[str]:
    return {row[0] for row in rows_in(connection, select(column), column, names)}


def _last_session(connection: Connection, owner: str, session_id: str) -> tuple[int, datetime, int] | None:
    """Return the occurrence, start and next free position of the last session of that id."""
    query = (
        select(sessions.c.occurrence, sessions.c.started_at, func.max(rounds.c.position))
        .select_from(sessions.outerjoin(rounds, rounds.c.session_pk == sessions.c.session_pk))
        .where(owned(sessions, owner), sessions.c.session_id == session_id)
        .group_by(sessions.c.session_pk, sessions.c.occurrence, sessions.c.started_at)
        .order_by(sessions.c.occurrence.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1], 0 if row[2] is None else row[2] + 1)


def _insert(connection: Connection, session: Session, owner: str, fresh: Sequence[Round]) -> None:
    owner_pk = ensure_owner(connection, owner)
    session_pk = _ensure(
        connection,
        sessions,
        sessions.c.session_pk,
        {"owner_pk": owner_pk, "session_id": session.session_id, "occurrence": session.occurrence},
        started_at=session.started_at,
        utc_offset=offset_of(session.started_at),
        checksum=checksum(session.session_id, session.occurrence, session.started_at),
        title=session.title or None,
    )
    rows = [
        {
            "round_id": round_.round_id,
            "owner_pk": owner_pk,
            "checksum": round_checksum(round_),
            "session_pk": session_pk,
            "position": round_.position,
            "said_at": round_.said_at,
            "utc_offset": offset_of(round_.said_at),
        }
        for round_ in fresh
    ]
    connection.execute(insert(rounds), rows)
    connection.execute(insert(turns), turn_rows(fresh, owner_pk))
    note_added(connection, owner_pk, [round_.round_id for round_ in fresh])


def ensure_owner(connection: Connection, owner: str) -> int:
    """Return the key of an owner, who is entered where nothing was stored of them before."""
    return _ensure(connection, owners, owners.c.owner_pk, {"owner": owner})


def _ensure(
    connection: Connection, table: Table, key: Column[int], found: Mapping[str, object], **new: object
) -> int:
    query = select(key).where(*(table.c[name] == value for name, value in found.items()))
    present = connection.execute(query).scalar()
    if present is None:
        present = connection.execute(insert(table).values(**found, **new).returning(key)).scalar_one()
    return present


def _follow_renamed(connection: Connection, owner: str, names: Mapping[str, str]) -> None:
    """Replace old round ids by new ones in ledger events and in the sources of turns."""
    if not names:
        return
    events = select(ledger_events.c.ledger_event_pk, ledger_events.c.posted_at, ledger_events.c.draft)
    events = events.where(owned(ledger_events, owner))
    for before, now in names.items():
        found = connection.execute(events.where(ledger_events.c.draft.contains(before))).all()
        for key, posted_at, draft in found:
            renamed = draft.replace(before, now)
            row = update(ledger_events).where(ledger_events.c.ledger_event_pk == key)
            connection.execute(row.values(draft=renamed, checksum=checksum(posted_at, renamed)))
    note_rewrite(connection, owner)
    _rename_sources(connection, owner, names)


def _rename_sources(connection: Connection, owner: str, names: Mapping[str, str]) -> None:
    query = select(turns.c.round_id, turns.c.sources)
    query = query.where(owned(turns, owner), turns.c.sources.is_not(None))
    recalling = {
        name
        for name, sources in connection.execute(query).all()
        if isinstance(sources, list) and not names.keys().isdisjoint(sources)
    }
    found = rows_in(connection, select_rounds(owner), rounds.c.round_id, recalling)
    for round_ in list(read_rounds(found, owner, UTC)):
        user, assistant = _renamed(round_.user, names), _renamed(round_.assistant, names)
        renamed = replace(round_, user=user, assistant=assistant)
        of_round = update(turns).where(turns.c.round_id == round_.round_id)
        for turn in renamed.turns:
            sources: Any = None if turn.sources is None else list(turn.sources)
            connection.execute(of_round.where(turns.c.role == str(turn.role)).values(sources=sources))
        changed = update(rounds).where(rounds.c.round_id == round_.round_id)
        connection.execute(changed.values(checksum=round_checksum(renamed)))


def _renamed(turn: Turn | None, names: Mapping[str, str]) -> Turn | None:
    if turn is None or turn.sources is None:
        return turn
    return replace(turn, sources=tuple(names.get(source, source) for source in turn.sources))
