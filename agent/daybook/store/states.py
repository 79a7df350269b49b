"""Key-value facts about the store itself, and the index state of each owner."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from daybook.store.schema import meta, owners, rounds, sessions
from daybook.store.values import IndexState


def get(connection: Connection, name: str) -> str | None:
    """Read a fact; None where it was never written."""
    found: str | None = connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()
    return found


def put(connection: Connection, name: str, value: str) -> None:
    """Write a fact over what it was before."""
    connection.execute(delete(meta).where(meta.c.name == name))
    connection.execute(insert(meta).values(name=name, value=value))


def drop(connection: Connection, name: str) -> None:
    """Leave no fact of that name."""
    connection.execute(delete(meta).where(meta.c.name == name))


def read_state(connection: Connection, owner: str) -> IndexState:
    """Read what made an owner's vectors; of generation 0 and nameless where there are none."""
    query = select(owners.c.fingerprint, owners.c.layout, owners.c.generation)
    row = connection.execute(query.where(owners.c.owner == owner)).first()
    return IndexState("", "", 0) if row is None else IndexState(*row)


def write_state(connection: Connection, owner: str, state: IndexState) -> None:
    """Say what makes an owner's vectors from now on, and that every round is yet to be indexed."""
    connection.execute(
        update(owners)
        .where(owners.c.owner == owner)
        .values(fingerprint=state.fingerprint, layout=state.layout, generation=state.generation)
    )
    of_owner = select(sessions.c.session_pk).join(owners).where(owners.c.owner == owner)
    connection.execute(update(rounds).where(rounds.c.session_pk.in_(of_owner)).values(vectors=None))
