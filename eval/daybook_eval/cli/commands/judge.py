"""`daybook-eval judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook_eval.cli.options import Models


def judge(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.", show_default=False)],
    model: Models = None,
    human: Annotated[
        Path | None,
        typer.Option(
            "--human",
            help='People\'s verdicts, one more judge: JSON Lines of {"question_id", "correct"}.',
            metavar="FILE",
        ),
    ] = None,
    probe: Annotated[
        int,
        typer.Option(
            "--probe", help="Plant a wrong and a vague answer for N questions, to try the judges.", min=0
        ),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Mark the answers of a run as right or wrong.

    Each is marked by the rule of its question's type (prompts/judge_*.md). What a judge says that is
    neither yes nor no counts as unreadable: neither right nor wrong. Verdicts are kept in the run's
    folder as they come, so that an interrupted command goes on where it was.

    Examples:
      daybook-eval judge runs/first --model gpt-4o-2024-08-06 --probe 50
      daybook-eval judge runs/first --human ada.jsonl
    """
    import asyncio
    import json

    from daybook.settings.environment import read_settings
    from daybook_eval.judging.judge_run import judge_run
    from daybook_eval.judging.show import progress_bar, show_judged

    settings = read_settings()
    with progress_bar() as progress:
        judged = asyncio.run(
            judge_run(folder, settings, models=model or (), human=human, probe=probe, progress=progress)
        )
    if as_json:
        typer.echo(json.dumps(judged.plain(), ensure_ascii=False, indent=2))
    show_judged(judged, tables=not as_json)
    if judged.failures:
        raise typer.Exit(1)
