"""Executes a run: asks every question that is not done yet."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TextIO

from daybook.conversation.errors import DaybookError
from daybook.interfaces.importers.import_sources import text_of
from daybook_eval.data.case import Case
from daybook_eval.data.cases import DataFormat, read_cases, recognise
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.runs.executor import (
    ProcessExecutor,
    QuestionExecutor,
    SequentialExecutor,
    ThreadExecutor,
    WorkerDied,
)
from daybook_eval.runs.question_job import QuestionJob
from daybook_eval.runs.run_folder import open_run, records_of
from daybook_eval.systems.system import failed_record


@dataclass(frozen=True, slots=True)
class RunCounts:
    """The counts of a finished run."""

    asked: int
    failed: int
    skipped: int


def execute_run(
    run: Run,
    job: QuestionJob,
    cases: Iterable[Case],
    *,
    folder: Path,
    executor: QuestionExecutor,
    total: int | None = None,
    report: Callable[[QuestionRecord], None] = lambda record: None,
) -> RunCounts:
    """Ask every question that is not done yet, in the run's folder, and store its record.

    An earlier part of the run must have the same header. Questions are read as they are needed. Standard
    error says how many of the `total` are done; `report` is called with each record once it is kept.

    Raises:
        BadInput: the folder holds another run, or the data file is wrong.
        StoreBusy: another process is at it.
        UserError: what would be the same for every question; what is done is kept.
        DaybookError: a worker died; its questions are kept as failed.
    """
    skipped, progress = 0, RunProgress(sys.stderr, total)

    def remaining(done: frozenset[str]) -> Iterable[Case]:
        nonlocal skipped
        for case in cases:
            if case.question_id in done:
                skipped += 1
            else:
                yield case

    try:
        with open_run(folder, run) as opened:
            job = replace(job, scratch=opened.scratch.absolute())
            for record in _records(executor, job, remaining(opened.done)):
                opened.append(record)
                progress.add(failed=record.status == "failed")
                report(record)
    finally:
        progress.end()
    return RunCounts(progress.done, progress.failed, skipped)


def _records(executor: QuestionExecutor, job: QuestionJob, cases: Iterable[Case]) -> Iterator[QuestionRecord]:
    """Yield a record of each question; those that a dead worker had are marked as failed before the end."""
    try:
        yield from executor.each(job, cases)
    except WorkerDied as died:
        yield from (failed_record(case, f"WorkerDied: {died}") for case in died.cases)
        told = f"{died}: they are marked as failed. What is done is kept, and the same command goes on"
        raise DaybookError(told) from None


def executor_for(concurrency: int | None, *, models: bool, at_once: int) -> QuestionExecutor:
    """Choose the executor of a run.

    By default it asks one question for each processor or, where chat models do most of the work, as many as
    the settings allow calls at once.
    """
    workers = concurrency or (at_once if models else len(os.sched_getaffinity(0)))
    if workers == 1:
        return SequentialExecutor()
    return ThreadExecutor(workers) if models else ProcessExecutor(workers)


_EVERY = {True: 0.2, False: 10.0}
"""Seconds between two lines: a terminal's line is written over, others stay."""


@dataclass(slots=True)
class RunProgress:
    """Counts questions and says how many there are, how fast they go, and when they will be done."""

    stream: TextIO
    total: int | None
    """Questions that are to be done; None if that is not known."""
    clock: Callable[[], float] = monotonic
    done: int = 0
    failed: int = 0
    _began: float = 0.0
    _told: float = 0.0

    def __post_init__(self) -> None:
        self._began = self._told = self.clock()

    def add(self, *, failed: bool) -> None:
        """Count one more."""
        self.done += 1
        self.failed += failed
        terminal = self.stream.isatty()
        if self.clock() - self._told >= _EVERY[terminal]:
            self._told = self.clock()
            self._tell("\r" if terminal else "", "\x1b[K" if terminal else "\n")

    def end(self) -> None:
        """Print the final state, unless nothing has happened."""
        if not self.done and not self.total:
            return
        self._tell("\r" if self.stream.isatty() else "", "\n")

    def line(self) -> str:
        """Format the current state."""
        seconds = self.clock() - self._began
        rate = self.done / seconds if seconds > 0 else 0.0
        parts = [f"{self.done} of {self.total} questions" if self.total else f"{self.done} questions"]
        if self.done:
            parts.append(f"{rate:.2f}/s, {seconds:.0f} s")
        if self.total and rate and self.done < self.total:
            parts.append(f"about {(self.total - self.done) / rate:.0f} s left")
        if self.failed:
            parts.append(f"{self.failed} failed")
        return ", ".join(parts)

    def _tell(self, before: str, after: str) -> None:
        self.stream.write(f"{before}{self.line()}{after}")
        self.stream.flush()


_MARK = '"question_id"'
"""Once in every question of LongMemEval and of our own lines; within a text its quotes would be escaped."""


def questions_ahead(data: Path, folder: Path, *, limit: int | None, wanted: Sequence[str]) -> int:
    """Count the questions that are still to be asked.

    Raises:
        BadInput: the file cannot be read, or the folder holds something else.
    """
    if wanted:
        total = len(set(wanted))
    else:
        held = _questions_in(data)
        total = min(held, limit or held)
    return max(0, total - sum(record.status == "done" for record in records_of(folder)))


def _questions_in(data: Path) -> int:
    """Count the questions of a file; where each has a history, by their ids alone, which is much faster."""
    known = recognise(data)
    if known in (DataFormat.LOCOMO, DataFormat.BEAM):
        return sum(1 for _ in read_cases(data, format=known))
    count, tail = 0, ""
    for piece in text_of(data):
        text = tail + piece
        count += text.count(_MARK)
        tail = text[-len(_MARK) + 1 :]
    return count
