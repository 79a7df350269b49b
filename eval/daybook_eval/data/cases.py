"""Reads cases from a data file of any known format."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from pathlib import Path

from daybook.errors import BadInput
from daybook.interfaces.importers.records import read_records
from daybook_eval.data.case import Case
from daybook_eval.data.lines import read_cases as read_lines
from daybook_eval.data.locomo import read_cases as read_locomo
from daybook_eval.data.longmemeval import read_cases as read_longmemeval


class DataFormat(StrEnum):
    """A format of questions with their histories, by the name that `--format` knows it by."""

    AUTO = "auto"
    LONGMEMEVAL = "longmemeval"
    LOCOMO = "locomo"
    LINES = "lines"


_FORMAT_BY_FIELD = {
    "haystack_sessions": DataFormat.LONGMEMEVAL,
    "conversation": DataFormat.LOCOMO,
    "sessions": DataFormat.LINES,
}
_READERS = {
    DataFormat.LONGMEMEVAL: read_longmemeval,
    DataFormat.LOCOMO: read_locomo,
    DataFormat.LINES: read_lines,
}


def read_cases(
    path: Path,
    *,
    format: DataFormat = DataFormat.AUTO,
    question_ids: Collection[str] = (),
    limit: int | None = None,
) -> Iterator[Case]:
    """Read the questions of a file, plain or gzip, holding no more than one record of it at a time.

    Args:
        path: the file.
        format: what it holds; told by its first record where it is AUTO.
        question_ids: which questions to read; all when empty.
        limit: how many to read at most; all where it is None.

    Raises:
        BadInput: the file cannot be read, its format is not known, something in it is wrong (the
            message names its path), two questions have one id (their memories would mix), or an id is
            not there. It is raised when reading gets there.
    """
    known = recognise(path) if format is DataFormat.AUTO else format
    seen: set[str] = set()
    for case in _READERS[known](path, question_ids=question_ids, limit=limit):
        if case.question_id in seen:
            raise BadInput(f"holds two questions with the id {case.question_id}", source=path)
        seen.add(case.question_id)
        yield case


def recognise(path: Path) -> DataFormat:
    """Tell the format of a file by what its first record holds.

    Raises:
        BadInput: the file cannot be read, is empty, or its first record is of no known format.
    """
    first = next(read_records(path), None)
    if first is None:
        raise BadInput("the list has no items", source=path)
    fields = first.value if isinstance(first.value, dict) else {}
    for name, known in _FORMAT_BY_FIELD.items():
        if name in fields:
            return known
    telling = ", ".join(f'"{name}" ({known})' for name, known in _FORMAT_BY_FIELD.items())
    problem = f"no known data set: the first record has none of {telling}"
    raise BadInput(problem, source=path, where=first.where)
