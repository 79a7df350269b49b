"""Read queries over stored rounds, one owner at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Select, func, select

from daybook.conversation import Role, Round, TimeRange
from daybook.store.columns import Garbled
from daybook.store.database import Database
from daybook.store.rows import chunked, read_rounds, select_rounds
from daybook.store.schema import owners, rounds, sessions, turns
from daybook.store.values import SessionSummary

TITLE_LENGTH = 60


SESSIONS = sessions.join(owners, owners.c.owner_pk == sessions.c.owner_pk).join(
    rounds, rounds.c.session_pk == sessions.c.session_pk
)


class RoundQueries:
    """Reads rounds and sessions of one owner at a time."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def owners(self) -> list[str]:
        """Everybody of whom a round is kept, by name."""
        query = select(owners.c.owner).where(owners.c.owner_pk.in_(select(sessions.c.owner_pk)))
        with self.database.reading(None) as connection:
            names = connection.execute(query).scalars().all()
        return sorted(name for name in names if not isinstance(name, Garbled))

    def rounds(self, owner: str, round_ids: Sequence[str]) -> list[Round]:
        """The owner's rounds of those ids, in the order of the ids; ids of nothing are passed over."""
        found: dict[str, Round] = {}
        with self.database.reading(owner) as connection:
            for ids in chunked(list(dict.fromkeys(round_ids))):
                query = select_rounds(owner).where(rounds.c.round_id.in_(ids))
                found.update((round_.round_id, round_) for round_ in read_rounds(connection, query, owner))
        return [found[name] for name in round_ids if name in found]

    def owner_of(self, round_id: str) -> str | None:
        """Whose the round of that id is; None where there is none."""
        query = select(owners.c.owner).join(rounds, rounds.c.owner_pk == owners.c.owner_pk)
        with self.database.reading(None) as connection:
            found = connection.execute(query.where(rounds.c.round_id == round_id)).scalar()
        return None if found is None or isinstance(found, Garbled) else found

    def all_rounds(self, owner: str) -> Iterator[Round]:
        """Every round of the owner, sessions in the order in which they were added."""
        with self.database.reading(owner) as connection:
            yield from read_rounds(connection, select_rounds(owner), owner)

    def read_all(self, owner: str) -> tuple[list[Round], list[str]]:
        """Every round of the owner, and the ids of those that cannot be read, all of one moment."""
        ids = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            found = list(read_rounds(connection, select_rounds(owner), owner))
            names = set(connection.execute(ids).scalars())
        return found, sorted(names - {round_.round_id for round_ in found})

    def session_round_ids(self, owner: str, session_id: str) -> set[str]:
        """The ids of the rounds of every session of that id."""
        query = select(rounds.c.round_id).select_from(SESSIONS)
        query = query.where(owners.c.owner == owner, sessions.c.session_id == session_id)
        with self.database.reading(owner) as connection:
            return set(connection.execute(query).scalars())

    def session_rounds(self, owner: str, session_id: str) -> list[Round]:
        """The rounds of every session of that id, in the order in which they were said."""
        query = select_rounds(owner).where(sessions.c.session_id == session_id)
        with self.database.reading(owner) as connection:
            return list(read_rounds(connection, query, owner))

    def count_unposted(self, owner: str) -> int:
        """How many of the owner's rounds have facts that are not posted."""
        query = select(func.count()).select_from(rounds.join(owners))
        query = query.where(owners.c.owner == owner, rounds.c.posted.is_(False))
        with self.database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def last_round(self, owner: str, session_id: str) -> Round | None:
        """The round that the latest session of that id ends with; None without one that can be read."""
        last = select(rounds.c.round_id).select_from(SESSIONS)
        last = last.where(owners.c.owner == owner, sessions.c.session_id == session_id)
        last = last.order_by(sessions.c.occurrence.desc(), rounds.c.position.desc()).limit(1)
        query = select_rounds(owner).where(rounds.c.round_id == last.scalar_subquery())
        with self.database.reading(owner) as connection:
            return next(read_rounds(connection, query, owner), None)

    def first_unposted(self, owner: str, most: int) -> tuple[list[Round], bool]:
        """The owner's earliest rounds whose facts are not posted, in the order in which they were said.

        Returns:
            At most `most` rounds, and whether others wait behind them.
        """
        waiting = select_rounds(owner).where(rounds.c.posted.is_(False))
        moments = select(rounds.c.said_at).join(owners).where(owners.c.owner == owner)
        moments = moments.where(rounds.c.posted.is_(False)).order_by(rounds.c.said_at)
        size = most
        with self.database.reading(owner) as connection:
            while True:
                until = connection.execute(moments.offset(size).limit(1)).scalar()
                query = waiting if until is None else waiting.where(rounds.c.said_at <= until)
                found = list(read_rounds(connection, query, owner))
                if until is None or len(found) > most:
                    break
                size *= 2  # some of those cannot be read
        found.sort(key=lambda round_: (round_.said_at, round_.session_id, round_.position))
        return found[:most], len(found) > most

    def ids(self, owner: str) -> list[str]:
        """The ids of all of the owner's rounds, in no order."""
        query = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            return list(connection.execute(query).scalars())

    def ids_newest_first(self, owner: str) -> list[str]:
        """The ids of all of the owner's rounds, those last said first; equal moments by their ids."""
        query = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            query = query.order_by(rounds.c.said_at.desc(), rounds.c.round_id.desc())
            return list(connection.execute(query).scalars())

    def sessions(self, owner: str) -> list[SessionSummary]:
        """The owner's sessions, the earliest first."""
        counts = (
            select(
                sessions.c.session_pk,
                sessions.c.session_id,
                sessions.c.occurrence,
                sessions.c.started_at,
                sessions.c.title,
                func.count(rounds.c.round_id).label("rounds"),
                func.min(rounds.c.said_at).label("first_said"),
            )
            .select_from(SESSIONS)
            .where(owners.c.owner == owner)
            .group_by(
                *(
                    sessions.c[name]
                    for name in ("session_pk", "session_id", "occurrence", "started_at", "title")
                )
            )
            .order_by(sessions.c.started_at, sessions.c.session_pk)
        )
        with self.database.reading(owner) as connection:
            said = {row.session_pk: row.content for row in connection.execute(_openings(owner))}
            rows = connection.execute(counts).all()
        return [
            SessionSummary(
                session_id=row.session_id,
                occurrence=row.occurrence,
                started_at=row.started_at or row.first_said,
                rounds=row.rounds,
                title=title_of(row.title or said.get(row.session_pk, "")),
            )
            for row in rows
            if not isinstance(row.session_id, Garbled)
        ]

    def rounds_said(self, owner: str, during: TimeRange) -> frozenset[str]:
        """The ids of the owner's rounds said in a stretch of time."""
        query = select(rounds.c.round_id).join(owners).where(owners.c.owner == owner)
        if during.start is not None:
            query = query.where(rounds.c.said_at >= during.start)
        if during.end is not None:
            query = query.where(rounds.c.said_at < during.end)
        with self.database.reading(owner) as connection:
            return frozenset(connection.execute(query).scalars())

    def counts(self, owner: str | None) -> tuple[int, int, int]:
        """How many owners, sessions and rounds there are, of one owner or of all."""
        query = select(
            func.count(owners.c.owner_pk.distinct()),
            func.count(sessions.c.session_pk.distinct()),
            func.count(rounds.c.round_id),
        ).select_from(SESSIONS)
        if owner is not None:
            query = query.where(owners.c.owner == owner)
        with self.database.reading(owner) as connection:
            row = connection.execute(query).one()
        return row[0], row[1], row[2]


def title_of(text: str) -> str:
    """Make a title of a text: about 60 characters of its first line."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    head, _, _ = line[: TITLE_LENGTH + 1].rpartition(" ")
    return (head or line[: TITLE_LENGTH - 1]).rstrip(" ,;:.-") + "…"


def _openings(owner: str) -> Select[tuple[int, str]]:
    """Select the first user turn of every session."""
    users = rounds.join(turns, (turns.c.round_id == rounds.c.round_id) & (turns.c.role == str(Role.USER)))
    first = (
        select(rounds.c.session_pk, func.min(rounds.c.position).label("position"))
        .select_from(users.join(owners, owners.c.owner_pk == rounds.c.owner_pk))
        .where(owners.c.owner == owner)
        .group_by(rounds.c.session_pk)
        .subquery()
    )
    return select(rounds.c.session_pk, turns.c.content).select_from(
        users.join(
            first, (first.c.session_pk == rounds.c.session_pk) & (first.c.position == rounds.c.position)
        )
    )
