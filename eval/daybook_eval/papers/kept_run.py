"""A run of Daybook that several tables are made from, kept beside the vectors so that it is made once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

from daybook.settings import Settings
from daybook_eval.data.cases import read_cases
from daybook_eval.papers.inputs import Inputs
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.runs.execute_run import execute_run, executor_for
from daybook_eval.runs.header import run_of
from daybook_eval.runs.progress import RunProgress
from daybook_eval.runs.question_job import QuestionJob, settings_of
from daybook_eval.runs.run_folder import read_run_records

_SYSTEM = "daybook"


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A finished run."""

    folder: Path
    header: Run
    settings: Settings
    records: tuple[QuestionRecord, ...]


def kept_run(data: Path, inputs: Inputs, changes: Mapping[str, str]) -> KeptRun:
    """Ask and answer every question of a file, or read the run that did so with the same code and settings.

    Args:
        data: the file.
        inputs: its limit, concurrency, cache and settings count; the settings beat the changes.
        changes: settings by name.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: a setting is unknown or out of range.
    """
    settings = settings_of(_SYSTEM, **{**changes, **dict(inputs.settings)})
    job = QuestionJob(_SYSTEM, settings, answers=True, cache=inputs.cache, scratch=Path())
    header = run_of(job, data)
    # the hash of the sources says what answers; another commit of the documentation does not
    header = replace(header, code=replace(header.code, commit="", dirty=False))
    folder = inputs.cache.parent / "paper-runs" / _name_of(header, inputs.limit)
    progress = RunProgress(sys.stderr, total=None)
    try:
        execute_run(
            header,
            job,
            read_cases(data, limit=inputs.limit),
            folder=folder,
            executor=executor_for(
                inputs.concurrency,
                models=bool(header.models),
                at_once=settings.models.model_concurrency,
            ),
            report=lambda record: progress.add(failed=record.status == "failed"),
        )
    finally:
        progress.end()
    return KeptRun(folder, header, settings, tuple(read_run_records(folder)))


def _name_of(header: Run, limit: int | None) -> str:
    """Name a run by all that decides it."""
    told = {name: value for name, value in asdict(header).items() if name != "started_at"}
    return sha256(repr((sorted(told.items()), limit)).encode()).hexdigest()[:16]
