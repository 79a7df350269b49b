"""Measures studies for the tables of papers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook_eval.ablations.arm import Study
from daybook_eval.ablations.collected import Collected, Row
from daybook_eval.ablations.job import Ablate
from daybook_eval.ablations.studies import STUDIES
from daybook_eval.data.cases import read_cases
from daybook_eval.papers.inputs import Inputs
from daybook_eval.runs.execute_run import executor_for
from daybook_eval.runs.progress import RunProgress


def measure_study(name: str, data: Path, inputs: Inputs) -> tuple[Study, Collected]:
    """Ask every question of a file of every arm of a study.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: a setting is unknown or out of range.
    """
    study, collected = STUDIES[name], Collected()
    progress = RunProgress(sys.stderr, total=None)
    with TemporaryDirectory() as scratch:
        job = Ablate((name,), inputs.settings, inputs.cache, Path(scratch))
        executor = executor_for(inputs.concurrency, models=False, at_once=1)
        cases = (case for case in read_cases(data, limit=inputs.limit) if study.asks(case))
        try:
            for measured in executor.each(job, cases):
                progress.add(failed=False)
                collected.add(measured, STUDIES)
        finally:
            progress.end()
    return study, collected


def difference(row: Row, measure: str, other: Row) -> str:
    """Write by how much a row is above another, with the paired 95% interval: "+0.018 [-0.009, +0.045]"."""
    found = row.difference(measure, other)
    if found is None:
        return ""
    interval = found.interval
    return f"{interval.mean:+.3f} [{interval.low:+.3f}, {interval.high:+.3f}]"


def intervals(study: Study, rows: dict[str, Row], measures: Sequence[str]) -> dict[str, object]:
    """Give for `--json` every measure of every row, and its difference from the row compared with."""
    against = rows.get(study.against)
    told: dict[str, object] = {}
    for name, row in rows.items():
        figures: dict[str, object] = {"questions": row.questions}
        for measure in measures:
            figures[measure] = row.mean(measure)
            if against is not None and row is not against:
                figures[f"{measure}, difference"] = difference(row, measure, against)
        told[name] = figures
    return told
