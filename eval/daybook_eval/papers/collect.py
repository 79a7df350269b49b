"""Asks the questions of a file for a paper's table, through the arms of its studies."""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

from daybook_eval.ablations.collected import Collected
from daybook_eval.ablations.execute import measure
from daybook_eval.ablations.job import Ablate
from daybook_eval.papers.inputs import Inputs


def collect(inputs: Inputs, data: Path, catalogue: str, *names: str) -> Collected:
    """Measure studies on a file.

    Args:
        inputs: limit, concurrency, cache and settings count.
        data: the file.
        catalogue: the module whose STUDIES has the studies.
        names: of the studies.

    Raises:
        BadInput, BadSettings: as of `measure`.
    """
    job = Ablate(names, inputs.settings, inputs.cache, Path(gettempdir()), catalogue)
    studies, collected = job.chosen(), Collected()
    for measured in measure(data, job, limit=inputs.limit, concurrency=inputs.concurrency):
        collected.add(measured, studies)
    return collected
