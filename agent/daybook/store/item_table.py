"""Items in SQL; every write is one transaction."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVarTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
)

from daybook.store.item_values import (
    ANNOTATIONS,
    DOCUMENT_KEY,
    DOCUMENTS,
    Namespace,
    NewItem,
    Place,
    StoredItem,
    matches,
)
from daybook.store.sql.columns import Garbled, Verbatim, escaped
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import change_in, checksum, items, owned, owners, rows_in

LOG = logging.getLogger(__name__)
_NEWEST_FIRST = (items.c.updated_at.desc(), items.c.item_pk.desc())
_Ts = TypeVarTuple("_Ts")
_MOMENT = timedelta(microseconds=1)


class ItemTable:
    """Reads the items of all owners."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, owner: str, place: Place) -> StoredItem | None:
        """Return the item at a place; None without one."""
        namespace, key = place
        query = _select(owner).where(items.c.namespace == ".".join(namespace), items.c.key == key)
        return next(_read(self._database.rows(owner, query)), None)

    def matching(self, owner: str, prefix: Namespace, wanted: Mapping[str, Any]) -> list[int]:
        """Return the keys of the items below a prefix that match a filter, those last put first."""
        query = _below(_select(owner), prefix).order_by(*_NEWEST_FIRST)
        if not wanted:
            return self._database.column(owner, query.with_only_columns(items.c.item_pk))
        rows = self._database.rows(owner, query.with_only_columns(items.c.item_pk, items.c.value))
        return [item_pk for item_pk, value in rows if isinstance(value, dict) and matches(value, wanted)]

    def of_keys(self, owner: str, item_pks: Sequence[int]) -> list[StoredItem]:
        """Return the items of those keys, in that order; those that are gone are skipped."""
        with self._database.reading(owner) as connection:
            rows = rows_in(connection, _select(owner), items.c.item_pk, item_pks)
            found = {item.item_pk: item for item in _read(rows)}
        return [found[item_pk] for item_pk in item_pks if item_pk in found]

    def all_of(self, owner: str) -> tuple[list[StoredItem], int]:
        """Return an owner's items as they were put, and how many are unreadable."""
        rows = self._database.rows(owner, _select(owner).order_by(items.c.item_pk))
        found = list(_read(rows))
        return found, len(rows) - len(found)

    def of_key(self, owner: str, prefix: Namespace, key: str) -> list[StoredItem]:
        """Return the items below a prefix that have a key, in the order of their namespaces."""
        query = _below(_select(owner), prefix).where(items.c.key == key).order_by(items.c.namespace)
        return list(_read(self._database.rows(owner, query)))

    def counts(self, owner: str, prefix: Namespace) -> dict[Namespace, int]:
        """Count the items of each namespace below a prefix."""
        query = _below(select(items.c.namespace, func.count()).where(owned(items, owner)), prefix)
        rows = self._database.rows(owner, query.group_by(items.c.namespace))
        return {_labels_of(name): count for name, count in rows if not isinstance(name, Garbled)}

    def count_documents(self, owner: str | None = None) -> tuple[int, int]:
        """Count the documents of knowledge bases, of one owner or of all, and their passages."""
        documents = func.count().filter(items.c.key == DOCUMENT_KEY)
        query = select(func.count(), documents).where(owned(items, owner), _IS_OF_DOCUMENT)
        ((together, whole),) = self._database.rows(owner, query)
        return whole, together - whole

    def has_documents(self, owner: str) -> bool:
        """True if an owner keeps a document of a knowledge base."""

        def read() -> bool:
            query = select(items.c.item_pk).where(owned(items, owner), _IS_OF_DOCUMENT).limit(1)
            return self._database.value(owner, query) is not None

        return self._database.unchanged(("documents", owner), read)

    def namespaces(self, owner: str) -> list[Namespace]:
        """List the namespaces that have an item, by their labels."""
        query = select(items.c.namespace).distinct()
        query = query.where(owned(items, owner), _IS_LISTED)
        names = self._database.column(owner, query)
        return sorted(_labels_of(name) for name in names if not isinstance(name, Garbled))

    def owners(self) -> list[str]:
        """List the owners with stored data, by name."""
        query = select(owners.c.owner).where(owners.c.owner_pk.in_(select(items.c.owner_pk)))
        return sorted(name for name in self._database.column(None, query) if not isinstance(name, Garbled))

    def count(self, owner: str | None = None) -> int:
        """Count the items of one owner or of all."""
        return self._database.count(owner, select(func.count()).select_from(items).where(owned(items, owner)))


def put_items(
    connection: Connection, owner_pk: int, new: Sequence[NewItem], gone: Sequence[Place], *, at: datetime
) -> list[int]:
    """Put items, one a place, and empty others, within a transaction; return the keys of the new ones.

    An item that replaces another keeps the moment of its creation, and is
    later than it.
    """
    before = _take_out(connection, owner_pk, [*((item.namespace, item.key) for item in new), *gone])
    made = []
    for item in new:
        created_at, updated_at = before.get((item.namespace, item.key), (at, None))
        moment = at if updated_at is None else max(at, updated_at + _MOMENT)
        made.append(StoredItem(item.namespace, item.key, dict(item.value), item.fields, created_at, moment))
    return insert_items(connection, owner_pk, made)


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
    change_in(connection, delete(items), items.c.item_pk, item_pks)


def _take_out(
    connection: Connection, owner_pk: int, places: Iterable[Place]
) -> dict[Place, tuple[datetime, datetime]]:
    keys: dict[Namespace, list[str]] = defaultdict(list)
    for namespace, key in places:
        keys[namespace].append(key)
    before: dict[Place, tuple[datetime, datetime]] = {}
    for namespace, of_namespace in keys.items():
        there = (items.c.owner_pk == owner_pk, items.c.namespace == ".".join(namespace))
        gone: Any = delete(items).where(*there)
        gone = gone.returning(items.c.key, items.c.created_at, items.c.updated_at)
        before |= {
            (namespace, key): (created_at, updated_at)
            for key, created_at, updated_at in rows_in(connection, gone, items.c.key, of_namespace)
            if created_at is not None and updated_at is not None
        }
    return before


def _values(item: StoredItem, owner_pk: int) -> dict[str, Any]:
    as_they_are = ("key", "value", "created_at", "updated_at")
    namespace = ".".join(item.namespace)
    return {
        "owner_pk": owner_pk,
        "namespace": namespace,
        "fields": None if item.fields is None else list(item.fields),
        "checksum": checksum(namespace, item.key, item.value, item.fields),
        **{name: getattr(item, name) for name in as_they_are},
    }


def _labels_of(namespace: str) -> Namespace:
    return tuple(namespace.split(".")) if namespace else ()


def _begins(start: str) -> ColumnElement[bool]:
    """Compare the beginning of a namespace; LIKE has wild cards, and SQLite's does not tell "A" from "a"."""
    return func.substr(items.c.namespace, 1, len(escaped(start)), type_=Verbatim) == start


_IS_OF_DOCUMENT = _begins(f"{'.'.join(DOCUMENTS)}.")
_IS_LISTED = and_(items.c.namespace != ".".join(ANNOTATIONS), not_(_IS_OF_DOCUMENT))


def _select(owner: str) -> Select[Any]:
    return select(items).where(owned(items, owner))


def _below(query: Select[*_Ts], prefix: Namespace) -> Select[*_Ts]:
    if not prefix:
        return query.where(_IS_LISTED)
    name = ".".join(prefix)
    return query.where(or_(items.c.namespace == name, _begins(f"{name}.")))


def _read(rows: Iterable[Row[Any]]) -> Iterator[StoredItem]:
    """Make items of rows; one that is not as it was put is left out, with a warning."""
    for row in rows:
        fields = None if row.fields is None else tuple(row.fields)
        if (
            isinstance(row.namespace, Garbled)
            or isinstance(row.key, Garbled)
            or not isinstance(row.value, dict)
            or None in (row.created_at, row.updated_at)
            or row.checksum != checksum(row.namespace, row.key, row.value, fields)
        ):
            LOG.warning("an item cannot be read and is left out: `daybook doctor` says more")
            continue
        times = (row.created_at, row.updated_at)
        yield StoredItem(_labels_of(row.namespace), row.key, row.value, fields, *times, row.item_pk)
