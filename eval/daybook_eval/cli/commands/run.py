"""`daybook-eval run`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.options import On, Place
from daybook.settings import Settings, preset_needs
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Limit,
    Preset,
    QuestionIds,
    SetOptions,
    parse_settings,
    required,
)

if TYPE_CHECKING:
    from daybook_eval.records import Run
    from daybook_eval.runs.executor import QuestionExecutor
    from daybook_eval.runs.question_job import QuestionJob


def run(
    data: Data = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder of the run.", metavar="DIR", show_default=False)
    ] = None,
    retrieve_only: Annotated[
        bool, typer.Option("--retrieve-only", help="Find and pack, but do not answer.")
    ] = False,
    system: Annotated[
        str, typer.Option("--system", help="What is measured; 'list' names them.", metavar="NAME")
    ] = "daybook",
    limit: Limit = None,
    question_ids: QuestionIds = None,
    concurrency: Concurrency = None,
    on: On = Place.LOCAL,
    cache: Cache = None,
    preset: Preset = None,
    set_options: SetOptions = None,
) -> None:
    """Ask the questions of a data file, each of a memory of its own, and keep a record of each.

    It may be stopped at any moment; the same command goes on. Questions that failed are asked again.
    With --on ray the workers of a Ray cluster ask them; the records are the same, and are written here.

    Examples:
      daybook-eval run --data longmemeval_s.json.gz --out runs/first --retrieve-only
      daybook-eval run --data longmemeval_s.json.gz --out runs/bm25 --system bm25
      daybook-eval run --data longmemeval_s.json.gz --out runs/k10 --set rrf_k=10
      daybook-eval run --data longmemeval_s.json.gz --out runs/stack --preset memorystack --set rrf_k=10
    """
    from daybook_eval.baselines import SYSTEMS
    from daybook_eval.data.cases import read_cases
    from daybook_eval.runs.counting import questions_ahead
    from daybook_eval.runs.execute_run import execute_run
    from daybook_eval.runs.progress import RunProgress

    if system == "list":
        for name, one in SYSTEMS.items():
            typer.echo(f"{name:<16}{one.about}")
        return
    data, out = required(data, "--data"), required(out, "--out")
    given = parse_settings(set_options)
    if preset is not None:
        given = (("preset", preset), *given)
    job, header = _prepare(system, given, data, retrieve_only, cache)
    _tell_needs(job.settings)
    cases = read_cases(data, question_ids=question_ids or (), limit=limit)
    ahead = questions_ahead(data, out, limit=limit, wanted=question_ids or ())
    progress = RunProgress(sys.stderr, total=ahead)
    executor = _executor(on, concurrency, job, models=bool(header.models) and not retrieve_only)
    try:
        tally = execute_run(
            header,
            job,
            cases,
            folder=out,
            executor=executor,
            report=lambda record: progress.add(failed=record.status == "failed"),
        )
    finally:
        progress.end()
    skipped = f", {tally.skipped} were done before" if tally.skipped else ""
    typer.echo(f"{out}: {tally.asked} asked, {tally.failed} failed{skipped}", err=True)
    if tally.failed:
        raise typer.Exit(1)


def _tell_needs(settings: Settings) -> None:
    """Say on standard error what the preset does otherwise for want of a chat model."""
    if settings.preset is None:
        return
    missing = {
        role: otherwise
        for role, otherwise in preset_needs(settings.preset).items()
        if settings.models.model_of(role) is None
    }
    for role, otherwise in missing.items():
        typer.echo(f"{settings.preset} without a model to {role}: {otherwise}", err=True)


def _executor(on: Place, concurrency: int | None, job: QuestionJob, *, models: bool) -> QuestionExecutor:
    if on is Place.RAY:
        from daybook_eval.runs.ray_executor import RayExecutor

        return RayExecutor(concurrency)
    from daybook_eval.runs.execute_run import executor_for

    return executor_for(concurrency, models=models, at_once=job.settings.models.model_concurrency)


def _prepare(
    system: str, given: tuple[tuple[str, str], ...], data: Path, retrieve_only: bool, cache: Path | None
) -> tuple[QuestionJob, Run]:
    """Make the job and the header of a run.

    Raises:
        BadInput: there is no such system, or no such file.
        BadSettings: a setting is wrong, or the system needs a model and there is none.
    """
    from daybook.errors import BadInput, BadSettings
    from daybook_eval.baselines import SYSTEMS
    from daybook_eval.cli.options import default_cache
    from daybook_eval.runs.header import run_of
    from daybook_eval.runs.question_job import QuestionJob, settings_of

    if system not in SYSTEMS:
        raise BadInput(f"{system!r} is none of {', '.join(SYSTEMS)}", source="--system")
    settings = settings_of(system, **dict(given))
    job = QuestionJob(
        system=system,
        settings=settings,
        answers=not retrieve_only,
        cache=(cache or default_cache()).absolute(),
        scratch=Path(),
    )
    header = run_of(job, data)
    reason = SYSTEMS[system].needs_model
    if reason and not header.models:
        raise BadSettings(f"{system} needs a chat model ({reason}): set DAYBOOK_CHAT_MODEL")
    return job, header
