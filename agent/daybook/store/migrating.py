"""Moves a store to another database: copies every row in one transaction, then compares both sides.

What Chroma has is not copied, for it is derived: it is made anew at the other place when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Column, Connection, String, Table, delete, func, insert, select, text

from daybook.errors import BadInput, StoreError, UnknownItem
from daybook.store.columns import Garbled, Json, Moment, Verbatim, escaped
from daybook.store.database import Database
from daybook.store.forgetting.erasing import CLEANUP
from daybook.store.opening import Place, database_url, open_database, store_url, stored_schema
from daybook.store.schema import indexes, meta, metadata
from daybook.store.states import named

Progress = Callable[[int, int], None]
"""Called with the rows done and the rows there are."""

_PART = 500
"""Rows that are read and written together."""
_TABLES = metadata.sorted_tables
"""Those that others refer to first."""


def migrate(place: Place, to: str, begin: Callable[[str], Progress]) -> dict[str, int]:
    """Copy a store to an empty database, in one transaction, and compare what is there with what is here.

    Args:
        place: where the store is.
        to: the URL of the other database.
        begin: begins a piece of work by its name, and returns what reports on it.

    Returns:
        How many rows there are of each table.

    Raises:
        UnknownItem: there is no store at the place.
        BadSettings: a URL is none.
        BadInput: there is something in the other database already.
        StoreBusy: somebody else is writing to the other database.
        StoreError: a row of the store cannot be read, and nothing was copied; or the two differ in the end.
    """
    url = database_url(to, "--to")
    if stored_schema(place) is None:
        raise UnknownItem("there is no memory to copy: --data-dir or DAYBOOK_DATABASE_URL names another one")
    source = open_database(store_url(place))
    try:
        target = open_database(url)
        try:
            total = _copy(source, target, begin("copy"))
            compared = begin("compare")
            here = _contents(source, lambda done: compared(done, 2 * total))
            there = _contents(target, lambda done: compared(total + done, 2 * total))
        finally:
            target.close()
    finally:
        source.close()
    if different := [name for name in here if here[name] != there[name]]:
        raise StoreError(
            f"{', '.join(different)}: not the same in {target.name} as here. Something wrote to one of them "
            "meanwhile: empty the new database, stop what writes, and do it again"
        )
    return {name: rows for name, (rows, _) in here.items()}


def _copy(source: Database, target: Database, progress: Progress) -> int:
    """Copy every table; all of it is there in the end, or nothing. Returns the rows."""
    if not source.is_remote and source.problems():  # a server watches over what it holds itself
        raise _unsound(source, "it is damaged")
    with source.reading(None) as read, target.writing(None) as write:
        _refuse_rows(write, target.name)
        if named(read, CLEANUP):
            raise _unsound(source, "a forgetting was cut short")
        total = sum(_count(read, table) for table in _TABLES)
        done = 0
        # A store that was opened and never used has a key of its own for tombstones.
        write.execute(delete(meta))
        for table in _TABLES:
            for part in _parts(read, table):
                if part is None:
                    raise _unsound(source, f"a row of {table.name} cannot be read")
                write.execute(insert(table), part)
                done += len(part)
                progress(done, total)
        if target.is_remote:
            _move_sequences(write)
    return total


def _unsound(source: Database, problem: str) -> StoreError:
    return StoreError(f"{source.name}: {problem}; nothing was copied: `daybook doctor` says more")


def _refuse_rows(connection: Connection, name: str) -> None:
    for table in _TABLES:
        if table is not meta and _count(connection, table):
            raise BadInput(f"{name} is not empty: a store is copied into an empty database", source="--to")


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _parts(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]] | None]:
    """Read a table some hundred rows at a time, by its key; None stands for rows of which one is garbled.

    The names of Chroma collections are left out.
    """
    columns = [column for column in table.c if column is not indexes.c.collection]
    # A type of ours gives None for what it cannot read, as for nothing.
    query = select(*columns, *(column.is_(None) for column in columns)).order_by(*table.primary_key.columns)
    for part in connection.execute(query.execution_options(yield_per=_PART)).partitions():
        pairs = [list(zip(columns, row, row[len(columns) :], strict=False)) for row in part]
        if any(_is_garbled(*of_column) for row in pairs for of_column in row):
            yield None
        else:
            yield [{column.name: value for column, value, _ in row} for row in pairs]


def _is_garbled(column: Column[Any], value: object, is_null: bool) -> bool:
    """Whether a value is none that Daybook wrote, which SQLite lets into any column."""
    if is_null:
        return not column.nullable
    if isinstance(column.type, Verbatim | Moment | Json):
        return value is None or isinstance(value, Garbled)
    if isinstance(column.type, String):
        return not isinstance(value, str) or escaped(value) != value
    return not isinstance(value, column.type.python_type)


def _move_sequences(connection: Connection) -> None:
    """Have PostgreSQL go on counting behind the last key of each table."""
    for table in _TABLES:
        if (key := table.autoincrement_column) is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
            # Of a table without rows it is null, and nothing is set.
            connection.execute(text(f"SELECT setval({sequence}, (SELECT max({key.name}) FROM {table.name}))"))


def _contents(database: Database, progress: Callable[[int], None]) -> dict[str, tuple[int, int]]:
    """Return the rows of each table, and the sum of their hashes.

    A sum does not depend on the order, which of texts is another one in each database.
    """
    found: dict[str, tuple[int, int]] = {}
    done = 0
    with database.reading(None) as connection:
        for table in _TABLES:
            rows = total = 0
            for part in _parts(connection, table):
                for row in part or ():
                    digest = sha256(repr(row).encode("utf-8", "backslashreplace")).digest()
                    total += int.from_bytes(digest)
                rows += len(part or ())
                progress(done + rows)
            found[table.name] = (rows, total)
            done += rows
    return found
