"""Executes a run: asks every question that is not done yet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from daybook.errors import DaybookError
from daybook_eval.data.case import Case
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.runs.executor import (
    ProcessExecutor,
    QuestionExecutor,
    SequentialExecutor,
    ThreadExecutor,
    WorkerDied,
)
from daybook_eval.runs.question_job import QuestionJob
from daybook_eval.runs.run_folder import open_run
from daybook_eval.systems.recording import failed_record


@dataclass(frozen=True, slots=True)
class RunCounts:
    """The counts of a finished run."""

    asked: int
    failed: int
    skipped: int
    """Done in an earlier part of the run."""


def execute_run(
    run: Run,
    job: QuestionJob,
    cases: Iterable[Case],
    *,
    folder: Path,
    executor: QuestionExecutor,
    report: Callable[[QuestionRecord], None],
) -> RunCounts:
    """Ask every question that is not done yet, and store its record.

    Args:
        run: the header; that of an earlier part of the run has to say the same.
        job: what is done with each question; its scratch folder is that of the run.
        cases: the questions, read as they are needed.
        folder: of the run.
        executor: runs the job on the questions.
        report: called with each record once it is kept.

    Raises:
        BadInput: the folder holds another run, or the data file is wrong.
        StoreBusy: another process is at it.
        UserError: what would be the same for every question; what is done is kept.
        DaybookError: a worker died; its questions are kept as failed.
    """
    asked = failed = skipped = 0

    def remaining(done: frozenset[str]) -> Iterable[Case]:
        nonlocal skipped
        for case in cases:
            if case.question_id in done:
                skipped += 1
            else:
                yield case

    with open_run(folder, run) as opened:
        job = replace(job, scratch=opened.scratch.absolute())
        for record in _records(executor, job, remaining(opened.done)):
            opened.append(record)
            report(record)
            asked, failed = asked + 1, failed + (record.status == "failed")
    return RunCounts(asked, failed, skipped)


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

    Args:
        concurrency: questions at a time; by default one for each processor, or with a chat model as many
            as it takes calls.
        models: whether chat models do most of the work, so that waiting for them costs no processor.
        at_once: calls that the settings allow at once.
    """
    workers = concurrency or (at_once if models else len(os.sched_getaffinity(0)))
    if workers == 1:
        return SequentialExecutor()
    return ThreadExecutor(workers) if models else ProcessExecutor(workers)
