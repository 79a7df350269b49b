"""Items in SQL; every write is one transaction, and what has expired is never read."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, func, not_, or_, select, update

from daybook.store.columns import Garbled, Verbatim, escaped
from daybook.store.database import Database
from daybook.store.item_filter import matches
from daybook.store.item_values import (
    ANNOTATIONS,
    DOCUMENT_KEY,
    DOCUMENTS,
    Namespace,
    Place,
    StoredItem,
    expiry,
    item_checksum,
)
from daybook.store.rows import chunked
from daybook.store.schema import items, owners

LOG = logging.getLogger(__name__)
_NEWEST_FIRST = (items.c.updated_at.desc(), items.c.item_pk.desc())


class ItemTable:
    """Reads and writes the items of all owners."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, owner: str, place: Place, *, at: datetime) -> StoredItem | None:
        """Return the item at a place; None without one that is not expired."""
        namespace, key = place
        query = _select(owner, at).where(items.c.namespace == ".".join(namespace), items.c.key == key)
        with self._database.reading(owner) as connection:
            return next(_read(connection.execute(query)), None)

    def matching(
        self, owner: str, prefix: Namespace, *, at: datetime, wanted: Mapping[str, Any]
    ) -> list[int]:
        """Return the keys of the items below a prefix that match a filter, those last put first."""
        query = _below(_select(owner, at), prefix).order_by(*_NEWEST_FIRST)
        with self._database.reading(owner) as connection:
            if not wanted:
                return list(connection.execute(query.with_only_columns(items.c.item_pk)).scalars())
            values = connection.execute(query.with_only_columns(items.c.item_pk, items.c.value))
            return [
                item_pk for item_pk, value in values if isinstance(value, dict) and matches(value, wanted)
            ]

    def of_keys(self, owner: str, item_pks: Sequence[int]) -> list[StoredItem]:
        """Return the items of those keys, in that order; those that are gone are passed over."""
        found: dict[int, StoredItem] = {}
        with self._database.reading(owner) as connection:
            for some in chunked(item_pks):
                rows = connection.execute(_select(owner).where(items.c.item_pk.in_(some)))
                found |= {item.item_pk: item for item in _read(rows)}
        return [found[item_pk] for item_pk in item_pks if item_pk in found]

    def all_of(self, owner: str) -> tuple[list[StoredItem], int]:
        """Return all items of an owner, expired ones too, in the order of being put.

        Returns:
            The items, and how many there are besides that cannot be read.
        """
        with self._database.reading(owner) as connection:
            rows = connection.execute(_select(owner).order_by(items.c.item_pk)).all()
        found = list(_read(rows))
        return found, len(rows) - len(found)

    def of_key(self, owner: str, prefix: Namespace, key: str) -> list[StoredItem]:
        """Return the items below a prefix that have a key, in the order of their namespaces."""
        query = _below(_select(owner), prefix).where(items.c.key == key).order_by(items.c.namespace)
        with self._database.reading(owner) as connection:
            return list(_read(connection.execute(query)))

    def counts(self, owner: str, prefix: Namespace) -> dict[Namespace, int]:
        """Count the items of each namespace below a prefix."""
        query = _below(_of_owner(select(items.c.namespace, func.count()), owner), prefix)
        with self._database.reading(owner) as connection:
            rows = connection.execute(query.group_by(items.c.namespace)).all()
        return {labels_of(name): count for name, count in rows if not isinstance(name, Garbled)}

    def count_documents(self, owner: str | None = None) -> tuple[int, int]:
        """Count the documents of knowledge bases, of one owner or of all, and their passages."""
        of_documents = items.c.key == DOCUMENT_KEY
        counts: tuple[ColumnElement[Any], ...] = (func.count(), func.count().filter(of_documents))
        query = select(*counts).where(_is_of_document())
        query = query if owner is None else _of_owner(query, owner)
        with self._database.reading(owner) as connection:
            together, documents = connection.execute(query).one()
        return documents, together - documents

    def has_documents(self, owner: str) -> bool:
        """Whether an owner keeps a document of a knowledge base."""
        query = _of_owner(select(items.c.item_pk), owner).where(_is_of_document()).limit(1)
        with self._database.reading(owner) as connection:
            return connection.execute(query).first() is not None

    def namespaces(self, owner: str, *, at: datetime) -> list[Namespace]:
        """List the namespaces that have an item, by their labels."""
        query = _of_owner(select(items.c.namespace).distinct(), owner).where(_is_live(at), _is_listed())
        with self._database.reading(owner) as connection:
            names = connection.execute(query).scalars().all()
        return sorted(labels_of(name) for name in names if not isinstance(name, Garbled))

    def owners(self) -> list[str]:
        """List the owners of whom an item is kept, by name."""
        query = select(owners.c.owner).where(owners.c.owner_pk.in_(select(items.c.owner_pk)))
        with self._database.reading(None) as connection:
            names = connection.execute(query).scalars().all()
        return sorted(name for name in names if not isinstance(name, Garbled))

    def count(self, owner: str | None = None) -> int:
        """Count the items of one owner or of all, expired ones too."""
        query = select(func.count()).select_from(items)
        query = query if owner is None else _of_owner(query, owner)
        with self._database.reading(owner) as connection:
            return connection.execute(query).scalar_one()

    def refresh(self, owner: str, found: Iterable[StoredItem], *, at: datetime) -> None:
        """Begin anew the time after which items expire that have been read."""
        by_ttl: dict[float, list[int]] = defaultdict(list)
        for item in found:
            if item.ttl is not None:
                by_ttl[item.ttl].append(item.item_pk)
        if not by_ttl:
            return
        with self._database.writing(owner) as connection:
            for ttl, item_pks in by_ttl.items():
                for some in chunked(item_pks):
                    renewed = update(items).where(items.c.item_pk.in_(some))
                    connection.execute(renewed.values(expires_at=expiry(at, ttl)))

    def sweep(self, owner: str | None, *, at: datetime) -> int:
        """Delete what has expired, of one owner or of all; returns how many items."""
        gone = delete(items).where(items.c.expires_at <= at)
        with self._database.writing(owner) as connection:
            if owner is not None:
                gone = gone.where(items.c.owner_pk == _owner_pk(owner))
            return connection.execute(gone).rowcount


def labels_of(namespace: str) -> Namespace:
    """Split a namespace as it is kept into its labels."""
    return tuple(namespace.split(".")) if namespace else ()


def _owner_pk(owner: str) -> ColumnElement[int]:
    return select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()


def _of_owner(query: Select[Any], owner: str) -> Select[Any]:
    return query.where(items.c.owner_pk == _owner_pk(owner))


def _is_live(at: datetime) -> ColumnElement[bool]:
    return or_(items.c.expires_at.is_(None), items.c.expires_at > at)


def _is_listed() -> ColumnElement[bool]:
    return and_(items.c.namespace != ".".join(ANNOTATIONS), not_(_is_of_document()))


def _is_of_document() -> ColumnElement[bool]:
    above = f"{'.'.join(DOCUMENTS)}."
    return func.substr(items.c.namespace, 1, len(escaped(above)), type_=Verbatim) == above


def _select(owner: str, at: datetime | None = None) -> Select[Any]:
    """Select the items of an owner; those that are not expired at a moment, where it is given."""
    query = _of_owner(select(items), owner)
    return query if at is None else query.where(_is_live(at))


def _below(query: Select[Any], prefix: Namespace) -> Select[Any]:
    """Leave the items whose namespace is a prefix, or begins with its labels.

    LIKE would take wild cards in labels for what they are, and SQLite's does not tell "A" from "a".
    """
    if not prefix:
        return query.where(_is_listed())
    start = f"{'.'.join(prefix)}."
    begins = func.substr(items.c.namespace, 1, len(escaped(start)), type_=Verbatim)
    return query.where(or_(items.c.namespace == start[:-1], begins == start))


def _read(rows: Iterable[Row[Any]]) -> Iterator[StoredItem]:
    """Make items of rows; one that is not as it was put is left out, with a warning."""
    for row in rows:
        fields = None if row.fields is None else tuple(row.fields)
        texts = (row.namespace, row.key)
        if (
            any(isinstance(one, Garbled) for one in texts)
            or not isinstance(row.value, dict)
            or None in (row.created_at, row.updated_at)
            or row.checksum != item_checksum(row.namespace, row.key, row.value, fields)
        ):
            LOG.warning("an item cannot be read and is left out: `daybook doctor` says more")
            continue
        yield StoredItem(
            labels_of(row.namespace),
            row.key,
            row.value,
            fields,
            row.created_at,
            row.updated_at,
            row.ttl,
            row.expires_at,
            row.item_pk,
        )
