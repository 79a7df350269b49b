"""The queue of rounds that a chat model is to read for facts, now or once their owner agrees."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, case, func, or_, select, update

from daybook.conversation import Round
from daybook.conversation.errors import LedgerMoved
from daybook.store.round_queries import read_rounds, select_rounds, when_said
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import change_in, chunked, owned, rounds, zone_of_owner


class ByModel(StrEnum):
    """State of a round that a model was to read; NULL if nobody asked for it."""

    WANTED = "wanted"
    READ = "read"
    GIVEN_UP = "given up"
    """It failed too often. It is read again where somebody asks for all rounds."""


@dataclass(frozen=True, slots=True)
class QueuedRound:
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
    """The rounds that a chat model is still to read for facts: marks on the rounds, so that nothing is lost.

    The mark is set in the transaction that stores a round and cleared in the one that posts its facts. A
    crash, a failing model and a spent budget leave rounds in the queue.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def first(self, owner: str, most: int, *, without: Collection[str] = ()) -> list[QueuedRound]:
        """List up to `most` rounds of the owner's queue, without some ids, in the order of being said.

        Those that failed least often are chosen first, of these the earliest.
        """
        place = (rounds.c.model_failures, rounds.c.said_at, rounds.c.round_id)
        query = select(rounds.c.round_id, rounds.c.model_failures).where(
            owned(rounds, owner), rounds.c.by_model == ByModel.WANTED
        )
        with self._database.reading(owner) as connection:
            zone = zone_of_owner(connection, owner, self._database.zone)
            failures = {name: count for name, count in connection.execute(query.order_by(*place))}
            names = [name for name in failures if name not in without]
            found: dict[str, Round] = {}
            for chunk in chunked(names, most):
                rows = connection.execute(select_rounds(owner).where(rounds.c.round_id.in_(chunk)))
                found |= {round_.round_id: round_ for round_ in read_rounds(rows, owner, zone)}
                if len(found) >= most:
                    break
        waiting = [QueuedRound(found[name], failures[name]) for name in names if name in found][:most]
        return sorted(waiting, key=lambda entry: when_said(entry.round))

    def unread(self, owner: str) -> list[Round]:
        """List the owner's rounds that no model has read, in the order in which they were said."""
        query = select_rounds(owner).where(_is_unread())
        with self._database.reading(owner) as connection:
            zone = zone_of_owner(connection, owner, self._database.zone)
            return sorted(read_rounds(connection.execute(query), owner, zone), key=when_said)

    def want_all(self, owner: str) -> None:
        """Put every round of the owner that no model has read into the queue, as if none had failed."""
        query = update(rounds).where(owned(rounds, owner), _is_unread())
        with self._database.writing(owner) as connection:
            connection.execute(query.values(by_model=ByModel.WANTED, model_failures=0))

    def note_failures(self, owner: str, names: Sequence[str], *, give_up_at: int | None) -> None:
        """Count a failure of rounds; at `give_up_at` failures, if it is given, they leave the queue."""
        wanted = update(rounds).where(rounds.c.by_model == ByModel.WANTED)
        failed = wanted.values(model_failures=rounds.c.model_failures + 1)
        with self._database.writing(owner) as connection:
            change_in(connection, failed, rounds.c.round_id, names)
            if give_up_at is not None:
                hopeless = wanted.where(rounds.c.model_failures >= give_up_at)
                change_in(connection, hopeless.values(by_model=ByModel.GIVEN_UP), rounds.c.round_id, names)

    def counts(self, owner: str | None = None) -> QueueCounts:
        """Count the rounds of an owner, or of all."""
        query = select(rounds.c.by_model, func.count()).where(owned(rounds, owner))
        query = query.where(rounds.c.by_model != ByModel.READ).group_by(rounds.c.by_model)
        rows = self._database.rows(owner, query)
        found = {state: count for state, count in rows}
        return QueueCounts(found.get(ByModel.WANTED, 0), found.get(ByModel.GIVEN_UP, 0))


def queue_for_model(connection: Connection, names: Iterable[str]) -> None:
    """Put rounds into the queue, within the transaction that stores them."""
    change_in(connection, update(rounds).values(by_model=ByModel.WANTED), rounds.c.round_id, names)


def mark_read(connection: Connection, names: Sequence[str]) -> None:
    """Take rounds out of the queue, within the transaction that posts their facts.

    Raises LedgerMoved where another process has read one of them, or it was forgotten.
    """
    read = update(rounds).where(rounds.c.by_model == ByModel.WANTED).values(by_model=ByModel.READ)
    if change_in(connection, read, rounds.c.round_id, names) != len(names):
        raise LedgerMoved("a round that the model has read is not waiting for it any more; try again")


def _is_unread() -> ColumnElement[bool]:
    return or_(rounds.c.by_model.is_(None), rounds.c.by_model != ByModel.READ)


_BETWEEN = " "


class HeldBack:
    """The slots, by name only, of each round that wait for the owner's consent; they go with the round."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def slots(self, owner: str) -> Counter[str]:
        """Count by slot the rounds with facts held back."""
        return Counter(slot for slots in self.by_round(owner).values() for slot in slots)

    def by_round(self, owner: str) -> dict[str, list[str]]:
        """Give the slots of which facts are held back, by the round that tells them."""
        with self._database.reading(owner) as connection:
            return _held(connection, owner)

    def settle(self, owner: str, *, permits: Callable[[str], bool], asks: Callable[[str], bool]) -> int:
        """Queue rounds whose facts may be written by now, and drop slots that are no longer asked for.

        A chat model reads them again that had read them; returns how many rounds that are.
        """
        released = 0
        with self._database.writing(owner) as connection:
            for name, slots in _held(connection, owner).items():
                waits = {slot for slot in slots if asks(slot)}
                values: dict[str, object] = {"held_back": _BETWEEN.join(sorted(waits)) or None}
                if any(map(permits, slots)):
                    released += 1
                    read = case(
                        (rounds.c.by_model == ByModel.READ, ByModel.WANTED.value), else_=rounds.c.by_model
                    )
                    values["by_model"] = read
                connection.execute(update(rounds).where(rounds.c.round_id == name).values(values))
        return released


def note_held_back(connection: Connection, held: Mapping[str, Collection[str]]) -> None:
    """Add slots to those that are held back of rounds, within the transaction that posts their facts."""
    for name, slots in held.items():
        row = rounds.c.round_id == name
        before = connection.execute(select(rounds.c.held_back).where(row)).scalar() or ""
        every = _BETWEEN.join(sorted({*before.split(), *slots}))
        connection.execute(update(rounds).where(row).values(held_back=every or None))


def _held(connection: Connection, owner: str) -> dict[str, list[str]]:
    query = select(rounds.c.round_id, rounds.c.held_back)
    found = connection.execute(query.where(owned(rounds, owner), rounds.c.held_back.is_not(None)))
    return {name: slots.split() for name, slots in found}
