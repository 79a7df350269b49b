"""Which format a file has, told by what its first record holds."""

from __future__ import annotations

from pathlib import Path

from daybook.errors import BadInput
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.records import read_records

_TELLING = {
    "haystack_sessions": Format.LONGMEMEVAL,
    "conversation": Format.LOCOMO,
    "role": Format.MESSAGES,
    "archive": Format.ARCHIVE,
}


def recognise(path: Path) -> Format:
    """Tell the format of a file.

    Raises:
        BadInput: the file cannot be read, is empty, or its first record is of no known format.
    """
    first = next(read_records(path), None)
    if first is None:
        raise BadInput("the history is empty: the list has no items", source=path)
    fields = first.value if isinstance(first.value, dict) else {}
    for name, kind in _TELLING.items():
        if name in fields:
            return kind
    known = ", ".join(f'"{name}" ({kind})' for name, kind in _TELLING.items())
    problem = f"the format is not recognised: the first record has none of {known}; --format names it"
    raise BadInput(problem, source=path, where=first.where)
