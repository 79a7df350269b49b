"""The report of runs, for the terminal, as JSON, or as a page."""

from collections.abc import Sequence
from pathlib import Path

from daybook_eval.report.loading import comparisons, load_runs
from daybook_eval.report.page import page
from daybook_eval.report.terminal import parts_of
from daybook_eval.tables import Report


def report(folders: Sequence[Path], html: Path | None, questions: bool | None) -> Report:
    """Say what runs came to, on a page of HTML where one is named.

    `questions` lists the questions of each run; None lists those of small runs.
    """
    runs = load_runs(folders)
    compared = comparisons(runs)
    if html is not None:
        html.write_text(page(runs, compared, questions), "utf-8")
    only, *others = (run.plain() | ({"listed": list(run.listed())} if questions else {}) for run in runs)
    return Report(
        () if html else list(parts_of(runs, compared, questions)),
        {"runs": [only, *others], "comparisons": compared} if others else only,
        asides=[f"daybook-eval: {html} is written"] if html else (),
    )
