"""Writes items within a transaction: puts them, takes the place of others, deletes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from daybook.store.item_values import Namespace, NewItem, Place, StoredItem, expiry, item_checksum
from daybook.store.rows import chunked
from daybook.store.schema import items

_MOMENT = timedelta(microseconds=1)


def put_items(
    connection: Connection, owner_pk: int, new: Sequence[NewItem], gone: Sequence[Place], *, at: datetime
) -> list[int]:
    """Put items, delete others, and what has expired, within a transaction.

    An item that takes the place of another keeps the moment of its creation, and is later than it.

    Args:
        connection: of the transaction.
        owner_pk: whose.
        new: of each place one at most.
        gone: the places that are to be empty.
        at: the moment of the writing.

    Returns:
        The keys of the new ones.
    """
    connection.execute(delete(items).where(items.c.owner_pk == owner_pk, items.c.expires_at <= at))
    before = _take_out(connection, owner_pk, [*((item.namespace, item.key) for item in new), *gone])
    kept = []
    for item in new:
        created_at, updated_at = before.get((item.namespace, item.key), (at, None))
        moment = at if updated_at is None else max(at, updated_at + _MOMENT)
        kept.append(
            StoredItem(
                item.namespace,
                item.key,
                dict(item.value),
                item.fields,
                created_at,
                moment,
                item.ttl,
                expiry(at, item.ttl),
            )
        )
    return insert_items(connection, owner_pk, kept)


def insert_items(connection: Connection, owner_pk: int, new: Sequence[StoredItem]) -> list[int]:
    """Insert items where there are none, within a transaction; returns their keys."""
    if not new:
        return []
    inserting = insert(items).returning(items.c.item_pk, sort_by_parameter_order=True)
    return list(connection.execute(inserting, [_values(item, owner_pk) for item in new]).scalars())


def places_in(connection: Connection, owner_pk: int, namespace: Namespace) -> list[Place]:
    """List the places of a namespace that are not empty, within a transaction."""
    keys = select(items.c.key).where(items.c.owner_pk == owner_pk, items.c.namespace == ".".join(namespace))
    return [(namespace, key) for key in connection.execute(keys).scalars()]


def delete_items(connection: Connection, item_pks: Sequence[int]) -> None:
    """Delete items with what they are found by, within a transaction."""
    for some in chunked(item_pks):
        connection.execute(delete(items).where(items.c.item_pk.in_(some)))


def _take_out(
    connection: Connection, owner_pk: int, places: Iterable[Place]
) -> dict[Place, tuple[datetime, datetime]]:
    """Delete the items at some places; returns when each was made and last put."""
    keys: dict[Namespace, list[str]] = defaultdict(list)
    for namespace, key in places:
        keys[namespace].append(key)
    before: dict[Place, tuple[datetime, datetime]] = {}
    for namespace, of_namespace in keys.items():
        for some in chunked(of_namespace):
            is_there = (items.c.owner_pk == owner_pk, items.c.namespace == ".".join(namespace))
            gone = delete(items).where(*is_there, items.c.key.in_(some))
            rows = connection.execute(gone.returning(items.c.key, items.c.created_at, items.c.updated_at))
            before |= {
                (namespace, key): (created_at, updated_at)
                for key, created_at, updated_at in rows
                if created_at is not None and updated_at is not None
            }
    return before


def _values(item: StoredItem, owner_pk: int) -> dict[str, Any]:
    namespace, fields = ".".join(item.namespace), None if item.fields is None else list(item.fields)
    return {
        "owner_pk": owner_pk,
        "namespace": namespace,
        "key": item.key,
        "value": item.value,
        "fields": fields,
        "created_at": item.created_at,
        "updated_at": item.updated_at,
        "ttl": item.ttl,
        "expires_at": item.expires_at,
        "checksum": item_checksum(namespace, item.key, item.value, item.fields),
    }
