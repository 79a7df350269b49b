"""The queue of rounds that a chat model is to read for facts: marks on the rounds, so that nothing is lost.

A round of a chat is marked in the transaction that stores it, and the mark changes in the one that posts
what the model found. A crash, a model that failed and a budget that was used up leave it in the queue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select, update

from daybook.conversation import Round
from daybook.errors import LedgerMoved
from daybook.store.database import Database
from daybook.store.rows import chunked, read_rounds, select_rounds
from daybook.store.schema import owners, rounds


class ByModel(StrEnum):
    """What became of a round that a model was to read; NULL where nobody asked for it."""

    WANTED = "wanted"
    READ = "read"
    GIVEN_UP = "given up"
    """It failed too often. It is read again where somebody asks for all rounds."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A round in the queue."""

    round: Round
    failures: int
    """How often a model has failed on it, alone or beside others."""


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """How many rounds wait, and how many were given up."""

    wanted: int
    given_up: int


class ModelQueue:
    """The queues of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def first(self, owner: str, most: int, *, without: Collection[str] = ()) -> list[Waiting]:
        """List the owner's first rounds in the queue: those that failed least often, the earliest first.

        Args:
            owner: whose.
            most: how many at most.
            without: ids of rounds to be passed over.
        """
        place = (rounds.c.model_failures, rounds.c.said_at, rounds.c.round_id)
        query = select(rounds.c.round_id, rounds.c.model_failures).where(
            rounds.c.by_model == ByModel.WANTED, rounds.c.owner_pk == _owner_pk(owner)
        )
        with self._database.reading(owner) as connection:
            failures = {name: count for name, count in connection.execute(query.order_by(*place))}
            names = [name for name in failures if name not in without]
            found: dict[str, Round] = {}
            for chunk in chunked(names, most):
                found |= _read(connection, owner, select_rounds(owner).where(rounds.c.round_id.in_(chunk)))
                if len(found) >= most:
                    break
        waiting = [Waiting(found[name], failures[name]) for name in names if name in found][:most]
        return sorted(waiting, key=lambda one: (one.round.said_at, one.round.session_id, one.round.position))

    def unread(self, owner: str) -> list[Round]:
        """List the owner's rounds that no model has read, in the order in which they were said."""
        query = select_rounds(owner).where(_is_unread())
        with self._database.reading(owner) as connection:
            found = list(read_rounds(connection, query, owner))
        return sorted(found, key=lambda one: (one.said_at, one.session_id, one.position))

    def want_all(self, owner: str) -> None:
        """Put every round of the owner that no model has read into the queue, as if none had failed."""
        query = update(rounds).where(rounds.c.owner_pk == _owner_pk(owner), _is_unread())
        with self._database.writing(owner) as connection:
            connection.execute(query.values(by_model=ByModel.WANTED, model_failures=0))

    def note_failures(self, owner: str, names: Sequence[str], *, give_up_at: int | None) -> None:
        """Count a failure of rounds.

        Args:
            owner: whose.
            names: their ids.
            give_up_at: the number of failures at which they leave the queue; None where they stay.
        """
        failed = rounds.c.model_failures + 1
        with self._database.writing(owner) as connection:
            for chunk in chunked(names):
                these = update(rounds).where(
                    rounds.c.round_id.in_(chunk), rounds.c.by_model == ByModel.WANTED
                )
                connection.execute(these.values(model_failures=failed))
                if give_up_at is not None:
                    hopeless = these.where(rounds.c.model_failures >= give_up_at)
                    connection.execute(hopeless.values(by_model=ByModel.GIVEN_UP))

    def counts(self, owner: str | None = None) -> QueueCounts:
        """Count the rounds of an owner, or of all."""
        query = select(rounds.c.by_model, func.count()).where(rounds.c.by_model != ByModel.READ)
        if owner is not None:
            query = query.where(rounds.c.owner_pk == _owner_pk(owner))
        with self._database.reading(owner) as connection:
            found = {state: number for state, number in connection.execute(query.group_by(rounds.c.by_model))}
        return QueueCounts(found.get(ByModel.WANTED, 0), found.get(ByModel.GIVEN_UP, 0))


def want(connection: Connection, names: Iterable[str]) -> None:
    """Put rounds into the queue, within the transaction that stores them."""
    for chunk in chunked(list(names)):
        connection.execute(update(rounds).where(rounds.c.round_id.in_(chunk)).values(by_model=ByModel.WANTED))


def mark_posted(connection: Connection, names: Sequence[str]) -> None:
    """Mark rounds whose facts by rules are posted, within that transaction."""
    for chunk in chunked(names):
        connection.execute(update(rounds).where(rounds.c.round_id.in_(chunk)).values(posted=True))


def mark_read(connection: Connection, names: Sequence[str]) -> None:
    """Take rounds out of the queue, within the transaction that posts what a model found in them.

    Raises:
        LedgerMoved: one of them is not in it any more: another process has read it, or it is forgotten.
    """
    for chunk in chunked(names):
        waiting = update(rounds).where(rounds.c.round_id.in_(chunk), rounds.c.by_model == ByModel.WANTED)
        if connection.execute(waiting.values(by_model=ByModel.READ)).rowcount != len(chunk):
            raise LedgerMoved("a round that the model has read is not waiting for it any more; try again")


def _read(connection: Connection, owner: str, query: Select[tuple[object, ...]]) -> dict[str, Round]:
    return {one.round_id: one for one in read_rounds(connection, query, owner)}


def _is_unread() -> ColumnElement[bool]:
    return or_(rounds.c.by_model.is_(None), rounds.c.by_model != ByModel.READ)


def _owner_pk(owner: str) -> ColumnElement[int]:
    return select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
