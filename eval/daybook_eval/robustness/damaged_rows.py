"""Seeded damage to the rows of a SQLite database, whatever its tables are."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

_BAD_DATES = ("yesterday", "", "9999-99-99 99:99:99", "2019-03-05 09:00:00.000000", 0, 2**62)
_LONG = 20
"""Characters from which a text counts as something said."""
_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class _Cell:
    """One value of the database."""

    table: str
    column: str
    row: int
    value: Any


def damage_rows(database: Path, random: Random) -> str:
    """Damage one row or table; returns what was done, without a word of what was said.

    Every kind of damage is as likely as any other. One that the schema itself refuses, such as a name twice,
    is drawn again.
    """
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for _ in range(_ATTEMPTS):
            kind = random.choice(sorted(KINDS))
            try:
                with connection:
                    where = KINDS[kind](connection, random)
            except sqlite3.IntegrityError:
                continue
            if where:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return f"{kind} ({where})"
    raise ValueError(f"{database} has nothing to damage")


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in found if not name.startswith("sqlite_")]


def _cell(
    connection: sqlite3.Connection,
    random: Random,
    fits: Callable[[_Cell], bool],
    tables: list[str] | None = None,
) -> _Cell | None:
    """Draw a table, a row and a column until one fits; None where none was found."""
    names = tables if tables is not None else _tables(connection)
    for _ in range(_ATTEMPTS if names else 0):
        table = random.choice(names)
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
        if not rows:
            continue
        row = random.choice(rows)
        columns = [column[1] for column in connection.execute(f"PRAGMA table_info({table})")]
        column = random.choice(columns)
        ((value,),) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,))
        cell = _Cell(table, column, row, value)
        if fits(cell):
            return cell
    return None


def _put(connection: sqlite3.Connection, cell: _Cell, value: object, expression: str = "?") -> str:
    connection.execute(
        f"UPDATE {cell.table} SET {cell.column} = {expression} WHERE rowid = ?", (value, cell.row)
    )
    return f"{cell.table}.{cell.column}"


def _is_said(cell: _Cell) -> bool:
    return isinstance(cell.value, str) and len(cell.value) > _LONG and cell.value[0] not in "{["


def _reworded(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: _is_said(one) and " " in one.value)
    if cell is None:
        return None
    words = cell.value.split(" ")
    words[random.randrange(len(words))] = "never"
    return _put(connection, cell, " ".join(words))


def _not_utf8(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: isinstance(one.value, str) and bool(one.value))
    if cell is None:
        return None
    content = bytearray(cell.value.encode())
    content[random.randrange(len(content))] = 0xFF
    return _put(connection, cell, bytes(content), "CAST(? AS TEXT)")


def _garbled_date(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: one.column.endswith("_at") and one.value is not None)
    return None if cell is None else _put(connection, cell, random.choice(_BAD_DATES))


def _garbled_json(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: isinstance(one.value, str) and one.value[:1] in ("{", "["))
    if cell is None:
        return None
    cut, changed = cell.value[: len(cell.value) // 2], re.sub(r"\d", "7", cell.value)
    return _put(connection, cell, random.choice((cut, changed, "null", "[]", "{}")))


def _other_number(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: isinstance(one.value, int))
    return None if cell is None else _put(connection, cell, cell.value + random.choice((-1, 1, 1000)))


def _other_bytes(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: isinstance(one.value, bytes) and bool(one.value))
    if cell is None:
        return None
    content = bytearray(cell.value)
    content[random.randrange(len(content))] ^= random.randrange(1, 256)
    return _put(connection, cell, bytes(content[: random.choice((len(content), len(content) // 2))]))


def _other_owner(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: isinstance(one.value, str), ["owners"])
    return None if cell is None else _put(connection, cell, "mallory")


def _deleted(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: True)
    if cell is None:
        return None
    connection.execute(f"DELETE FROM {cell.table} WHERE rowid = ?", (cell.row,))
    return cell.table


def _emptied(connection: sqlite3.Connection, random: Random) -> str | None:
    cell = _cell(connection, random, lambda one: True)
    if cell is None:
        return None
    connection.execute(f"DELETE FROM {cell.table}")
    return cell.table


def _exchanged(connection: sqlite3.Connection, random: Random) -> str | None:
    """Put the text or bytes of one row in the place of another's."""
    one = _cell(connection, random, lambda cell: _is_said(cell) or isinstance(cell.value, bytes))
    if one is None:
        return None
    two = _cell(
        connection, random, lambda cell: cell.column == one.column and cell.value != one.value, [one.table]
    )
    if two is None:
        return None
    _put(connection, one, two.value)
    return _put(connection, two, one.value)


KINDS: Mapping[str, Callable[[sqlite3.Connection, Random], str | None]] = {
    "a text reworded": _reworded,
    "a text that is not UTF-8": _not_utf8,
    "a date garbled": _garbled_date,
    "JSON garbled": _garbled_json,
    "a number changed": _other_number,
    "bytes changed": _other_bytes,
    "an owner renamed": _other_owner,
    "a row deleted": _deleted,
    "a table emptied": _emptied,
    "two rows exchanged": _exchanged,
}
