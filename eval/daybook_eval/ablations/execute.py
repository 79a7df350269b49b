"""Puts the questions of a file to the arms of some studies, telling on standard error how far it has come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook.settings import ModelRole
from daybook_eval.ablations.job import Ablate, Measured
from daybook_eval.ablations.reading import with_planted
from daybook_eval.data.cases import read_cases
from daybook_eval.runs.execute_run import executor_for
from daybook_eval.runs.progress import RunProgress


def measure(
    data: Path, job: Ablate, *, limit: int | None = None, concurrency: int | None = None
) -> Iterator[list[Measured]]:
    """Measure the questions of a file, each as it ends.

    Args:
        data: the file.
        job: what is done with each question; the folder for its stores is made here, in the job's scratch.
        limit: only the first so many questions.
        concurrency: questions at a time; None for as many as there are processors.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: a setting of an arm is unknown or out of range.
    """
    studies, settings = list(job.chosen().values()), job.settings()
    read = partial(read_cases, data, limit=limit)
    every = with_planted(read) if any(study.plants for study in studies) else read()
    cases = (case for case in every if any(study.asks(case) for study in studies))
    waits = settings.models.model_of(ModelRole.READ) is not None and all(study.answers for study in studies)
    executor = executor_for(concurrency, models=waits, at_once=settings.models.model_concurrency)
    progress = RunProgress(sys.stderr, total=None)
    with TemporaryDirectory(dir=job.scratch) as scratch:
        try:
            for measured in executor.each(replace(job, scratch=Path(scratch)), cases):
                progress.add(failed=False)
                yield measured
        finally:
            progress.end()
