"""The rounds in SQL: the source of truth, from which everything else in the store is derived."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Table, delete, func, insert, select

from daybook.conversation import Round, Session, Turn, round_id
from daybook.errors import StoreError
from daybook.store.database import Database
from daybook.store.index_notes import note_added, note_removed
from daybook.store.renaming import follow_renamed, marks_of
from daybook.store.rows import chunked, round_checksum, session_checksum, turn_rows
from daybook.store.schema import owners, rounds, sessions, tombstones, turns
from daybook.store.states import get, put


@dataclass(frozen=True, slots=True)
class Written:
    """The result of adding a session: new rounds, and ids of rounds that a new one completed."""

    offered: int
    added: tuple[Round, ...]
    completed: tuple[str, ...]


class RoundTable:
    """Writes and reads the rounds of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        with database.reading(None) as connection:
            key = get(connection, "tombstone_key")
        if key is None:
            with database.writing(None) as connection:
                key = get(connection, "tombstone_key") or secrets.token_hex(32)
                put(connection, "tombstone_key", key)
        try:
            self._tombstone_key = bytes.fromhex(key)
        except ValueError as error:
            raise StoreError(
                f"{database.name}: the key by which it knows what was forgotten is damaged; "
                "put a copy of the database back"
            ) from error

    def add_session(self, session: Session, owner: str, offered: Sequence[Round]) -> Written:
        """Store the new rounds of a session in one transaction.

        A round that comes with its reply replaces the stored one without it.
        """
        with self.database.writing(owner) as connection:
            fresh, completed = self._new_of(connection, offered)
            marks = marks_of(connection, completed)
            for ids in chunked(completed):
                connection.execute(delete(rounds).where(rounds.c.round_id.in_(ids)))
            if completed:
                note_removed(connection, owner)
            if fresh:
                _insert(connection, session, owner, fresh)
            follow_renamed(connection, owner, _completions(fresh, completed), marks)
        return Written(len(offered), tuple(fresh), tuple(completed))

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
        round_ = Round(name, owner, session_id, occurrence, position, said_at, user, assistant)
        _insert(connection, Session(session_id, started_at, (), occurrence), owner, [round_])
        return round_

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

    def put_meta(self, name: str, value: str) -> None:
        """Write a value to the store's metadata table."""
        with self.database.writing(None) as connection:
            put(connection, name, value)

    def get_meta(self, name: str) -> str | None:
        """Read a value from the store's metadata table."""
        with self.database.reading(None) as connection:
            return get(connection, name)

    def _new_of(self, connection: Connection, offered: Sequence[Round]) -> tuple[list[Round], list[str]]:
        halves = {round_.round_id: _id_without_reply(round_) for round_ in offered}
        names = {name for pair in halves.items() for name in pair if name is not None}
        stored = _present(connection, rounds.c.round_id, names)
        barred = self._forgotten(connection, names)
        fresh = [
            round_
            for round_ in offered
            if round_.round_id not in stored and not barred & {round_.round_id, halves[round_.round_id]}
        ]
        return fresh, [half for round_ in fresh if (half := halves[round_.round_id]) in stored and half]

    def _forgotten(self, connection: Connection, names: Iterable[str]) -> set[str]:
        tokens = {self.token(name): name for name in names}
        return {tokens[token] for token in _present(connection, tombstones.c.token, tokens)}

    def token(self, name: str) -> str:
        """Return the keyed hash that stands for an id or a text where it must not be known itself."""
        return hmac.digest(self._tombstone_key, name.encode("utf-8", "surrogatepass"), "sha256").hex()


def _id_without_reply(round_: Round) -> str | None:
    """Return the id of the same round without its reply; None if a side is missing."""
    if round_.user is None or round_.assistant is None:
        return None
    return round_id(round_.owner, round_.session_id, round_.occurrence, round_.position, round_.user, None)


def _completions(fresh: Iterable[Round], completed: Iterable[str]) -> dict[str, str]:
    """Map the old ids of rounds that had no reply to their new ids."""
    halves = frozenset(completed)
    return {
        half: round_.round_id for round_ in fresh if (half := _id_without_reply(round_)) in halves and half
    }


def _present(connection: Connection, column: Column[str], names: Iterable[str]) -> set[str]:
    """Return the names that the column holds."""
    return {
        name
        for chunk in chunked(sorted(names))
        for name in connection.execute(select(column).where(column.in_(chunk))).scalars()
    }


def _last_session(connection: Connection, owner: str, session_id: str) -> tuple[int, datetime, int] | None:
    """Return the occurrence, start and next free position of the last session of that id."""
    query = (
        select(sessions.c.occurrence, sessions.c.started_at, func.max(rounds.c.position))
        .select_from(
            sessions.join(owners, owners.c.owner_pk == sessions.c.owner_pk).outerjoin(
                rounds, rounds.c.session_pk == sessions.c.session_pk
            )
        )
        .where(owners.c.owner == owner, sessions.c.session_id == session_id)
        .group_by(sessions.c.session_pk, sessions.c.occurrence, sessions.c.started_at)
        .order_by(sessions.c.occurrence.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1], 0 if row[2] is None else row[2] + 1)


def _insert(connection: Connection, session: Session, owner: str, fresh: Sequence[Round]) -> None:
    owner_pk = ensure_owner(connection, owner)
    found = {"owner_pk": owner_pk, "session_id": session.session_id, "occurrence": session.occurrence}
    checked = session_checksum(session.session_id, session.occurrence, session.started_at)
    session_pk = _key_of(
        connection,
        sessions,
        sessions.c.session_pk,
        found,
        started_at=session.started_at,
        checksum=checked,
        title=session.title or None,
    )
    connection.execute(
        insert(rounds),
        [
            {
                "round_id": round_.round_id,
                "owner_pk": owner_pk,
                "checksum": round_checksum(round_),
                "session_pk": session_pk,
                "position": round_.position,
                "said_at": round_.said_at,
            }
            for round_ in fresh
        ],
    )
    connection.execute(insert(turns), turn_rows(fresh, owner_pk))
    note_added(connection, owner_pk, [round_.round_id for round_ in fresh])


def is_known(connection: Connection, owner: str) -> bool:
    """Whether anything was ever stored of an owner."""
    return connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).first() is not None


def ensure_owner(connection: Connection, owner: str) -> int:
    """Return the key of an owner, who is entered where nothing was stored of them before."""
    return _key_of(connection, owners, owners.c.owner_pk, {"owner": owner})


def _key_of(
    connection: Connection, table: Table, key: Column[int], found: Mapping[str, object], **new: object
) -> int:
    """Return the primary key of the row with those values, inserting it if it is missing."""
    query = select(key).where(*(table.c[name] == value for name, value in found.items()))
    present = connection.execute(query).scalar()
    if present is None:
        present = connection.execute(insert(table).values(**found, **new).returning(key)).scalar_one()
    return present
