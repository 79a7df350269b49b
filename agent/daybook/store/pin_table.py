"""Pinned questions in SQL. A pin is gone as soon as one of its rounds is forgotten: it may quote it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import change_in, key_of_owner, owned, pin_rounds, pins


@dataclass(frozen=True, slots=True)
class Pin:
    """A question with the baseline ranks of its rounds."""

    question: str
    asked_at: datetime
    """The moment that "last week" is relative to, at every replay."""
    ranks: Mapping[str, int | None]
    """Of each expected round, in the order in which they were named: from 1, None where it was not found."""
    setup: Mapping[str, str]
    """What was in force then, by name: embedder, models, settings."""


class Pins:
    """The pins of all owners; every write is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, owner: str, pin: Pin) -> None:
        """Store a pin of an owner with stored data, replacing one with the same question."""
        with self._database.writing(owner) as connection:
            owner_pk = key_of_owner(connection, owner)
            drop_pins(connection, owner, [pin.question])
            row = insert(pins).values(
                owner_pk=owner_pk, question=pin.question, asked_at=pin.asked_at, setup=dict(pin.setup)
            )
            pin_pk = connection.execute(row.returning(pins.c.pin_pk)).scalar_one()
            rows = [
                {"owner_pk": owner_pk, "pin_pk": pin_pk, "round_id": name, "place": place, "rank": rank}
                for place, (name, rank) in enumerate(pin.ranks.items())
            ]
            connection.execute(insert(pin_rounds), rows)

    def of(self, owner: str) -> list[Pin]:
        """List an owner's pins, the oldest first."""
        query = (
            select(pins.c.pin_pk, pins.c.question, pins.c.asked_at, pins.c.setup)
            .where(owned(pins, owner))
            .order_by(pins.c.pin_pk)
        )
        with self._database.reading(owner) as connection:
            return [
                Pin(row.question, row.asked_at, _ranks(connection, row.pin_pk), row.setup)
                for row in connection.execute(query).all()
                if row.asked_at is not None and isinstance(row.setup, dict)
            ]

    def remove(self, owner: str, question: str) -> bool:
        """Remove the pin of a question; says whether there was one."""
        with self._database.writing(owner) as connection:
            return drop_pins(connection, owner, [question]) > 0


def drop_pins(connection: Connection, owner: str, questions: Iterable[str]) -> int:
    """Remove the owner's pins of those questions; returns how many there were."""
    return change_in(connection, delete(pins).where(owned(pins, owner)), pins.c.question, questions)


def rename_pinned(connection: Connection, names: Mapping[str, str]) -> None:
    """Replace round ids in pins by their new ids."""
    for before, now in names.items():
        connection.execute(update(pin_rounds).where(pin_rounds.c.round_id == before).values(round_id=now))


def _ranks(connection: Connection, pin_pk: int) -> dict[str, int | None]:
    query = select(pin_rounds.c.round_id, pin_rounds.c.rank).where(pin_rounds.c.pin_pk == pin_pk)
    return {row.round_id: row.rank for row in connection.execute(query.order_by(pin_rounds.c.place))}
