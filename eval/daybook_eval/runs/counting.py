"""Counts the remaining questions of a run, for its progress line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from daybook.interfaces.importers.text import text_of
from daybook_eval.data.cases import DataFormat, read_cases, recognise
from daybook_eval.runs.run_folder import read_run_records

_MARK = '"question_id"'
"""Once in every question of LongMemEval and of our own lines; within a text its quotes would be escaped."""


def questions_ahead(data: Path, folder: Path, *, limit: int | None, wanted: Sequence[str]) -> int:
    """Count the questions that are still to be asked.

    Args:
        data: the file of the questions.
        folder: of the run, which may have begun.
        limit: questions that are asked at most.
        wanted: the ids of those that are asked; all where there are none.

    Raises:
        BadInput: the file cannot be read, or the folder holds something else.
    """
    if wanted:
        total = len(set(wanted))
    else:
        held = _questions_in(data)
        total = min(held, limit or held)
    return max(0, total - sum(record.status == "done" for record in read_run_records(folder)))


def _questions_in(data: Path) -> int:
    """Count the questions of a file; where each has a history, by their ids alone, which is much faster."""
    if recognise(data) is DataFormat.LOCOMO:
        return sum(1 for _ in read_cases(data, format=DataFormat.LOCOMO))
    count, tail = 0, ""
    for piece in text_of(data):
        text = tail + piece
        count += text.count(_MARK)
        tail = text[-len(_MARK) + 1 :]
    return count
