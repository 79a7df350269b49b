"""Reads the folder of a run, finished or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ValidationError

from daybook.errors import BadInput
from daybook_eval.records import (
    HEADER,
    RECORDS,
    UNFINISHED,
    QuestionRecord,
    Run,
    record_from_line,
    run_from_text,
)


class _Name(BaseModel):
    """The question id of a record."""

    question_id: str


def read_header(folder: Path) -> Run:
    """Read the header of a run.

    Raises:
        BadInput: the folder holds no run.
    """
    path = folder / HEADER
    try:
        return run_from_text(path.read_text("utf-8"), source=str(path))
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"no run is here (no {HEADER}); `daybook-eval run --out` makes one", source=folder
        ) from None


def is_finished(folder: Path) -> bool:
    """Whether every question of a run has its record; one that goes on or was ended before is not."""
    return not (folder / UNFINISHED).exists()


def bytes_of_records(folder: Path) -> int:
    """How long the records of a run are by now; a run that goes on appends to them."""
    path = folder / RECORDS
    return path.stat().st_size if path.exists() else 0


def records_of(folder: Path, *, first_bytes: int | None = None) -> Iterator[QuestionRecord]:
    """Read the records of a run one by one, so that memory holds one at a time.

    A question that was asked again after it had failed is in the file more than once; its last record
    counts. A torn last line is skipped.

    Args:
        folder: of the run.
        first_bytes: read no further, so that several readings of a run that goes on give the same; by
            default what there is now.

    Raises:
        BadInput: a line is no record.
    """
    path = folder / RECORDS
    if not path.exists():
        return
    length = bytes_of_records(folder) if first_bytes is None else first_bytes
    latest = {name: number for number, name, _ in _lines(path, length)}
    for number, name, line in _lines(path, length):
        if latest.get(name) == number:
            yield record_from_line(line, source=str(path), where=f"line {number}")


def _lines(path: Path, length: int) -> Iterator[tuple[int, str, bytes]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            length -= len(line)
            if length < 0 or not line.endswith(b"\n"):
                return
            try:
                yield number, _Name.model_validate_json(line).question_id, line
            except ValidationError:
                raise BadInput("no record of a question", source=path, where=f"line {number}") from None
