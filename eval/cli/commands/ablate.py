"""`daybook-eval ablate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from eval.cli.options import Cache, Concurrency, Data, Limit, SetOptions, default_cache, parse_settings

if TYPE_CHECKING:
    from agent.settings import Settings
    from eval.ablations.arm import Study

_WIDTH = 140
"""Columns to print in where there is no terminal to ask."""


def ablate(
    data: Data,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Make this table; may be repeated. 'list' names them.", metavar="NAME"),
    ] = None,
    limit: Limit = None,
    concurrency: Concurrency = None,
    cache: Cache = None,
    set_options: SetOptions = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Change or leave out parts of Daybook, one at a time, and measure what that does.

    Abstention questions are left out, since nothing is to be found for them.

    Examples:
      daybook-eval ablate --data longmemeval_s.json.gz
      daybook-eval ablate --data longmemeval_s.json.gz --only keying --only time --json
    """
    from rich.console import Console

    from eval.ablations.job import Ablate
    from eval.ablations.studies import STUDIES
    from eval.ablations.tables import Sums, as_plain, table_of
    from eval.data.cases import read_cases
    from eval.runs.carry_out import executor_for
    from eval.runs.progress import Progress

    if only == ["list"]:
        for study in STUDIES.values():
            typer.echo(f"{study.name:<16}{study.about}")
        return
    given = parse_settings(set_options)
    settings = Ablate((), given, Path(), Path()).settings()
    studies, skipped = _chosen(only, settings)
    cases = (one for one in read_cases(data, limit=limit) if one.evidence and not one.abstention)
    executor = executor_for(
        concurrency, models=any(study.answers for study in studies), at_once=settings.model_concurrency
    )
    sums, progress = Sums(), Progress(sys.stderr, total=None)
    with TemporaryDirectory() as scratch:
        job = Ablate(tuple(study.name for study in studies), given, cache or default_cache(), Path(scratch))
        for measured in executor.each(job, cases):
            sums.add(measured)
            progress.add(failed=False)
    progress.end()
    if as_json:
        typer.echo(json.dumps(as_plain(sums, studies, skipped), indent=2))
        return
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, markup=False, highlight=False)
    console.print(*(table_of(sums, study) for study in studies), sep="\n")
    for name, reason in skipped.items():
        console.print(f"{name}: left out, {reason}")


def _chosen(only: list[str] | None, settings: Settings) -> tuple[list[Study], Mapping[str, str]]:
    """Choose the tables that can be made; the others with the reason.

    Raises:
        BadInput: one is named that there is not.
        BadSettings: the only ones that were asked for cannot be made.
    """
    from agent.errors import BadInput, BadSettings
    from agent.model_settings import ModelRole
    from eval.ablations.studies import NOT_BUILT, STUDIES

    wanted = only or [*STUDIES, *NOT_BUILT]
    if unknown := [name for name in wanted if name not in {*STUDIES, *NOT_BUILT}]:
        raise BadInput(f"{', '.join(unknown)}: none of {', '.join(STUDIES)}", source="--only")
    reads = settings.model_of(ModelRole.READ) is not None
    skipped = {name: NOT_BUILT[name] for name in wanted if name in NOT_BUILT}
    for name in wanted:
        if name in STUDIES and STUDIES[name].needs_model and not reads:
            skipped[name] = f"{STUDIES[name].needs_model}: set DAYBOOK_CHAT_MODEL"
    studies = [STUDIES[name] for name in dict.fromkeys(wanted) if name in STUDIES and name not in skipped]
    if not studies:
        raise BadSettings("; ".join(f"{name}: {reason}" for name, reason in skipped.items()))
    return studies, skipped
