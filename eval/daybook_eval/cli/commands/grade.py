"""`daybook-eval grade`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook.interfaces.cli.options import AsJson
from daybook_eval.cli.options import Models


def grade(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.", show_default=False)],
    model: Models = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            help="The file that the run was made on: CA and contradiction read in it what was packed.",
            metavar="FILE",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let chat models grade the answers of a run.

    CA is how well an answer agrees with what was put before the reader, QA how well it does what the
    question wants, QR how much of a question its rewriting keeps: up to 100 (daybook_prompts/grade.md).
    Contradiction is the share of answers with a probability of 0.50 or more (daybook_prompts/contradicts.md).
    What cannot be read is no grade, and is counted. Grades are kept in the run's folder as they come, so
    that an interrupted command goes on where it was; `daybook-eval report` shows them.

    Examples:
      daybook-eval grade runs/first --model gpt-4o-mini --data longmemeval_s.json.gz
    """
    import asyncio
    import json

    from daybook.settings.environment import read_settings
    from daybook_eval.judging.grade_run import grade_run
    from daybook_eval.judging.show import progress_bar
    from daybook_eval.judging.show_grades import show_graded

    settings = read_settings()
    with progress_bar("grading") as progress:
        graded = asyncio.run(grade_run(folder, settings, models=model or (), data=data, progress=progress))
    if as_json:
        typer.echo(json.dumps(graded.plain(), ensure_ascii=False, indent=2))
    show_graded(graded, tables=not as_json)
    if graded.failures:
        raise typer.Exit(1)
