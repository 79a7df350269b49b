"""The store's key-value metadata."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from daybook.store.schema import meta


def get(connection: Connection, name: str) -> str | None:
    """Read a value; None if it was never written."""
    found: str | None = connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()
    return found


def named(connection: Connection, start: str) -> dict[str, str]:
    """Read all values whose names begin so."""
    found = connection.execute(select(meta.c.name, meta.c.value).where(meta.c.name.startswith(start)))
    return {name: value for name, value in found}


def put(connection: Connection, name: str, value: str) -> None:
    """Write a value, replacing the previous one."""
    connection.execute(delete(meta).where(meta.c.name == name))
    connection.execute(insert(meta).values(name=name, value=value))


def drop(connection: Connection, name: str) -> None:
    """Delete a value."""
    connection.execute(delete(meta).where(meta.c.name == name))
