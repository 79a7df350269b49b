"""Reads rounds and sessions, one owner at a time; a row that was garbled is told by its checksum."""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, or_, select

from daybook.conversation import Role, Round, TimeRange, Turn
from daybook.conversation.zones import told_at
from daybook.store.sql.columns import Garbled
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    checksum,
    owned,
    owners,
    rounds,
    rows_in,
    sessions,
    turns,
    zone_of_owner,
)

LOG = logging.getLogger(__name__)

TITLE_LENGTH = 60
_MANY = 1_000
"""Rounds from which reading all of an owner's texts is sooner than asking for each."""
_MAX_CHARACTERS = 2_000_000
"""Of the rounds that are held until the next commit, of all owners together."""
ROLES = frozenset(str(role) for role in Role)
SESSIONS = sessions.join(rounds, rounds.c.session_pk == sessions.c.session_pk)
"""Every session with its rounds."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session in a list of sessions."""

    session_id: str
    occurrence: int
    started_at: datetime
    rounds: int
    title: str
    """The title that its source gives, or the beginning of the first message; "" if there is neither."""


class _HeldRounds:
    """The rounds last read for questions; whoever asks again soon asks about much the same."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[str, str], Round] = {}
        self._characters = 0

    def of(self, owner: str, names: Iterable[str]) -> dict[str, Round]:
        """Return those of an owner's rounds that are held, by their ids."""
        found = {name: self._rounds.get((owner, name)) for name in names}
        return {name: round_ for name, round_ in found.items() if round_ is not None}

    def hold(self, read: Sequence[Round]) -> None:
        """Hold what was read, in place of all before it where that would become too much."""
        characters = sum(len(turn.content) for round_ in read for turn in round_.turns)
        if self._characters + characters > _MAX_CHARACTERS:
            self._rounds, self._characters = {}, 0
        if characters <= _MAX_CHARACTERS:
            self._rounds |= {(round_.owner, round_.round_id): round_ for round_ in read}
            self._characters += characters


class RoundQueries:
    """Reads rounds and sessions of one owner at a time. Rounds that cannot be read are left out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def zone(self, owner: str) -> tzinfo:
        """Return the zone in which an owner's days begin."""

        def read() -> tzinfo:
            with self._database.reading(owner) as connection:
                return zone_of_owner(connection, owner, self._database.zone)

        return self._database.unchanged(("zone", owner), read)

    def owners(self) -> list[str]:
        """List the owners with stored data, by name."""
        query = select(owners.c.owner).where(owners.c.owner_pk.in_(select(sessions.c.owner_pk)))
        return sorted(name for name in self._database.column(None, query) if not isinstance(name, Garbled))

    def rounds(self, owner: str, round_ids: Iterable[str]) -> list[Round]:
        """Return the owner's rounds of those ids, in the order of the ids; unknown ids are skipped."""
        names = list(round_ids)
        held = self._database.unchanged("rounds", _HeldRounds)
        found = held.of(owner, names)
        if unread := {name for name in names if name not in found}:
            with self._database.reading(owner) as connection:
                rows = rows_in(connection, select_rounds(owner), rounds.c.round_id, unread)
                read = list(self._told(connection, rows, owner))
            held.hold(read)
            found |= {round_.round_id: round_ for round_ in read}
        return [found[name] for name in names if name in found]

    def all_rounds(self, owner: str) -> Iterator[Round]:
        """Iterate over every round of the owner, sessions in the order in which they were added."""
        return self._read(owner, select_rounds(owner))

    def user_texts(self, owner: str, round_ids: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield what the user said in each of those rounds as it is stored, by round id, in no order.

        Far sooner than whole rounds, whose checksums are compared.
        """
        query = select(turns.c.round_id, turns.c.content)
        query = query.where(owned(turns, owner), turns.c.role == str(Role.USER))
        wanted = frozenset(round_ids)
        with self._database.reading(owner) as connection:
            if len(wanted) > _MANY:
                rows: Iterable[Row[str, str]] = connection.execute(query)
            else:
                rows = rows_in(connection, query, turns.c.round_id, wanted)
            for name, text in rows:
                if name in wanted:
                    yield name, text

    def read_all(self, owner: str) -> tuple[list[Round], list[str]]:
        """Return every round of the owner, and the ids of those that cannot be read, all of one moment."""
        with self._database.reading(owner) as connection:
            found = list(self._told(connection, connection.execute(select_rounds(owner)), owner))
            names = set(connection.execute(_ids(owner)).scalars())
        return found, sorted(names - {round_.round_id for round_ in found})

    def session_round_ids(self, owner: str, session_id: str) -> set[str]:
        """Return the ids of the rounds of every session of that id."""
        query = select(rounds.c.round_id).select_from(SESSIONS)
        query = query.where(owned(sessions, owner), sessions.c.session_id == session_id)
        return set(self._database.column(owner, query))

    def session_rounds(self, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of every session of that id, in the order in which they were said; often none."""
        return list(self._read(owner, select_rounds(owner).where(sessions.c.session_id == session_id)))

    def neighbours(
        self, owner: str, round_ids: Iterable[str], *, as_of: datetime | None = None
    ) -> list[Round]:
        """Return the rounds before and after each of the given ones in its session, each once, in order.

        None of them was said after `as_of`.
        """
        place = select(rounds.c.session_pk, rounds.c.position).where(owned(rounds, owner))
        with self._database.reading(owner) as connection:
            places = list(rows_in(connection, place, rounds.c.round_id, set(round_ids)))
            beside = [
                and_(rounds.c.session_pk == row.session_pk, func.abs(rounds.c.position - row.position) == 1)
                for row in places
            ]
            rows = connection.execute(select_rounds(owner).where(or_(*beside))) if beside else ()
            found = self._told(connection, rows, owner)
            return [round_ for round_ in found if as_of is None or round_.said_at <= as_of]

    def last_round(self, owner: str, session_id: str) -> Round | None:
        """Return the round that the latest session of that id ends with; None without one to be read."""
        last = select(rounds.c.round_id).select_from(SESSIONS)
        last = last.where(owned(sessions, owner), sessions.c.session_id == session_id)
        last = last.order_by(sessions.c.occurrence.desc(), rounds.c.position.desc()).limit(1)
        query = select_rounds(owner).where(rounds.c.round_id == last.scalar_subquery())
        return next(iter(list(self._read(owner, query))), None)

    def round_ids(self, owner: str) -> list[str]:
        """Return the ids of the owner's rounds, those last said first; equal moments by their ids."""
        query = _ids(owner).order_by(rounds.c.said_at.desc(), rounds.c.round_id.desc())
        return self._database.column(owner, query)

    def sessions(self, owner: str) -> list[SessionSummary]:
        """List the owner's sessions, the earliest first."""
        names = ("session_pk", "session_id", "occurrence", "started_at", "utc_offset", "title")
        of_session = [sessions.c[name] for name in names]
        count, first = func.count(rounds.c.round_id), func.min(rounds.c.said_at)
        query = select(*of_session, count.label("rounds"), first.label("first_said"))
        query = query.select_from(SESSIONS).where(owned(sessions, owner))
        query = query.group_by(*of_session).order_by(sessions.c.started_at, sessions.c.session_pk)
        with self._database.reading(owner) as connection:
            said = {row.session_pk: row.content for row in connection.execute(_openings(owner))}
            rows = connection.execute(query).all()
            zone = zone_of_owner(connection, owner, self._database.zone)
        return [
            SessionSummary(
                session_id=row.session_id,
                occurrence=row.occurrence,
                started_at=told_at(row.started_at or row.first_said, row.utc_offset, zone),
                rounds=row.rounds,
                title=title_of(row.title or said.get(row.session_pk, "")),
            )
            for row in rows
            if not isinstance(row.session_id, Garbled)
        ]

    def rounds_said(self, owner: str, during: TimeRange) -> frozenset[str]:
        """Return the ids of the owner's rounds said in a time range."""
        query = _ids(owner)
        if during.start is not None:
            query = query.where(rounds.c.said_at >= during.start)
        if during.end is not None:
            query = query.where(rounds.c.said_at < during.end)
        return frozenset(self._database.column(owner, query))

    def counts(self, owner: str | None) -> tuple[int, int, int]:
        """Count owners, sessions and rounds, of one owner or of all."""
        query = select(
            func.count(sessions.c.owner_pk.distinct()),
            func.count(sessions.c.session_pk.distinct()),
            func.count(rounds.c.round_id),
        ).select_from(SESSIONS)
        ((people, talks, said),) = self._database.rows(owner, query.where(owned(sessions, owner)))
        return people, talks, said

    def _read(self, owner: str, query: Select[Any]) -> Iterator[Round]:
        with self._database.reading(owner) as connection:
            yield from self._told(connection, connection.execute(query), owner)

    def _told(self, connection: Connection, rows: Iterable[Row[Any]], owner: str) -> Iterator[Round]:
        return read_rounds(rows, owner, zone_of_owner(connection, owner, self._database.zone))


def when_said(round_: Round) -> tuple[datetime, str, int]:
    """Return what sorts rounds by the order in which they were said."""
    return round_.said_at, round_.session_id, round_.position


def title_of(text: str) -> str:
    """Make a title of a text: about 60 characters of its first line."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    head, _, _ = line[: TITLE_LENGTH + 1].rpartition(" ")
    return (head or line[: TITLE_LENGTH - 1]).rstrip(" ,;:.-") + "…"


def select_rounds(owner: str) -> Select[Any]:
    """Select an owner's rounds with their turns, in the order in which they were said."""
    return (
        select(
            *(rounds.c[name] for name in ("round_id", "position", "said_at", "utc_offset", "checksum")),
            *(sessions.c[name] for name in ("session_id", "occurrence")),
            *(turns.c[name] for name in ("role", "content", "speaker", "sources")),
            turns.c.said_at.label("turn_said_at"),
        )
        .select_from(
            rounds.join(sessions, sessions.c.session_pk == rounds.c.session_pk).join(
                turns, turns.c.round_id == rounds.c.round_id
            )
        )
        .where(owned(rounds, owner))
        .order_by(sessions.c.session_pk, rounds.c.position, rounds.c.round_id)
    )


def read_rounds(rows: Iterable[Row[Any]], owner: str, zone: tzinfo) -> Iterator[Round]:
    """Make rounds of the rows of `select_rounds`; one that cannot be read is left out, with a warning.

    Their moments are told by the offsets that they were given with, else in `zone`, the owner's.
    """
    for name, group in groupby(rows, key=lambda row: row.round_id):
        of_round = list(group)
        round_ = _round(of_round, owner, zone) if _is_readable(of_round) else None
        if round_ is not None and of_round[0].checksum == round_checksum(round_):
            yield round_
        else:
            LOG.warning("round %s cannot be read and is left out: `daybook doctor` says more", name)


def round_checksum(round_: Round) -> int:
    """Return the checksum of a round's stored values, without its session's."""
    said = [
        [turn.role.value, turn.content, turn.said_at, turn.speaker, turn.sources]
        for turn in (round_.user, round_.assistant)
        if turn is not None
    ]
    return checksum(round_.round_id, round_.position, round_.said_at, said)


def turn_rows(added: Iterable[Round], owner_pk: int) -> list[dict[str, object]]:
    """Make the rows of the rounds' turns."""
    return [
        {
            "owner_pk": owner_pk,
            "round_id": round_.round_id,
            "role": str(turn.role),
            "content": turn.content,
            "said_at": turn.said_at,
            "speaker": turn.speaker,
            "sources": None if turn.sources is None else list(turn.sources),
        }
        for round_ in added
        for turn in round_.turns
    ]


def _ids(owner: str) -> Select[str]:
    return select(rounds.c.round_id).where(owned(rounds, owner))


def _openings(owner: str) -> Select[int, str]:
    users = rounds.join(turns, (turns.c.round_id == rounds.c.round_id) & (turns.c.role == str(Role.USER)))
    first = (
        select(rounds.c.session_pk, func.min(rounds.c.position).label("position"))
        .select_from(users)
        .where(owned(rounds, owner))
        .group_by(rounds.c.session_pk)
        .subquery()
    )
    is_first = (first.c.session_pk == rounds.c.session_pk) & (first.c.position == rounds.c.position)
    return select(rounds.c.session_pk, turns.c.content).select_from(users.join(first, is_first))


def _is_readable(rows: Sequence[Row[Any]]) -> bool:
    texts = (text for row in rows for text in (row.content, row.speaker, row.session_id))
    return not any(isinstance(text, Garbled) for text in texts) and all(
        row.role in ROLES and row.said_at is not None and isinstance(row.content, str) for row in rows
    )


def _round(rows: Sequence[Row[Any]], owner: str, zone: tzinfo) -> Round:
    first = rows[0]
    tell = partial(told_at, offset=first.utc_offset, zone=zone)
    sides = {
        Role(row.role): Turn(
            role=Role(row.role),
            content=row.content,
            said_at=row.turn_said_at and tell(row.turn_said_at),
            speaker=row.speaker,
            sources=tuple(map(str, row.sources)) if isinstance(row.sources, list) else None,
        )
        for row in rows
    }
    return Round(
        round_id=first.round_id,
        owner=owner,
        session_id=first.session_id,
        occurrence=first.occurrence,
        position=first.position,
        said_at=tell(first.said_at),
        user=sides.get(Role.USER),
        assistant=sides.get(Role.ASSISTANT),
    )
