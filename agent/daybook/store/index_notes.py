"""What the indexes are told within the transactions that store, change and delete rounds."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import Connection, delete, exists, insert, select, update

from daybook.store.schema import indexes, owners, rounds, to_index


def note_added(connection: Connection, owner_pk: int, round_ids: Sequence[str]) -> None:
    """Note, within the transaction that stores rounds, that the owner's indexes lack them."""
    found = connection.execute(select(indexes.c.index_pk).where(indexes.c.owner_pk == owner_pk)).scalars()
    lacking = [
        {"owner_pk": owner_pk, "index_pk": index_pk, "round_id": name}
        for index_pk in found.all()
        for name in round_ids
    ]
    if lacking:
        connection.execute(insert(to_index), lacking)


def note_removed(connection: Connection, owner: str) -> None:
    """Note, within the transaction that deletes rounds or rows, that rows of the owner's indexes are gone."""
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    connection.execute(
        update(indexes).where(indexes.c.owner_pk == owner_pk).values(revision=indexes.c.revision + 1)
    )


def drop_if_empty(connection: Connection, owner: str) -> None:
    """Delete the indexes of an owner of whom no round is left, within a transaction."""
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    none_left = ~exists().where(rounds.c.owner_pk == owner_pk)
    connection.execute(delete(indexes).where(indexes.c.owner_pk == owner_pk, none_left))


def rename_collections(connection: Connection, owner: str) -> None:
    """Give the owner's collections other names, within the transaction that forgets something.

    Chroma keeps a deleted vector in its files, so a collection that held one is dropped as a whole: it is
    one that no index names any more.
    """
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    query = select(indexes.c.index_pk).where(
        indexes.c.owner_pk == owner_pk, indexes.c.collection.is_not(None)
    )
    for index_pk in connection.execute(query).scalars().all():
        renamed = update(indexes).where(indexes.c.index_pk == index_pk)
        connection.execute(renamed.values(collection=new_collection()))


def new_collection() -> str:
    """Make a name for a Chroma collection: a random one, so that it reveals nothing and is nobody else's."""
    return f"daybook-{secrets.token_hex(12)}"


def owner_key(connection: Connection, owner: str) -> int:
    """Return the key of an owner of whom something is stored."""
    owner_pk: int = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == owner)).scalar_one()
    return owner_pk
