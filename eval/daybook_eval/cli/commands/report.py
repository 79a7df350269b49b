"""`daybook-eval report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN…",
            help="Folders of runs; the others are compared with the first.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page that needs nothing else.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what runs came to, from their records and verdicts alone.

    Retrieval counts the questions that are no abstention; official_turn those of them that have evidence
    of the user's. Failed questions are in no average. Brackets are 95% intervals.

    Examples:
      daybook-eval report runs/first
      daybook-eval report runs/first runs/second --html report.html
    """
    import json

    from daybook.interfaces.rendering.screen import Screen
    from daybook_eval.report.loading import comparisons, load_runs
    from daybook_eval.report.terminal import show_report

    runs = load_runs(folders)
    compared = comparisons(runs)
    if html is not None:
        from daybook_eval.report.page.page import page
        from daybook_eval.report.published import published_figures

        html.write_text(page(runs, compared, published_figures()), "utf-8")
        typer.echo(f"daybook-eval: {html} is written", err=True)
    if as_json:
        only, *others = (run.plain() for run in runs)
        shape = {"runs": [only, *others], "comparisons": compared} if others else only
        typer.echo(json.dumps(shape, ensure_ascii=False, indent=2, allow_nan=False))
    elif html is None:
        show_report(Screen(), runs, compared)
