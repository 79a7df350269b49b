"""Measures studies for the tables of papers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

from daybook.settings import Settings
from daybook_eval.ablations.collected import Collected, Row
from daybook_eval.ablations.job import Ablate, measure
from daybook_eval.ablations.study import Study
from daybook_eval.data.cases import read_cases
from daybook_eval.papers.tables import Inputs
from daybook_eval.records import QuestionRecord, Run
from daybook_eval.runs.execute_run import execute_run, executor_for
from daybook_eval.runs.question_job import QuestionJob, run_of, settings_of
from daybook_eval.runs.run_folder import records_of

CATALOGUE = "daybook_eval.ablations.studies"
"""The studies of `daybook-eval ablate`."""
_SYSTEM = "daybook"


def collect(inputs: Inputs, data: Path, catalogue: str, *names: str) -> Collected:
    """Measure studies of a catalogue on a file; raises as `ablations.job.measure`."""
    job = Ablate(names, inputs.settings, inputs.cache, Path(gettempdir()), catalogue)
    studies, collected = job.chosen(), Collected()
    for measured in measure(data, job, limit=inputs.limit, concurrency=inputs.concurrency):
        collected.add(measured, studies)
    return collected


def difference(row: Row, name: str, other: Row) -> str:
    """Write by how much a row is above another, with the paired 95% interval: "+0.018 [-0.009, +0.045]"."""
    found = row.difference(name, other)
    return f"{found.interval:+.3f}" if found else ""


def intervals(study: Study, rows: dict[str, Row], measures: Sequence[str]) -> dict[str, object]:
    """Give for `--json` every measure of every row, and its difference from the row compared with."""
    against = rows.get(study.against)
    told: dict[str, object] = {}
    for name, row in rows.items():
        figures: dict[str, object] = {"questions": row.questions}
        for column in measures:
            figures[column] = row.mean(column)
            if against is not None and row is not against:
                figures[f"{column}, difference"] = difference(row, column, against)
        told[name] = figures
    return told


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A finished run."""

    folder: Path
    header: Run
    settings: Settings
    records: tuple[QuestionRecord, ...]


def kept_run(data: Path, inputs: Inputs, changes: Mapping[str, str]) -> KeptRun:
    """Ask and answer every question of a file, or read the run that did so with the same code and settings.

    The settings of the inputs beat `changes`.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: a setting is unknown or out of range.
    """
    settings = settings_of(_SYSTEM, **{**changes, **dict(inputs.settings)})
    job = QuestionJob(_SYSTEM, settings, answers=True, cache=inputs.cache, scratch=Path())
    header = run_of(job, data)
    # the hash of the sources says what answers; another commit of the documentation does not
    header = replace(header, code=replace(header.code, commit="", dirty=False))
    decisive = {name: value for name, value in asdict(header).items() if name != "started_at"}
    name = sha256(repr((sorted(decisive.items()), inputs.limit)).encode()).hexdigest()[:16]
    folder = inputs.cache.parent / "paper-runs" / name
    executor = executor_for(
        inputs.concurrency, models=bool(header.models), at_once=settings.models.model_concurrency
    )
    execute_run(header, job, read_cases(data, limit=inputs.limit), folder=folder, executor=executor)
    return KeptRun(folder, header, settings, tuple(records_of(folder)))
