"""The records of a JSON or JSON Lines file, one at a time, however large the file is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daybook.errors import BadInput
from daybook.interfaces.importers.json_reader import JsonReader
from daybook.interfaces.importers.sources import Source


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a file, and where it stands."""

    value: object
    where: str
    """Such as "[3]" in a list (from 0), or "line 4" in JSON Lines (from 1)."""


def read_records(path: Source, limit: int | None = None) -> Iterator[Record]:
    """Read the items of a file that holds one JSON list, or its values, which white space separates.

    No more than one record and one piece of the file are held at a time.

    Args:
        path: the file.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: the file cannot be read (see `text_of`), is empty, is not JSON (with the line
            and the column, both from 1), or has a record of more than 32 million characters.
    """
    reader = JsonReader(path, limit)
    first = reader.peek()
    if not first:
        raise BadInput("the file is empty", source=str(path))
    yield from _items(reader) if first == "[" else _values(reader)


def _items(reader: JsonReader) -> Iterator[Record]:
    for place in reader.items():
        yield Record(reader.value(), f"[{place}]")
    if reader.peek():
        raise reader.error("there is more after the end of the list")


def _values(reader: JsonReader) -> Iterator[Record]:
    while reader.peek():
        where = f"line {reader.line}"
        yield Record(reader.value(), where)
