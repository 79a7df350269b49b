"""The folder of a run, which can be killed at any moment and resumed.

A record is one line, appended when its question is done. At the next opening a torn last line and the failed
questions are dropped, so that they are asked again, and the others are skipped.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ValidationError

from daybook.conversation.errors import BadInput, StoreBusy
from daybook.store.private_files import ProcessLock
from daybook_eval.records import (
    HEADER,
    RECORDS,
    UNFINISHED,
    QuestionRecord,
    Run,
    record_from_line,
    record_to_line,
    run_from_text,
    run_to_text,
)

HYPOTHESES = "hypotheses.jsonl"
"""The answers in the lines that LongMemEval's own script judges."""
_SCRATCH, _LOCK = "scratch", "run.lock"
_MAY_DIFFER = ("started_at",)


@dataclass(frozen=True, slots=True)
class OpenRun:
    """An open run, to which records are appended."""

    done: frozenset[str]
    """The ids of the questions that need not be asked again."""
    scratch: Path
    """A folder that is emptied at every opening and removed at the end."""
    _file: IO[bytes]

    def append(self, record: QuestionRecord) -> None:
        """Append a record durably."""
        self._file.write(record_to_line(record).encode() + b"\n")
        self._file.flush()


@contextmanager
def open_run(folder: Path, run: Run) -> Iterator[OpenRun]:
    """Begin a run, or resume the one in the folder.

    Raises:
        BadInput: the folder holds another run, or something that is no run.
        StoreBusy: another process is at it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock, scratch = ProcessLock(folder / _LOCK), folder / _SCRATCH
    if not lock.acquire():
        raise StoreBusy(f"{folder}: another process is at this run")
    try:
        _claim(folder, run)
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        (folder / UNFINISHED).touch()
        done = frozenset(_keep_done(folder / RECORDS))
        try:
            with (folder / RECORDS).open("ab") as file:
                yield OpenRun(done, scratch, file)
            (folder / UNFINISHED).unlink()
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
            _write_hypotheses(folder)
    finally:
        lock.release()


def _claim(folder: Path, run: Run) -> None:
    """Write the header, or compare it with the one that is there."""
    if (folder / HEADER).exists():
        there = read_header(folder)
        differing = sorted(
            name
            for name in Run.__dataclass_fields__
            if name not in _MAY_DIFFER and getattr(there, name) != getattr(run, name)
        )
        if differing:
            told = ", ".join(
                _difference(name, getattr(there, name), getattr(run, name)) for name in differing
            )
            raise BadInput(f"holds a run made otherwise ({told}): give --out another folder", source=folder)
        return
    if (folder / RECORDS).exists():
        raise BadInput("holds records without a run.json: give --out another folder", source=folder)
    _replace(folder / HEADER, run_to_text(run).encode())


def _difference(name: str, before: object, now: object) -> str:
    """Describe what differs; for a mapping, which entries do."""
    if isinstance(before, dict) and isinstance(now, dict):
        keys = sorted(key for key in {*before, *now} if before.get(key) != now.get(key))
        return f"{name}: {', '.join(keys)}"
    return name if len(f"{before}{now}") > 60 else f"{name}: {before} there, {now} here"


def _keep_done(path: Path) -> Iterator[str]:
    """Leave only the records of done questions in the file; yield their ids."""
    if not path.exists():
        return
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        for record in records_of(path.parent):
            if record.status == "done":
                file.write(record_to_line(record).encode() + b"\n")
                yield record.question_id
    fresh.replace(path)


def _write_hypotheses(folder: Path) -> None:
    lines = (
        json.dumps({"question_id": record.question_id, "hypothesis": record.answer}, ensure_ascii=False)
        + "\n"
        for record in records_of(folder)
        if record.answer is not None
    )
    fresh = folder / f"{HYPOTHESES}.new"
    with fresh.open("w", encoding="utf-8") as file:
        file.writelines(lines)
    fresh.replace(folder / HYPOTHESES)


def _replace(path: Path, content: bytes) -> None:
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


class _Name(BaseModel):
    """The question id of a record."""

    question_id: str


def read_header(folder: Path) -> Run:
    """Read the header of a run; raises BadInput if the folder holds no run."""
    path = folder / HEADER
    try:
        return run_from_text(path.read_text("utf-8"), source=str(path))
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"no run is here (no {HEADER}); `daybook-eval run --out` makes one", source=folder
        ) from None


def is_finished(folder: Path) -> bool:
    """True if every question of a run has its record."""
    return not (folder / UNFINISHED).exists()


def bytes_of_records(folder: Path) -> int:
    """How long the records of a run are by now; a run that goes on appends to them."""
    path = folder / RECORDS
    return path.stat().st_size if path.exists() else 0


def records_of(folder: Path, *, first_bytes: int | None = None) -> Iterator[QuestionRecord]:
    """Read the records of a run one by one; raises BadInput if a line is no record.

    The last record of a question counts, since failed ones are asked again. A torn last line is skipped. With
    `first_bytes` nothing further is read, so that several readings of a run that goes on give the same.
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
