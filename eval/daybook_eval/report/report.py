"""The report of runs, for the terminal or as JSON."""

from collections.abc import Sequence
from pathlib import Path

from daybook_eval.report.loading import comparisons, load_runs
from daybook_eval.report.retrieval_log import write_retrieval_log
from daybook_eval.report.terminal import parts_of
from daybook_eval.tables import Report


def report(folders: Sequence[Path], questions: bool | None, log: Path | None) -> Report:
    """Say what runs came to.

    `questions` lists the questions of each run; None lists those of small runs. `log` is the file of the
    first run's retrieval log, where one is wanted.
    """
    if log is not None:
        write_retrieval_log(folders[0], log)
    runs = load_runs(folders)
    compared = comparisons(runs)
    only, *others = (run.plain() | ({"listed": list(run.listed())} if questions else {}) for run in runs)
    return Report(
        list(parts_of(runs, compared, questions)),
        {"runs": [only, *others], "comparisons": compared} if others else only,
    )
