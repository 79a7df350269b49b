"""The store's key-value metadata, and the index state of each owner."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from daybook.store.schema import meta, owners, rounds, sessions
from daybook.store.values import IndexState

_REWRITES = "ledger_rewrites"


def get(connection: Connection, name: str) -> str | None:
    """Read a value; None if it was never written."""
    found: str | None = connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()
    return found


def put(connection: Connection, name: str, value: str) -> None:
    """Write a value, replacing the previous one."""
    connection.execute(delete(meta).where(meta.c.name == name))
    connection.execute(insert(meta).values(name=name, value=value))


def drop(connection: Connection, name: str) -> None:
    """Delete a value."""
    connection.execute(delete(meta).where(meta.c.name == name))


def note_rewrite(connection: Connection) -> None:
    """Note that ledger events were changed in place, which the id of the last one does not tell."""
    put(connection, _REWRITES, str(rewrites(connection) + 1))


def rewrites(connection: Connection) -> int:
    """Count how often ledger events were changed in place."""
    return int(get(connection, _REWRITES) or 0)


def read_state(connection: Connection, owner: str) -> IndexState:
    """Read an owner's index state; generation 0 without a fingerprint if there are no vectors."""
    query = select(owners.c.fingerprint, owners.c.layout, owners.c.generation)
    row = connection.execute(query.where(owners.c.owner == owner)).first()
    return IndexState("", "", 0) if row is None else IndexState(*row)


def write_state(connection: Connection, owner: str, state: IndexState) -> None:
    """Write an owner's index state, and mark every round as not indexed."""
    connection.execute(
        update(owners)
        .where(owners.c.owner == owner)
        .values(fingerprint=state.fingerprint, layout=state.layout, generation=state.generation)
    )
    of_owner = select(sessions.c.session_pk).join(owners).where(owners.c.owner == owner)
    connection.execute(update(rounds).where(rounds.c.session_pk.in_(of_owner)).values(vectors=None))
